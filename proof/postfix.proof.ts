/**
 * R16 with a real Postfix: rejections, greylisting, a stalled server and an unreachable server. 95 % of the other
 * emails must still be sent within 5 s.
 */
import { setTimeout as pause } from "node:timers/promises";
import { type Engine } from "#server/database/dialect.ts";
import { engines } from "#server/testing/engines.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { needPostfix } from "./support/postfix.ts";
import { prove } from "./support/proof.ts";

const ACCESS = {
  "grey@guests.example": "451 4.7.1 Greylisted, try again later",
  "full@guests.example": "452 4.2.2 Mailbox full",
  "gone@guests.example": "550 5.1.1 No such user",
  "slow@guests.example": "sleep 8",
};
const HEALTHY = 200;
const SLOW = 8;
const FROM = { address: "stay@cottage.example" };

async function smtpFaults(engine: Engine) {
  const postfix = needPostfix(ACCESS);
  postfix.start();
  const server = await startTestApp(engine, {
    outbox: { everyMs: 50, leaseMs: 30_000, slots: 24 },
    config: { publicUrl: "https://cottage.example", mail: { smtpUrl: postfix.url, from: FROM } },
  });
  const wrong: string[] = [];
  const must = (holds: boolean, what: string) => void (holds || wrong.push(what));

  const row = (id: string, to: string) => ({
    id,
    message_key: id,
    booking_id: null,
    type: "test" as const,
    channel: "email" as const,
    status: "pending" as const,
    anchor: "",
    scheduled_for: server.clock().toISOString(),
    next_try_at: server.clock().toISOString(),
    retry_count: 0,
    interruptions: 0,
    subject: `For ${id}`,
    body: "Dear guest, an email.",
    to_name: "Guest",
    to_address: to,
    version: 1,
    created_at: server.clock().toISOString(),
  });
  const put = (rows: ReturnType<typeof row>[]) => server.db.insertInto("scheduled_message").values(rows).execute();
  const all = () => server.db.selectFrom("scheduled_message").select(["id", "status", "retry_count"]).execute();
  const find = async (id: string) => (await all()).find((one) => one.id === id);
  async function until(what: string, holds: () => Promise<boolean>, seconds = 40): Promise<void> {
    const end = performance.now() + seconds * 1000;
    while (!(await holds())) {
      if (performance.now() > end) return void wrong.push(`not within ${seconds} s: ${what}`);
      await pause(20);
    }
  }

  const healthy = Array.from({ length: HEALTHY }, (_, i) => row(`well-${i}`, `well${i}@guests.example`));
  const slow = Array.from({ length: SLOW }, (_, i) => row(`slow-${i}`, "slow@guests.example"));
  await put([...slow, ...["grey", "full", "gone"].map((name) => row(name, `${name}@guests.example`)), ...healthy]);
  const begun = performance.now();
  await server.app.start();
  const tookMs = new Map<string, number>();
  await until("other emails sent", async () => {
    for (const { id, status } of await all()) {
      if (status === "sent" && !tookMs.has(id)) tookMs.set(id, performance.now() - begun);
    }
    return healthy.every(({ id }) => tookMs.has(id));
  });
  const times = healthy.map(({ id }) => tookMs.get(id) ?? Infinity).toSorted((a, b) => a - b);
  const healthyP95Ms = Math.round(times[Math.floor(HEALTHY * 0.95) - 1] ?? Infinity);
  must(healthyP95Ms <= 5000, `other emails took ${healthyP95Ms} ms at p95`);

  await until("the rejected one failed", async () => (await find("gone"))?.status === "failed");
  const retriesOf550 = (await find("gone"))?.retry_count ?? -1;
  await until("the slow ones sent", async () =>
    (await Promise.all(slow.map(({ id }) => find(id)))).every((one) => one?.status === "sent"),
  );
  const slowMs = Math.round(performance.now() - begun);
  for (const [retry, minutes] of [
    [1, 1],
    [2, 10],
    [3, 60],
  ] as const) {
    for (const id of ["grey", "full"])
      await until(`${id}, retry ${retry}`, async () => (await find(id))?.retry_count === retry);
    server.clock.advance(minutes * 60_000 + 1000);
  }
  for (const id of ["grey", "full"]) await until(`${id} failed`, async () => (await find(id))?.status === "failed");
  const retriesOf4xx = `${(await find("grey"))?.retry_count}, ${(await find("full"))?.retry_count}`;
  must(retriesOf4xx === "3, 3", `451 and 452 had ${retriesOf4xx} retries`);
  must(retriesOf550 === 0, "a rejected email was retried");

  postfix.stop();
  // An email sent on a connection that is still open would use up a retry.
  await pause(11_000);
  await put([row("dead-port", "later@guests.example")]);
  await pause(1500);
  const waiting = await find("dead-port");
  must(waiting?.status === "pending" && waiting.retry_count === 0, "a dead port used up a retry");
  postfix.start();
  server.clock.advance(40_000);
  await until("the email to the dead port is sent", async () => (await find("dead-port"))?.status === "sent");
  await pause(1000);

  const copies = (to: string) => postfix.emails(to).length;
  const deliveredOnce = healthy.filter((_, i) => copies(`well${i}@guests.example`) === 1).length;
  must(deliveredOnce === HEALTHY, `${HEALTHY - deliveredOnce} other emails did not arrive exactly once`);
  must(copies("slow@guests.example") === SLOW, "slow emails did not arrive exactly once");
  must(
    ["grey", "full", "gone"].every((name) => copies(`${name}@guests.example`) === 0),
    "a rejected email arrived",
  );
  // The negative control: a recipient to whom nothing was sent.
  const seen = copies("nobody@guests.example") !== 1;

  await server.close();
  postfix.remove();
  for (const line of wrong) console.log(`  wrong: ${line}`);
  return {
    figures: {
      healthy: HEALTHY,
      healthyP95Ms,
      deliveredOnce,
      slow: SLOW,
      slowOutMs: slowMs,
      retriesOf451And452: retriesOf4xx,
      retriesOf550,
      deadPort: waiting?.retry_count === 0 ? "no retry used" : "a retry used",
    },
    met: wrong.length === 0,
    negativeControl: { fault: "a recipient who was sent nothing, counted like the others", detected: seen },
  };
}

for (const engine of engines) {
  const aim =
    "3 retries for 451 and 452, 0 for 550; p95 of other emails at most 5 s while the server stalls for one recipient";
  await prove({ id: "R16", what: "SMTP faults (Postfix)", aim }, engine, () => smtpFaults(engine));
}
