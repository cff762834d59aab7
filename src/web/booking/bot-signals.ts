import { BOOKING_FORM_ID } from "./pre-hydration-input.ts";

/** A field that people do not see. */
export const TRAP_FIELD = "website";

/** How the form was filled in, for the server to tell programs from people. */
export function botSignals(): { website?: string; filledMs: number } {
  // Since the page was opened: what was typed before the script came counts too.
  const filledMs = Math.round(performance.now());
  const form = document.getElementById(BOOKING_FORM_ID);
  const trap = form instanceof HTMLFormElement ? form.elements.namedItem(TRAP_FIELD) : null;
  return trap instanceof HTMLInputElement && trap.value !== "" ? { website: trap.value, filledMs } : { filledMs };
}
