/**
 * Independent programs open our emails and their calendar files: Python's email and html.parser, python3-icalendar and
 * khal. The guest's name and the host's text contain Sinhala and an emoji.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bookStay } from "#server/testing/given.ts";
import { openMailbox } from "#server/testing/mailbox.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { debianInstall } from "../scripts/debian.mjs";
import { prove } from "./support/proof.ts";

const PYTHON = "/usr/bin/python3";
const GUEST = { name: "නිමල් පෙරේරා 🌴", email: "nimal@example.com", phone: "+94 77 123 4567" };
const COTTAGE = "කිතුල් Hill Cottage 🍃";
const CHECK_IN = "2027-03-10";
const CHECK_OUT = "2027-03-13";

for (const [name, known] of [
  ["khal", () => spawnSync("khal", ["--version"]).status === 0],
  ["python3-icalendar", () => spawnSync(PYTHON, ["-c", "import icalendar"]).status === 0],
] as const) {
  if (known() || debianInstall(name)) continue;
  console.log(`SKIPPED: needs the Debian package ${name}.`);
  process.exit(0);
}

const READ = `
import sys, json, email, email.policy, email.header, email.utils, html.parser, icalendar
raw = sys.stdin.buffer.read()
message = email.message_from_bytes(raw, policy=email.policy.default)
plain = email.message_from_bytes(raw)
def people(name):
    # The newer parser in Python 3.11 puts a space between encoded words (RFC 2047 6.2 has none); decode_header does
    # not.
    return [[str(email.header.make_header(email.header.decode_header(n))), a] for n, a in email.utils.getaddresses([plain[name]])]
class Page(html.parser.HTMLParser):
    def __init__(self): super().__init__(); self.words = []; self.card = None; self.open = []; self.links = []; self.tags = set()
    def handle_starttag(self, tag, attrs): self.open.append(tag); self.tags.add(tag); self.links += [v for k, v in attrs if k == "href"]
    def handle_endtag(self, tag):
        while self.open and self.open.pop() != tag: pass
    def handle_data(self, data):
        if "script" in self.open: self.card = json.loads(data)
        else: self.words.append(data)
page = Page()
parts = [(p.get_content_type(), p.get_content_charset(), p["content-transfer-encoding"]) for p in message.walk() if not p.is_multipart()]
body = {}
for part in message.walk():
    if part.is_multipart(): continue
    content = part.get_content()
    body.setdefault(part.get_content_type(), content if isinstance(content, str) else content.decode())
page.feed(body["text/html"])
calendar = icalendar.Calendar.from_ical(body["text/calendar"])
[event] = calendar.walk("VEVENT")
json.dump({
  "parts": parts, "subject": message["subject"], "defects": [str(d) for p in message.walk() for d in p.defects],
  "to": people("to"), "from": people("from"),
  "text": body["text/plain"], "words": " ".join(page.words), "card": page.card, "links": page.links, "tags": sorted(page.tags),
  "unclosed": [t for t in page.open if t not in ("meta", "br", "link")],
  "ics": body["text/calendar"], "method": str(calendar["method"]), "status": str(event["status"]), "uid": str(event["uid"]),
  "sequence": int(event["sequence"]), "days": [str(event.decoded("dtstart")), str(event.decoded("dtend"))],
  "summary": str(event["summary"]), "errors": [e.errors for e in calendar.walk() if e.errors],
}, sys.stdout)
`;

/** How many events khal has stored after importing the files one by one, and then the lines that it lists. */
function shownByKhal(files: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-khal-"));
  const stays = join(folder, "stays");
  const config = join(folder, "config");
  spawnSync("mkdir", ["-p", stays]);
  writeFileSync(
    config,
    `[calendars]\n[[stays]]\npath = ${stays}\n[locale]\ntimeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\n` +
      `datetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n[sqlite]\npath = ${join(folder, "khal.db")}\n`,
  );
  const khal = (...args: string[]) =>
    spawnSync("khal", ["-c", config, ...args], { encoding: "utf8", env: { ...process.env, HOME: folder } });
  for (const [at, file] of files.entries()) {
    const path = join(folder, `${at}.ics`);
    writeFileSync(path, file);
    const { status, stderr } = khal("import", "--batch", "-a", "stays", path);
    if (status !== 0) throw new Error(`khal rejected it: ${stderr}`);
  }
  const { stdout } = khal("list", "--day-format", "", "--format", "{start-date} {end-date} {title}", CHECK_IN, "10d");
  const kept = readdirSync(stays).length;
  rmSync(folder, { recursive: true, force: true });
  return [String(kept), ...new Set(stdout.split("\n").filter(Boolean))];
}

