import { BOOKING_FORM_ID } from "./pre-hydration-input.ts";

/** A field that people do not see. */
export const TRAP_FIELD = "website";

/** How the form was filled in, so that the server can tell bots from people. */
export function botSignals(): { website?: string; filledMs: number } {
  // Since the page was opened: input before the script loaded counts too.
  const filledMs = Math.round(performance.now());
  const form = document.getElementById(BOOKING_FORM_ID);
  const trap = form instanceof HTMLFormElement ? form.elements.namedItem(TRAP_FIELD) : null;
  return trap instanceof HTMLInputElement && trap.value !== "" ? { website: trap.value, filledMs } : { filledMs };
}
