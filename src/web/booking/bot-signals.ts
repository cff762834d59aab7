import { BOOKING_FORM_ID } from "./pre-hydration-input.ts";

/** People do not see this field. */
export const TRAP_FIELD = "website";

/** Helps the server to tell bots from people. */
export function botSignals(): { website?: string; filledMs: number } {
  // The time since the document was requested, because input from before the script loaded counts too.
  const filledMs = Math.round(performance.now());
  const trap = document.forms.namedItem(BOOKING_FORM_ID)?.elements.namedItem(TRAP_FIELD);
  return trap instanceof HTMLInputElement && trap.value !== "" ? { website: trap.value, filledMs } : { filledMs };
}
