import { useEffect, useId } from "react";
import type { AroundNavHandler } from "wouter";

/** Where the host last entered something that may be unsaved. */
let place = { path: "", href: "" };

/** The parts of the screen that have reported unsaved changes with `useLeaveGuard`. */
const dirtyParts = new Set<string>();

/** The forms with input, and their values before it. `sent` forms have been submitted since. */
const forms = new Map<HTMLFormElement, { before: string; typed: boolean; sent: boolean }>();

const QUESTION = "You have unsaved changes. Leave without saving them?";

/**
 * While `dirty` is true, asks before the host leaves the screen, goes back or closes the tab. Forms inside `main` need
 * this only if they contain more than their fields.
 */
export function useLeaveGuard(dirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!dirty) return undefined;
    noticePlace();
    dirtyParts.add(id);
    return () => void dirtyParts.delete(id);
  }, [dirty, id]);
}

type FormEvent = { target: EventTarget };

/** The handlers of the element around all screens. They track every form that is not marked `data-unguarded`. */
export const formGuard = {
  onFocus: ({ target }: FormEvent) => {
    const form = formAround(target);
    const state = form && forms.get(form);
    if (form && !state?.typed) forms.set(form, { before: valuesOf(form), typed: false, sent: state?.sent ?? false });
  },
  onInput: ({ target }: FormEvent) => {
    const form = formAround(target);
    if (!form) return;
    noticePlace();
    forms.set(form, { before: "", sent: false, ...forms.get(form), typed: true });
  },
  onSubmit: ({ target }: FormEvent) => {
    const form = formAround(target);
    if (form) forms.set(form, { before: valuesOf(form), typed: false, sent: true });
  },
};

function formAround(target: EventTarget): HTMLFormElement | null {
  return target instanceof Element ? target.closest<HTMLFormElement>("form:not([data-unguarded])") : null;
}

function valuesOf(form: HTMLFormElement): string {
  const fields = form.querySelectorAll<HTMLInputElement>("input, select, textarea");
  return JSON.stringify([...fields].map(({ type, checked, value }) => [type, checked, value.trim()]));
}

function noticePlace(): void {
  place = { path: location.pathname, href: location.href };
}

function isUnsaved(): boolean {
  return dirtyParts.size > 0 || [...forms.keys()].some(hasUnsavedInput);
}

/** A form that is no longer on the page was saved or discarded. A form with an error was sent, but not saved. */
function hasUnsavedInput(form: HTMLFormElement): boolean {
  const state = forms.get(form);
  if (!form.isConnected) forms.delete(form);
  if (!state || !form.isConnected) return false;
  const isRefused = state.sent && form.querySelector("[role=alert]:not(:empty), [aria-invalid=true]") !== null;
  return isRefused || (state.typed && valuesOf(form) !== state.before);
}

/** Called for every navigation in the portal. */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => {
  if (mayLeaveFor(to)) navigate(to, options);
};

addEventListener("beforeunload", (event) => {
  if (isUnsaved()) event.preventDefault();
});

// This listener is added when this module loads, so that it comes before the router's: listeners are called in the
// order in which they were added. The browser has already gone back; if the host stays, the screen's URL is restored.
addEventListener("popstate", (event) => {
  if (mayLeaveFor(location.href)) return;
  event.stopImmediatePropagation();
  history.pushState(null, "", place.href);
});

/** Navigation to another part of the same screen, such as a tab, is allowed, because typed text is kept. */
function mayLeaveFor(address: string): boolean {
  if (!isUnsaved() || new URL(address, location.href).pathname === place.path) return true;
  if (!confirm(QUESTION)) return false;
  forms.clear();
  return true;
}
