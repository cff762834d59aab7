import type { BookingFormValues } from "./form-values.ts";

/**
 * The guest's input, stored in this tab until the booking is made, so that a reload or a crash loses nothing. `sent` is
 * a request that may have led to a booking although no response, or only a server error, arrived. Its key is stored
 * too, so that sending it again leads to the same booking.
 */
export type BookingDraft = {
  values: Partial<BookingFormValues>;
  sent: SentRequest | null;
  /**
   * `search` is the page's query string when the draft was stored. `before` differs only if the form had just updated
   * the URL, and is then the previous query string.
   */
  search: string;
  before: string;
};
export type SentRequest = { key: string; body: string };

const NAME = "latchkey-booking";

export function storeDraft(draft: Pick<BookingDraft, "values" | "sent">, before = location.search): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ ...draft, search: location.search, before }));
  } catch {
    // Storage may be full or turned off; the form itself still contains all input.
  }
}

export function readDraft(): BookingDraft | null {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? "null");
    return isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

/**
 * Whether the page's URL adds nothing to the draft. A reload may load the URL that the page had before the form updated
 * it.
 */
export function isAtDraft({ search, before }: BookingDraft): boolean {
  const [load] = performance.getEntriesByType("navigation");
  const isReload = load instanceof PerformanceNavigationTiming && load.type === "reload";
  return location.search === search || (isReload && location.search === before);
}

export function clearDraft(): void {
  storeDraft({ values: {}, sent: null });
}

function isDraft(draft: unknown): draft is BookingDraft {
  return typeof draft === "object" && draft !== null && "values" in draft && "sent" in draft && "before" in draft;
}
