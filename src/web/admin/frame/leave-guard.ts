import { useEffect } from "react";
import type { AroundNavHandler } from "wouter";

/** The URL at which the host last entered something that may be unsaved. */
let place = "";

let dirtyParts = 0;

/** The values of the forms that the host has used, and whether there has been input or a save since. */
const forms = new Map<HTMLFormElement, [values: string, since?: "input" | "save"]>();

const QUESTION = "You have unsaved changes. Leave without saving them?";

/**
 * While `dirty` is true, asks before the host leaves the screen, goes back or closes the tab. Forms inside `main` need
 * this only if they have unsaved changes outside their fields.
 */
export function useLeaveGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return undefined;
    place = location.href;
    dirtyParts++;
    return () => {
      dirtyParts--;
    };
  }, [dirty]);
}

type FormEvent = { target: EventTarget };

const withForm = (use: (form: HTMLFormElement) => void) => (event: FormEvent) => {
  // Only elements receive focus, input and submit events.
  const form = (event.target as Element).closest<HTMLFormElement>("form:not([data-unguarded])");
  if (form) use(form);
};

/** Event handlers for the element that contains all screens. Forms marked `data-unguarded` are not tracked. */
export const formGuard = {
  onFocus: withForm((form) => {
    if (!isUnsaved(form)) forms.set(form, [valuesOf(form)]);
  }),
  onInput: withForm((form) => {
    place = location.href;
    forms.set(form, [forms.get(form)?.[0] ?? "", "input"]);
  }),
  onSubmit: withForm((form) => forms.set(form, [valuesOf(form), "save"])),
};

// Elements without a value, such as fieldsets, do no harm here.
const valuesOf = (form: HTMLFormElement) =>
  Array.from(form.elements as unknown as HTMLInputElement[], (field) => field.value + field.checked).join();

/**
 * A form that is no longer on the page was saved or discarded. A form that shows an error was not saved. If there was
 * no input, the screen itself has changed the values, for example to show a hidden link.
 */
function isUnsaved(form: HTMLFormElement): boolean {
  const [values, since] = forms.get(form) ?? [];
  if (!form.isConnected || !since) return false;
  return since === "input" ? valuesOf(form) !== values : !!form.querySelector("[role=alert],[aria-invalid]");
}

const isAnyUnsaved = () => dirtyParts > 0 || [...forms.keys()].some(isUnsaved);

export const guardNavigation: AroundNavHandler = (navigate, to, options) => {
  if (mayLeaveFor(to)) navigate(to, options);
};

addEventListener("beforeunload", (event) => {
  if (isAnyUnsaved()) event.preventDefault();
});

// This listener is added when this module loads, so that it comes before the router's: listeners are called in the
// order in which they were added. The browser has already gone back; if the host stays, the screen's URL is restored.
addEventListener("popstate", (event) => {
  if (mayLeaveFor(location.href)) return;
  event.stopImmediatePropagation();
  history.pushState(null, "", place);
});

/** Another part of the same screen, such as a tab, may open, because typed text is kept. */
function mayLeaveFor(address: string): boolean {
  if (!isAnyUnsaved() || new URL(address, location.href).pathname === new URL(place).pathname) return true;
  if (!confirm(QUESTION)) return false;
  forms.clear();
  return true;
}
