import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freeBytes } from "../runtime/free-bytes.ts";
import { type Check, bad, good, warning } from "./finding.ts";

const GIGABYTE = 1e9;
const LEAST_FREE = 0.2 * GIGABYTE;
const ENOUGH_FREE = 2 * GIGABYTE;

export function diskCheck(dataDir: string): Check {
  return {
    id: "disk",
    title: "Disk",
    look: async () => {
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      const probe = join(dataDir, `.doctor-${randomBytes(4).toString("hex")}`);
      try {
        await writeFile(probe, "x", { flush: true });
      } catch (error) {
        const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
        return bad(
          `Cannot write to ${dataDir} (${code}).`,
          code === "ENOSPC"
            ? "The disk is full. Free some space now: guests can't book."
            : "Give Latchkey's user write permission there, or choose another DATA_DIR.",
        );
      } finally {
        await rm(probe, { force: true });
      }
      const free = await freeBytes(dataDir);
      const message = `${(free / GIGABYTE).toFixed(1)} GB free for ${dataDir}.`;
      if (free < LEAST_FREE) return bad(message, "Free some space now, or guests won't be able to book.");
      if (free < ENOUGH_FREE) return warning(message, "Free some space: pictures and backups need it.");
      return good(message);
    },
  };
}

/**
 * Whether the clock is plausible: it must not be earlier than the latest stored time, and must be close to another
 * machine's clock.
 */
export function clockCheck(needs: {
  now: () => Date;
  /** The latest stored time, if any. */
  newestStored: () => Promise<Date | null>;
  /** The time on another machine, if there is one that is contacted anyway. */
  elsewhere: () => Promise<Date | null>;
  timeZone: () => Promise<string>;
}): Check {
  return {
    id: "clock",
    title: "Clock and time zone",
    look: async () => {
      const remedy = "Turn on time synchronization on this machine (for example: timedatectl set-ntp true).";
      const now = needs.now();
      const newest = await needs.newestStored();
      const zone = await needs.timeZone();
      if (newest && newest.getTime() - now.getTime() > 60_000) {
        return bad(`The clock is behind: some stored bookings were made after ${now.toISOString()}.`, remedy);
      }
      const other = await needs.elsewhere();
      const offMs = other ? Math.abs(other.getTime() - now.getTime()) : 0;
      if (offMs > 30_000)
        return warning(`The clock differs by ${Math.round(offMs / 1000)} s from another machine's.`, remedy);
      const there = now.toLocaleString("en-GB", { timeZone: zone, dateStyle: "medium", timeStyle: "short" });
      return good(`Property time (${zone}) is ${there}.`);
    },
  };
}
