import { ANALYTICS, BOOKINGS, CHANNELS, CONTENT, DASHBOARD, MESSAGING, SETTINGS } from "../frame/destinations.ts";

/** The letters to press after `g`. */
export const GO_KEYS = [
  ["d", DASHBOARD],
  ["b", BOOKINGS],
  ["a", ANALYTICS],
  ["c", CHANNELS],
  ["m", MESSAGING],
  ["t", CONTENT],
  ["s", SETTINGS],
] as const;

const OFF_KEY = "latchkey-shortcuts-off";

/** WCAG 2.1.4: shortcuts without Ctrl can be turned off, because speech input would trigger them by accident. */
export function areShortcutsOn(): boolean {
  return localStorage.getItem(OFF_KEY) !== "yes";
}

export function switchShortcuts(on: boolean): void {
  if (on) localStorage.removeItem(OFF_KEY);
  else localStorage.setItem(OFF_KEY, "yes");
}

/** Also true in a menu or while a dialog is open. */
export function isTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  return (
    (target instanceof Element && target.closest("input, textarea, select, [contenteditable], [role=menu]") !== null) ||
    document.querySelector("dialog[open]") !== null
  );
}

export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
