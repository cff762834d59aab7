import type { Health } from "./health.ts";

type Facts = { health: Health; name: string; trouble: string; heldReason: "drop" | "identity" | null };

/** How a channel is, in a sentence that says what to do. */
export function healthText({ health, name, trouble, heldReason }: Facts): string {
  switch (health) {
    case "never":
      return "Not read yet; the first reading is under way.";
    case "ok":
      return "Read as planned.";
    case "late":
      return trouble || "The last good reading is a while ago; the next one is planned.";
    case "failing":
      return trouble || `${name} was not read for more than two hours.`;
    case "held":
      return heldReason === "identity"
        ? "The link now returns another calendar. Nothing is taken over until you confirm it."
        : "Much is suddenly missing from this calendar. Its nights stay closed until it is clear.";
    case "paused":
      return "Paused: the calendar is not read. Known nights stay closed.";
  }
}
