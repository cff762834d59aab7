/**
 * Independent programs from Debian read our calendar: vdirsyncer fetches it over HTTP (twice, with no changes before
 * the second fetch), khal shows its nights, and python3-icalendar and python3-vobject parse and validate it.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { bookStay } from "#server/testing/given.ts";
import { openChannel } from "#server/testing/open-channel.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { prove } from "./support/proof.ts";
import { debianInstall } from "../scripts/debian.mjs";

/** No other Python on the PATH finds Debian's packages. */
const PYTHON = "/usr/bin/python3";
const PACKAGES = {
  khal: "khal",
  vdirsyncer: "vdirsyncer",
  "python3-icalendar": PYTHON,
  "python3-vobject": PYTHON,
};
for (const [name, command] of Object.entries(PACKAGES)) {
  const known = name.startsWith("python3-")
    ? spawnSync(command, ["-c", `import ${name.slice("python3-".length)}`]).status === 0
    : spawnSync(command, ["--version"]).status === 0;
  if (!known && !debianInstall(name)) throw new Error(`The Debian package ${name} is needed`);
}

const server = await startTestApp("sqlite");
// The clients use the real clock.
server.clock.set(new Date().toISOString());
const cookie = await server.signIn();
const path = await openChannel(server, cookie, "airbnb");
const today = toLocalDate(new Date().toISOString().slice(0, 10));
const first = addDays(today, 10);
const stays = [
  // Two adjacent stays are directly followed by one of the host's blocks.
  { checkInDate: first, checkOutDate: addDays(first, 4) },
  { checkInDate: addDays(first, 4), checkOutDate: addDays(first, 6) },
];
for (const stay of stays) {
  const { status } = await bookStay(server, stay);
  if (status !== 201) throw new Error(`A booking returned ${status}`);
}
const block = { startsOn: addDays(first, 6), endsOn: addDays(first, 7), reason: "තේ වත්ත; a walk, by ourselves" };
await server.send("POST", "/api/admin/blocks", block, { cookie });

const folder = mkdtempSync(join(tmpdir(), "latchkey-clients-"));
const nights = join(folder, "nights");
mkdirSync(nights);
const faults: string[] = [];
const figures: Record<string, number | string> = {};
const expect = (what: string, is: unknown, expected: unknown) => {
  const ok = JSON.stringify(is) === JSON.stringify(expected);
  console.log(`${ok ? "ok  " : "FAIL"} ${what}: ${JSON.stringify(is)}`);
  if (!ok) faults.push(`${what}: wanted ${JSON.stringify(expected)}`);
};

/** Asynchronous, because this process also serves the calendar that the program requests. */
async function run(command: string, args: string[], input?: string): Promise<string> {
  const child = spawn(command, args, {
    env: { ...process.env, VDIRSYNCER_CONFIG: join(folder, "vdirsyncer"), HOME: folder },
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(input ?? "");
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (status !== 0) faults.push(`${command} ${args.join(" ")} exited with ${status}: ${output}`);
  return output;
}

writeFileSync(
  join(folder, "vdirsyncer"),
  `[general]
status_path = "${join(folder, "status")}"
[pair nights]
a = "theirs"
b = "ours"
collections = null
[storage theirs]
type = "filesystem"
path = "${nights}"
fileext = ".ics"
[storage ours]
type = "http"
url = "${server.url}${path}"
`,
);
await run("vdirsyncer", ["discover"]);
const copies = (output: string) => output.split("\n").filter((line) => line.includes("Copying")).length;
for (const [time, expected] of [3, 0].entries()) {
  const copied = copies(await run("vdirsyncer", ["sync"]));
  figures[`vdirsyncer's ${time === 0 ? "first" : "second"} sync copied`] = copied;
  expect(`vdirsyncer, sync ${time + 1}, copied`, copied, expected);
}
expect("files in its folder", readdirSync(nights).length, 3);

writeFileSync(
  join(folder, "khal"),
  `[calendars]
[[nights]]
path = ${nights}
[locale]
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
[sqlite]
path = ${join(folder, "khal.db")}
`,
);
const shown = await run("khal", [
  "-c",
  join(folder, "khal"),
  "list",
  "--day-format",
  "{date-long}",
  "--format",
  "  {title}",
  first,
  "8d",
]);
const byDay: Record<string, string[]> = {};
let day = "";
for (const line of shown.split("\n").filter(Boolean)) {
  if (line.startsWith("  ")) (byDay[day] ??= []).push(line.trim());
  else day = line.trim();
}
expect(
  "khal's nights",
  byDay,
  Object.fromEntries(Array.from({ length: 7 }, (_, i) => [addDays(first, i), [i < 6 ? "Reserved" : "Not available"]])),
);

const text = (await server.send("GET", path)).text;
const icalendar = `
import sys, icalendar
calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
print([(str(e.decoded("dtstart")), str(e.decoded("dtend"))) for e in calendar.walk("VEVENT")], calendar.get("method"), [e.errors for e in calendar.walk() if e.errors])
`;
const spans = [
  ...stays.map(({ checkInDate, checkOutDate }) => [checkInDate, checkOutDate]),
  [block.startsOn, block.endsOn],
];
expect(
  "python3-icalendar",
  (await run(PYTHON, ["-c", icalendar], text)).trim(),
  `[${spans.map(([from, to]) => `('${from}', '${to}')`).join(", ")}] None []`,
);
const vobject = `
import sys, vobject
calendar = vobject.readOne(sys.stdin.read())
print(calendar.validate(raiseException=True), len(calendar.vevent_list))
`;
expect("python3-vobject", (await run(PYTHON, ["-c", vobject], text)).trim(), "True 3");
figures["khal's nights"] = Object.keys(byDay).length;
figures["events for icalendar and vobject"] = spans.length;
// The negative control: without UIDs, the calendar is invalid.
const nameless = spawnSync(PYTHON, ["-c", vobject], { input: text.replace(/^UID:.*\r\n/gm, "") });

await server.close();
rmSync(folder, { recursive: true, force: true });
for (const fault of faults) console.error(fault);
await prove(
  {
    id: "S-51",
    what: "Our calendar in khal, vdirsyncer, python3-icalendar and python3-vobject",
    aim: "each reads it without an error and finds the right nights or number of events; a second sync copies 0",
  },
  "sqlite",
  async () => ({
    figures: { ...figures, differences: faults.length },
    met: faults.length === 0,
    negativeControl: {
      fault: "the same calendar without UIDs, given to python3-vobject",
      detected: nameless.status !== 0,
    },
  }),
);
