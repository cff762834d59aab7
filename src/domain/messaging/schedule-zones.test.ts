import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const PROGRAM = `
  import { scheduleOf } from "#domain/messaging/schedule.ts";
  const hours = { timeZone: "Asia/Colombo", checkInFrom: "14:00", checkOutBy: "11:00" };
  const now = new Date("2026-12-31T18:29:59Z");
  const planned = scheduleOf({ checkIn: "2027-01-01", checkOut: "2027-01-03" }, hours, now);
  console.log(JSON.stringify(planned.map(({ due, usefulUntil }) => [due, usefulUntil])));
`;

test.each(["Asia/Colombo", "UTC", "America/Los_Angeles", "Pacific/Kiritimati", "Europe/Berlin", "Australia/Lord_Howe"])(
  "a server in %s calculates the same send times, even one second before the new year at the property",
  (zone) => {
    const output = execFileSync(process.execPath, ["--input-type=module-typescript", "-e", PROGRAM], {
      env: { ...process.env, TZ: zone },
      encoding: "utf8",
    });
    expect(JSON.parse(output)).toEqual([
      ["2026-12-31T18:29:59.000Z", "2027-01-03T05:30:00.000Z"],
      ["2026-12-31T08:30:00.000Z", "2027-01-01T18:30:00.000Z"],
      ["2027-01-03T02:30:00.000Z", "2027-01-03T05:30:00.000Z"],
      ["2027-01-04T05:30:00.000Z", "2027-01-18T05:30:00.000Z"],
    ]);
  },
);
