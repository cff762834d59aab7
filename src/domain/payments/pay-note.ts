import { type PaymentTerms, paysAnyTime } from "./plan.ts";

/**
 * What a guest pays and when, shown before they book: the text is derived from the terms or, if nothing is paid online,
 * is the host's own.
 */
export function payNote(terms: PaymentTerms | null, hostNote: string): string {
  if (!terms || terms.paymentMode === "off") return hostNote;
  if (paysAnyTime(terms)) return "Nothing to pay now. You can pay online after you book.";
  if (terms.firstPart === "all") return "You pay the full price when you book.";
  return `You pay ${firstText(terms)} when you book and the rest ${beforeText(terms.balanceDays)}.`;
}

function firstText({ firstPart, firstPercent, firstNights }: PaymentTerms): string {
  if (firstPart === "percent") return `${firstPercent}%`;
  return firstNights === 1 ? "for the first night" : `for the first ${firstNights} nights`;
}

function beforeText(days: number): string {
  if (days === 0) return "on the day of arrival";
  return days === 1 ? "1 day before arrival" : `${days} days before arrival`;
}
