import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { backupName, outdated } from "./backup.ts";
import { freshnessOf, needsAlert } from "./freshness.ts";
import { isBackupDue } from "./schedule.ts";

const at = (iso: string) => new Date(iso);
const COLOMBO = "Asia/Colombo";

describe("when a backup is due", () => {
  // 03:00 in Colombo is 21:30 UTC on the day before.
  const installedAt = at("2026-11-20T06:00:00Z");

  test("at 03:00 property time on the first night after installation, and on every night after that", () => {
    const fresh = { lastMade: null, lastTry: null, installedAt };
    expect(isBackupDue(fresh, at("2026-11-20T21:29:59Z"), COLOMBO)).toBe(false);
    expect(isBackupDue(fresh, at("2026-11-20T21:30:00Z"), COLOMBO)).toBe(true);
    const done = { lastMade: at("2026-11-20T21:30:05Z"), lastTry: at("2026-11-20T21:30:05Z"), installedAt };
    expect(isBackupDue(done, at("2026-11-21T21:29:59Z"), COLOMBO)).toBe(false);
    expect(isBackupDue(done, at("2026-11-21T21:30:00Z"), COLOMBO)).toBe(true);
  });

  test("a machine that was asleep catches up when it wakes; a failed backup is retried after an hour", () => {
    const history = { lastMade: at("2026-11-18T21:30:00Z"), lastTry: at("2026-11-18T21:30:00Z"), installedAt };
    expect(isBackupDue(history, at("2026-11-21T09:00:00Z"), COLOMBO)).toBe(true);
    const failed = { ...history, lastTry: at("2026-11-21T08:30:00Z") };
    expect(isBackupDue(failed, at("2026-11-21T09:00:00Z"), COLOMBO)).toBe(false);
    expect(isBackupDue(failed, at("2026-11-21T09:30:00Z"), COLOMBO)).toBe(true);
  });
});

test("if the clock was a year ahead during the installation, the first backup is due at the next 03:00", () => {
  const history = { lastMade: null, lastTry: null, installedAt: at("2027-11-20T06:00:00Z") };
  expect(isBackupDue(history, at("2026-11-20T21:29:59Z"), COLOMBO)).toBe(false);
  expect(isBackupDue(history, at("2026-11-20T21:30:00Z"), COLOMBO)).toBe(true);
});

describe("how fresh the backups are", () => {
  const installedAt = at("2026-11-01T00:00:00Z");
  const known = { lastGood: at("2026-11-20T21:30:00Z"), installedAt, automatic: true, lastProblem: null };

  test.each([
    ["2026-11-21T23:30:00Z", "fresh", false],
    ["2026-11-21T23:30:01Z", "stale", true],
    ["2026-11-22T00:30:00Z", "stale", true],
  ])("at %s the backups are %s", (now, state, alarm) => {
    const freshness = freshnessOf(known, at(now));
    expect([freshness.state, needsAlert(freshness)]).toEqual([state, alarm]);
  });

  test("a failed backup is reported however recent the last good one is; backups that are switched off raise no alert", () => {
    expect(
      freshnessOf({ ...known, lastProblem: { incomplete: false, reason: "full" } }, at("2026-11-20T22:00:00Z")),
    ).toEqual({
      state: "failed",
      reason: "full",
    });
    expect(needsAlert(freshnessOf({ ...known, automatic: false }, at("2026-12-20T22:00:00Z")))).toBe(false);
    expect(freshnessOf({ ...known, lastGood: null }, at("2026-11-01T09:00:00Z")).state).toBe("waiting");
  });
});

const DAY_MS = 86_400_000;

test("retention removes the backups that are older than the second-newest by more than the limit, and never the newest", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 400 })), fc.integer({ min: 1, max: 365 }), (ages, keepDays) => {
      const now = at("2026-11-21T00:00:00Z");
      const backups = ages.map((age) => ({ startedAt: new Date(now.getTime() - age * DAY_MS), reason: null }));
      const gone = outdated(backups, keepDays, now);
      const left = backups.filter((backup) => !gone.includes(backup));
      const [youngest, previous] = ages.toSorted((a, b) => a - b);
      expect(left.length > 0).toBe(backups.length > 0);
      const ageOf = ({ startedAt }: { startedAt: Date }) => (now.getTime() - startedAt.getTime()) / DAY_MS;
      for (const backup of left) {
        expect(ageOf(backup) === youngest || ageOf(backup) - (previous ?? 0) <= keepDays).toBe(true);
      }
      for (const backup of gone) expect(ageOf(backup) - (previous ?? 0)).toBeGreaterThan(keepDays);
    }),
  );
});

test("a backup made while the clock is two years ahead does not cause any other backup to be deleted", () => {
  const nightly = Array.from({ length: 30 }, (_, night) => ({
    startedAt: new Date(at("2026-11-21T00:00:00Z").getTime() - night * DAY_MS),
    reason: null,
  }));
  const ahead = at("2028-11-21T00:00:00Z");
  expect(outdated([...nightly, { startedAt: ahead, reason: null }], 30, ahead)).toEqual([]);
});

test("while backups are incomplete, retention keeps the last complete ones, and removes incomplete ones by their age", () => {
  const now = at("2026-11-21T00:00:00Z");
  const nightly = Array.from({ length: 80 }, (_, night) => ({
    startedAt: new Date(now.getTime() - night * DAY_MS),
    reason: night < 50 ? "3 pictures are missing" : null,
  }));
  const gone = outdated(nightly, 30, now).map((backup) => nightly.indexOf(backup));
  expect(gone.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 18 }, (_, n) => 32 + n));
});

test("a file name contains the time, and says if the backup was made before an upgrade or is encrypted", () => {
  expect(backupName(at("2026-11-21T21:30:05Z"), "nightly", false)).toBe("latchkey-20261121-213005-000.tar.gz");
  expect(backupName(at("2026-11-21T21:30:05.042Z"), "before-upgrade", true)).toBe(
    "latchkey-20261121-213005-042-before-upgrade.tar.gz.locked",
  );
});