await prove(
  {
    id: "MAIL",
    what: "Emails opened by other programs",
    aim: "Python's email package reads every part, with Sinhala and emoji; python3-icalendar and khal accept the .ics file",
  },
  "sqlite",
  async () => {
    const box = await openMailbox();
    const server = await startTestApp("sqlite", {
      outbox: { everyMs: 20, leaseMs: 2000, slots: 4 },
      config: {
        publicUrl: "https://cottage.example",
        mail: { smtpUrl: box.url, from: { address: "stay@cottage.example" } },
      },
    });
    await server.app.start();
    const cookie = await server.signIn();
    const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
    const content = (await host("GET", "/api/admin/content/property")).json;
    const { directionsHtml: _html, ...gettingHere } = content.gettingHere;
    const directions = "**වමට** හැරෙන්න:\n\n- 🌿 the upper road\n- [map](/location)";
    await host("PUT", "/api/admin/content/property", { name: COTTAGE, gettingHere: { ...gettingHere, directions } });

    const { json: stay } = await bookStay(server, { checkInDate: CHECK_IN, checkOutDate: CHECK_OUT }, GUEST);
    await box.wait(2);
    await host("POST", `/api/admin/bookings/${stay.id}/cancel`, { version: 1, waiveFee: false, expectedFee: "0.00" });
    await box.wait(3);
    const emails = box.emails.filter(({ to }) => to[0] === GUEST.email);
    const [welcome, cancelled] = emails.map(({ raw }) => {
      const { stdout, stderr } = spawnSync(PYTHON, ["-c", READ], { input: raw, encoding: "utf8" });
      if (!stdout) throw new Error(stderr);
      return JSON.parse(stdout);
    });

    const wrong: string[] = [];
    let checks = 0;
    const must = (what: string, is: unknown, expected: unknown) => {
      checks++;
      if (JSON.stringify(is) !== JSON.stringify(expected)) wrong.push(`${what}: ${JSON.stringify(is)}`);
    };
    const types = [
      ["text/plain", "utf-8"],
      ["text/html", "utf-8"],
      ["text/calendar", "utf-8"],
    ];
    const seenTypes = welcome.parts.map(([type, charset]: string[]) => [type, charset]);
    must("parts", seenTypes.slice(0, 3), types);
    must("defects", [...welcome.defects, ...cancelled.defects], []);
    must("reader", welcome.to, [[GUEST.name, GUEST.email]]);
    must("sender", welcome.from, [[COTTAGE, "stay@cottage.example"]]);
    must("subject", welcome.subject, `Your stay at ${COTTAGE} is booked (${stay.reference})`);
    must("name in the text", welcome.text.includes(`Dear ${GUEST.name},`), true);
    must("name in the page", welcome.words.includes(`Dear ${GUEST.name},`), true);
    must("Markdown as text", welcome.text.includes("වමට හැරෙන්න:"), true);
    must("a list as text", welcome.text.includes("- 🌿 the upper road"), true);
    must(
      "Markdown as HTML",
      ["strong", "ul", "li"].every((tag) => welcome.tags.includes(tag)),
      true,
    );
    must(
      "links are complete",
      welcome.links.every((link: string) => link.startsWith("https://cottage.example/")),
      true,
    );
    must("everything closed", welcome.unclosed, []);
    must("the card's type", welcome.card?.["@type"], "LodgingReservation");
    must("the card's guest", welcome.card?.underName?.name, GUEST.name);
    must(
      "the card's moments",
      [welcome.card?.checkinDate, welcome.card?.checkoutDate],
      ["2027-03-10T08:30:00.000Z", "2027-03-13T05:30:00.000Z"],
    );
    must(
      "the card's status",
      [welcome.card?.reservationStatus, cancelled.card?.reservationStatus],
      ["http://schema.org/ReservationConfirmed", "http://schema.org/ReservationCancelled"],
    );
    must("icalendar: method and status", [welcome.method, welcome.status], ["PUBLISH", "CONFIRMED"]);
    must("icalendar: days", welcome.days, [CHECK_IN, "2027-03-14"]);
    must("icalendar: title", welcome.summary, `Stay at ${COTTAGE}`);
    must("icalendar: errors", [...welcome.errors, ...cancelled.errors], []);
    must("icalendar: cancelled", [cancelled.method, cancelled.status], ["CANCEL", "CANCELLED"]);
    must(
      "icalendar: the same stay with a higher SEQUENCE",
      [cancelled.uid, cancelled.sequence > welcome.sequence],
      [welcome.uid, true],
    );
    must("line endings follow RFC 5545 3.1", /[^\r]\n/.test(welcome.ics.replaceAll("\r\n", "")), false);
    must("khal", shownByKhal([welcome.ics]), ["1", `${CHECK_IN} ${CHECK_OUT} Stay at ${COTTAGE}`]);
    must("khal, twice and then cancelled: one stay", shownByKhal([welcome.ics, welcome.ics, cancelled.ics])[0], "1");

    // The negative control: python3-icalendar rejects a file with an invalid date.
    const broken = welcome.ics.replace("20270310", "20271340");
    const icalendarRefuses =
      spawnSync(
        PYTHON,
        [
          "-c",
          "import sys, icalendar; [e.decoded('dtstart') for e in icalendar.Calendar.from_ical(sys.stdin.read()).walk('VEVENT')]",
        ],
        { input: broken },
      ).status !== 0;
    await server.close();
    await box.close();
    for (const line of wrong) console.log(`  wrong: ${line}`);
    return {
      figures: { emails: emails.length, checks, wrong: wrong.length },
      met: wrong.length === 0,
      negativeControl: { fault: "a calendar file with an impossible date", detected: icalendarRefuses },
    };
  },
);
