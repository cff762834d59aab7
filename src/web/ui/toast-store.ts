import { useSyncExternalStore } from "react";

/** SPEC 9: at most one toast is visible. A toast is shown for 5 s and removed 1,000,000 ms after it was dismissed. */
export const TOAST_LIMIT = 1;
export const TOAST_DURATION_MS = 5000;
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
export const TOAST_SWIPE_THRESHOLD_PX = 50;

export type ToastVariant = "default" | "destructive";
export type ToastMessage = { id: number; title: string; description?: string; variant: ToastVariant; open: boolean };

let toasts: ToastMessage[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: ToastMessage[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Replaces the previous message. Therefore, use at most one toast for each action, and show errors on the page too. */
export function toast(message: { title: string; description?: string; variant?: ToastVariant }): number {
  lastId += 1;
  const shown: ToastMessage = { variant: "default", ...message, id: lastId, open: true };
  change([shown, ...toasts].slice(0, TOAST_LIMIT));
  return lastId;
}

export function dismissToast(id: number): void {
  change(toasts.map((shown) => (shown.id === id ? { ...shown, open: false } : shown)));
  setTimeout(() => change(toasts.filter((shown) => shown.id !== id)), TOAST_REMOVE_DELAY_MS);
}

const NONE: ToastMessage[] = [];

export function useToasts(): ToastMessage[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
    () => NONE,
  );
}
