/**
 * S25 with a real Postfix: twenty payloads as the name, the email address, the phone number and the special requests of a
 * booking. Each email must have one recipient, only our headers, and the payload as literal text, as read by postal-mime
 * and Python's email module.
 */
import { spawnSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import PostalMime from "postal-mime";
import { bookStay, GUEST } from "#server/testing/given.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { needPostfix } from "./support/postfix.ts";
import { prove } from "./support/proof.ts";

const PAYLOADS = [
  "Eve\r\nBcc: victim@guests.example",
  "Eve\nTo: victim@guests.example",
  "Eve\n\nContent-Type: text/html\n\n<h1>Pay here</h1>",
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
  "</td></tr></table><h1>Pay here</h1>",
  "\u202Eevil <img src=x onerror=alert(1)>",
  "නිමල් 🌴 {guestName}",
];
const HOST = "stay@kitulhill.example";
const KNOWN_HEADERS = [
  "return-path",
  "x-original-to",
  "delivered-to",
  "received",
  "from",
  "to",
  "reply-to",
  "subject",
  "message-id",
  "date",
  "mime-version",
  "content-type",
  "auto-submitted",
];

const PARSE = `
import sys, json, email, email.policy
found = []
for raw in json.load(sys.stdin):
    message = email.message_from_bytes(raw.encode("latin-1"), policy=email.policy.default)
    parts = {part.get_content_type(): part.get_content() for part in message.walk() if not part.is_multipart() and part.get_content_maintype() == "text"}
    to = message["to"].addresses if message["to"] else []
    found.append({"readers": [a.addr_spec for a in to], "headers": [k.lower() for k in message.keys()], "text": parts.get("text/plain", ""), "defects": len(message.defects)})
json.dump(found, sys.stdout)
`;
type Parsed = { readers: string[]; headers: string[]; text: string; defects: number };

function byPython(emails: string[]): Parsed[] {
  const { stdout, stderr } = spawnSync("/usr/bin/python3", ["-c", PARSE], {
    input: JSON.stringify(emails),
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** As displayed, with line breaks replaced by one space. */
const seenAs = (text: string) => text.normalize("NFC").replace(/[\s\u2028\u2029]+/g, " ");

await prove(
  {
    id: "S25",
    what: "Mail and template injection (Postfix)",
    aim: "20 payloads each as name, email, phone and special requests: 1 recipient, 0 extra headers, literal text",
  },
  "sqlite",
  async () => {
    const postfix = needPostfix({});
    postfix.start();
    const server = await startTestApp("sqlite", {
      outbox: { everyMs: 50, leaseMs: 30_000, slots: 4 },
      config: {
        publicUrl: "https://cottage.example",
        mail: { smtpUrl: postfix.url, from: { address: "stay@cottage.example" } },
      },
    });
    await server.app.start();
    const wrong: string[] = [];

    let addressesRefused = 0;
    const addresses = [...PAYLOADS, "a@guests.example,victim@guests.example", "a@guests.example\r\nBcc: v@x.example"];
    for (const email of addresses) {
      const { status } = await server.send("POST", "/api/guests", { ...GUEST, email });
      if (status === 400) addressesRefused++;
      else wrong.push(`accepted as an address: ${JSON.stringify(email)}`);
    }

    const booked: { to: string; payload: string; field: string }[] = [];
    let refused = 0;
    for (const [at, payload] of PAYLOADS.entries()) {
      for (const [place, field] of ["name", "phone", "specialRequests"].entries()) {
        const to = `p${at}.${field.toLowerCase()}@guests.example`;
        const checkInDate = new Date(Date.UTC(2027, 0, 2 + at * 3 + place)).toISOString().slice(0, 10);
        const checkOutDate = new Date(Date.UTC(2027, 0, 3 + at * 3 + place)).toISOString().slice(0, 10);
        const guest = { ...GUEST, email: to, ...(field === "specialRequests" ? {} : { [field]: payload }) };
        const more = field === "specialRequests" ? { specialRequests: payload } : {};
        const { status } = await bookStay(server, { checkInDate, checkOutDate, ...more }, guest);
        // Names and phone numbers are stored without invisible characters, which copied text often contains.
        const kept = field === "specialRequests" ? payload : payload.replaceAll(/\p{Cf}/gu, "");
        if (status === 201) booked.push({ to, payload: kept, field });
        else refused++;
      }
    }
    const end = performance.now() + 60_000;
    const here = () => booked.every(({ to }) => postfix.emails(to).length > 0);
    while (!(here() && postfix.emails(HOST).length >= booked.length) && performance.now() < end) await pause(100);
    await pause(1000);

    const toGuests = booked.flatMap(({ to }) => postfix.emails(to));
    const toHost = postfix.emails(HOST);
    if (toGuests.length !== booked.length) wrong.push(`${toGuests.length} emails to ${booked.length} guests`);
    if (toHost.length !== booked.length) wrong.push(`${toHost.length} notifications for ${booked.length} bookings`);
    const parsed = byPython([...toGuests, ...toHost]);
    const extraRecipients = parsed.filter(({ readers }) => readers.length !== 1).length;
    const isExtra = (name: string) => !KNOWN_HEADERS.includes(name);
    const doubled = (names: string[]) => {
      const single = names.filter((name) => name !== "received");
      return single.length !== new Set(single).size;
    };
    const extraHeaders = parsed.filter(({ headers }) => headers.some(isExtra) || doubled(headers)).length;
    const defects = parsed.reduce((sum, one) => sum + one.defects, 0);

    const literal = async (message: string | undefined, payload: string) => {
      const bytes = Buffer.from(message ?? "", "latin1");
      const mail = await PostalMime.parse(bytes);
      return seenAs(mail.text ?? "").includes(seenAs(payload)) && !/<h1>|<img/.test(mail.html ?? "");
    };
    let literally = 0;
    const notifications = parsed.slice(toGuests.length);
    for (const [at, { to, payload, field }] of booked.entries()) {
      const inOwn = field !== "name" || (await literal(toGuests[at], payload));
      const notification = notifications.find(({ text }) => text.includes(to));
      const inNotification = notification !== undefined && seenAs(notification.text).includes(seenAs(payload));
      if (inOwn && inNotification) literally++;
      else wrong.push(`not literal (${field}): ${JSON.stringify(payload)}`);
    }
    const victims = postfix.emails("victim@guests.example").length;

    // The negative control: a Bcc and a second recipient, as string concatenation would produce them.
    const [sample = ""] = toGuests;
    const [glued] = byPython([
      sample.replace(/^To: .*$/m, "To: a@x.example, victim@guests.example\r\nBcc: b@x.example"),
    ]);
    const seen = glued !== undefined && glued.readers.length !== 1 && glued.headers.some(isExtra);

    await server.close();
    postfix.remove();
    for (const line of wrong) console.log(`  wrong: ${line}`);
    return {
      figures: {
        payloads: PAYLOADS.length,
        emails: parsed.length,
        bookingsRefused: refused,
        addressesRefused: `${addressesRefused} of ${addresses.length}`,
        extraRecipients,
        extraHeaders,
        defects,
        literally: `${literally} of ${booked.length}`,
        victimsReached: victims,
      },
      met: wrong.length === 0 && extraRecipients === 0 && extraHeaders === 0 && victims === 0 && defects === 0,
      negativeControl: { fault: "an email with a second recipient and a Bcc", detected: seen },
    };
  },
);
