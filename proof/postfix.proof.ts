/**
 * R16 and S25 against a real Postfix: refusals, grey lists, a server that sleeps and one that is not there; and twenty
 * names that try to reach a second reader or to add a header. Healthy letters must be out within 5 s meanwhile.
 */
import { createApp } from "#server/app.ts";
import { loadConfig } from "#server/config.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { scratchDatabase } from "#server/testing/engines.ts";
import { fakeClock } from "#server/testing/fake-clock.ts";
import { envOf, openOutbox, pause } from "./support/outbox.ts";
import { setUpPostfix } from "./support/postfix.ts";

const ACCESS = {
  "grey@guests.example": "451 4.7.1 Greylisted, try again later",
  "full@guests.example": "452 4.2.2 Mailbox full",
  "gone@guests.example": "550 5.1.1 No such user",
  "slow@guests.example": "sleep 8",
};
const PAYLOADS = [
  "Eve\r\nBcc: victim@guests.example",
  "Eve\nTo: victim@guests.example",
  "Eve, victim@guests.example",
  "Eve; victim@guests.example",
  '"Eve" <victim@guests.example>',
  "<victim@guests.example>",
  "victim@guests.example>,<x",
  "group: victim@guests.example;",
  "=?utf-8?B?dmljdGltQGd1ZXN0cy5leGFtcGxl?=",
  "Eve\u2028Bcc: victim@guests.example",
  "{{7*7}}",
  "${7*7}",
  "<%= 7*7 %>",
  "{wifiPassword}",
  "{{constructor.constructor('return 1')()}}",
  "#{7*7}",
  "<img src=x onerror=alert(1)>",
  "</td></tr></table><h1>Pay here</h1>",
  "\u202Eevil",
  "නිමල් 🌴 {guestName}",
];

const postfix = setUpPostfix(ACCESS);
if (!postfix) {
  console.log("This proof needs root and a Postfix: apt-get install postfix");
  process.exit(1);
}
const wrong: string[] = [];
const must = (holds: boolean, what: string) => void (holds || wrong.push(what));

const clock = fakeClock();
const scratch = await scratchDatabase("sqlite");
postfix.start();
const env = { ...envOf(scratch, postfix.url), PUBLIC_URL: "https://cottage.example" };
const app = await createApp(loadConfig(env), null, {
  clock,
  logger: createLogger("silent"),
  outbox: { everyMs: 50, leaseMs: 30_000, slots: 12 },
});
await app.http.listen({ port: 0, host: "127.0.0.1" });
const outbox = openOutbox(scratch);
const row = (id: string, to: string, name = "Guest") => ({
  id,
  message_key: id,
  booking_id: null,
  type: "test" as const,
  channel: "email" as const,
  status: "pending" as const,
  anchor: "",
  scheduled_for: clock().toISOString(),
  next_try_at: clock().toISOString(),
  retry_count: 0,
  interruptions: 0,
  subject: `For ${name}`,
  body: `Dear ${name}, a letter.`,
  to_name: name,
  to_address: to,
  version: 1,
  created_at: clock().toISOString(),
});
const put = (rows: ReturnType<typeof row>[]) => outbox.db.insertInto("scheduled_message").values(rows).execute();
const find = async (id: string) => (await outbox.statuses()).find((one) => one.id === id);
async function until(what: string, holds: () => Promise<boolean>, seconds = 40): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await holds())) {
    if (performance.now() > end) return void wrong.push(`not in ${seconds} s: ${what}`);
    await pause(20);
  }
}

const HEALTHY = 40;
const healthy = Array.from({ length: HEALTHY }, (_, i) => row(`well-${i}`, `well${i}@guests.example`));
const troubled = ["grey", "full", "gone"].map((name) => row(name, `${name}@guests.example`));
const slow = Array.from({ length: 5 }, (_, i) => row(`slow-${i}`, "slow@guests.example"));
await put([...slow, ...troubled, ...healthy]);
const begun = performance.now();
await app.start();
const tookMs = new Map<string, number>();
await until("healthy letters out", async () => {
  for (const one of await outbox.statuses()) {
    if (one.status === "sent" && !tookMs.has(one.id)) tookMs.set(one.id, performance.now() - begun);
  }
  return healthy.every(({ id }) => tookMs.has(id));
});
const times = healthy.map(({ id }) => tookMs.get(id) ?? Infinity).toSorted((a, b) => a - b);
const p95Ms = Math.round(times[Math.floor(HEALTHY * 0.95) - 1] ?? Infinity);
must(p95Ms <= 5000, `healthy letters took ${p95Ms} ms at p95`);
await until("the refused one put aside", async () => (await find("gone"))?.status === "failed");
must((await find("gone"))?.retry_count === 0, "a refused letter was tried again");
await until("the slow ones out", async () =>
  (await Promise.all(slow.map(({ id }) => find(id)))).every((one) => one?.status === "sent"),
);
for (const [retry, minutes] of [
  [1, 1],
  [2, 10],
  [3, 60],
] as const) {
  for (const id of ["grey", "full"])
    await until(`${id} retry ${retry}`, async () => (await find(id))?.retry_count === retry);
  clock.advance(minutes * 60_000 + 1000);
}
for (const id of ["grey", "full"]) {
  await until(`${id} put aside`, async () => (await find(id))?.status === "failed");
  must((await find(id))?.retry_count === 3, `${id} had not three retries`);
}

postfix.stop();
// Open connections end by themselves first: a letter that one of them takes along may be out, and loses a try.
await pause(11_000);
await put([row("dead-port", "later@guests.example")]);
await pause(1500);
const waiting = await find("dead-port");
must(waiting?.status === "pending" && waiting.retry_count === 0, "a dead port cost a letter a try");
postfix.start();
clock.advance(40_000);
await until("the letter of the dead port out", async () => (await find("dead-port"))?.status === "sent");

await put(PAYLOADS.map((name, i) => row(`payload-${i}`, `payload${i}@guests.example`, name)));
await until("payloads out", async () => (await outbox.pending()) === 0);
const delivered = (address: string) => postfix.letters(address);
await until("all in their mailboxes", async () =>
  PAYLOADS.every((_, i) => delivered(`payload${i}@guests.example`).length > 0),
);
await pause(1000);
const reachedOthers = delivered("victim@guests.example").length;
must(reachedOthers === 0, "a second reader was reached");
let extraHeaders = 0;
for (const i of PAYLOADS.keys()) {
  const [letter = "", ...more] = delivered(`payload${i}@guests.example`);
  must(more.length === 0, `payload ${i} came more than once`);
  const head = letter.slice(0, letter.search(/\r?\n\r?\n/));
  if (/^(bcc|cc):/im.test(head) || (head.match(/^to:/gim) ?? []).length !== 1) extraHeaders++;
}
must(extraHeaders === 0, `${extraHeaders} letters had a header too many`);
const doubled = healthy.filter((_, i) => delivered(`well${i}@guests.example`).length !== 1).length;
must(doubled === 0, `${doubled} healthy letters did not come exactly once`);

await app.close();
await outbox.close();
postfix.remove();
await scratch.remove();
console.log(JSON.stringify({ healthy: HEALTHY, p95Ms, payloads: PAYLOADS.length, reachedOthers, extraHeaders, wrong }));
if (wrong.length > 0) process.exitCode = 1;
