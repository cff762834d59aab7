import type { Health } from "./health.ts";

type Facts = { health: Health; name: string; trouble: string; heldReason: "drop" | "identity" | null };

/** The state of a channel, and what to do about it, in a sentence. */
export function healthText({ health, name, trouble, heldReason }: Facts): string {
  switch (health) {
    case "never":
      return "Not read yet; the first reading is in progress.";
    case "ok":
      return "Reading on schedule.";
    case "late":
      return trouble || "The last successful reading was a while ago; the next one is scheduled.";
    case "failing":
      return trouble || `${name} has not been read for more than two hours.`;
    case "held":
      return heldReason === "identity"
        ? "The link now returns a different calendar. Nothing is imported until you confirm it."
        : "Many stays are suddenly missing from this calendar. Their nights stay closed until we know why.";
    case "paused":
      return "Paused: we don't read the calendar. Known nights stay closed.";
  }
}
