import { badReading } from "./bad-reading.ts";

/** S-62: the state of a channel. */
export const HEALTH = ["never", "ok", "late", "failing", "held", "paused"] as const;
export type Health = (typeof HEALTH)[number];

/** Why the host has to answer first: stays suddenly missing (S-33), or a different calendar (S-35). */
export type HeldReason = "drop" | "identity";

type Watched = {
  state: "connected" | "paused" | "disconnected";
  connectedAt: Date;
  /** When the calendar was last read and imported. */
  lastOkAt: Date | null;
  /** Consecutive failed reads. */
  failures: number;
  held: HeldReason | null;
  /** The platform responds that the calendar does not exist or is closed to us (401, 403, 404, 410). */
  gone: boolean;
};

const MINUTE_MS = 60_000;
export const LATE_MS = 45 * MINUTE_MS;
export const FAILING_MS = 120 * MINUTE_MS;
const FAILURES_TO_FAIL = 3;

export function healthOf(channel: Watched, now: Date): Health {
  if (channel.state !== "connected") return "paused";
  const silentMs = now.getTime() - (channel.lastOkAt ?? channel.connectedAt).getTime();
  if (channel.gone) return "failing";
  if (channel.held === "identity") return "held";
  if (channel.failures >= FAILURES_TO_FAIL || silentMs > FAILING_MS) return "failing";
  if (channel.held) return "held";
  if (!channel.lastOkAt) return "never";
  return silentMs > LATE_MS ? "late" : "ok";
}

type Facts = { health: Health; name: string; trouble: string; heldReason: HeldReason | null };

/** The state of a channel, and what to do about it. */
export function healthText({ health, name, trouble, heldReason }: Facts): string {
  switch (health) {
    case "never":
      return "Not checked yet; the first check is in progress.";
    case "ok":
      return "Calendar checks are on schedule.";
    case "late":
      return trouble || "The last successful check was a while ago; the next one is scheduled.";
    case "failing":
      return trouble || `We haven't been able to read ${name}'s calendar for more than two hours.`;
    case "held":
      return heldReason === "identity"
        ? badReading("other_calendar", null, name)
        : "Stays are suddenly missing from this calendar. Their nights stay closed until you answer our question; without an answer, for at least six hours.";
    case "paused":
      return heldReason === "identity"
        ? `Paused, because the link returns a different calendar. Choose “Change link” on the page of ${name} in Latchkey, and paste the right link.`
        : "Paused: we don't read the calendar. Nights it has already closed stay closed, but new stays are not imported.";
  }
}
