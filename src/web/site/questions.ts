import { HOUSE_CANCELLATION } from "#domain/booking/cancellation.ts";
import { MAX_GUESTS } from "#domain/booking/limits.ts";
import { formatTime } from "../lib/format-date.ts";
import type { Cottage } from "./cottage.ts";

export type Question = { question: string; answer: string };

/** What guests ask before they book, answered from what the site knows: shown on a page and told to search engines alike. */
export function questions({ property, site }: Cottage): Question[] {
  const { checkInFrom, checkOutBy } = site.houseTimes;
  return [
    {
      question: "Do we share the cottage with anybody?",
      answer: `No. You book the entire cottage, for up to ${MAX_GUESTS} guests.`,
    },
    {
      question: "What does a night cost?",
      answer: `${property.rate} for the entire cottage, however many of you come. Taxes and fees are included.`,
    },
    {
      question: "When can we come, and when must we leave?",
      answer: `Check-in is after ${formatTime(checkInFrom)}, check-out by ${formatTime(checkOutBy)}.`,
    },
    {
      question: "Can we cancel?",
      answer: `Yes, free of charge until ${HOUSE_CANCELLATION.freeUntilHoursBefore} hours before check-in. After that the fee is one night's stay.`,
    },
    { question: "Is there WiFi?", answer: `Yes, free of charge. ${site.wifiNote}` },
  ];
}
