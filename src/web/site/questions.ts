import { formatTime } from "../lib/format-date.ts";
import type { Cottage } from "./cottage.ts";

export type Question = { question: string; answer: string };

/** What guests ask before they book, answered from what the site knows: shown on a page and told to search engines alike. */
export function questions({ property, site }: Cottage): Question[] {
  const { checkInFrom, checkOutBy } = site.houseTimes;
  return [
    {
      question: "Do we share the cottage with other guests?",
      answer: `No. You book the entire cottage, for up to ${site.mostGuests === 1 ? "1 guest" : `${site.mostGuests} guests`}.`,
    },
    {
      question: "How much is a night?",
      answer: `${property.rate} for the entire cottage, whatever the size of your party. Taxes and fees are included.`,
    },
    {
      question: "What are the check-in and check-out times?",
      answer: `Check-in is after ${formatTime(checkInFrom)}, check-out by ${formatTime(checkOutBy)}.`,
    },
    {
      question: "Can we cancel our booking?",
      answer: `Yes, ${site.cancellation}`,
    },
    { question: "Is there WiFi?", answer: `Yes, free of charge. ${site.wifiNote}` },
  ];
}
