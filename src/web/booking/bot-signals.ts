import { BOOKING_FORM_ID } from "./pre-hydration-input.ts";

/** A field that people do not see. */
export const TRAP_FIELD = "website";

/** How the form was filled in, so that the server can tell bots from people. */
export function botSignals(): { website?: string; filledMs: number } {
  // The time since the document was requested, because input from before the script loaded counts too.
  const filledMs = Math.round(performance.now());
  const trap = document.forms.namedItem(BOOKING_FORM_ID)?.elements.namedItem(TRAP_FIELD);
  return trap instanceof HTMLInputElement && trap.value !== "" ? { website: trap.value, filledMs } : { filledMs };
}
