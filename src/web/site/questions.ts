import { formatTime } from "../lib/format-date.ts";
import type { Cottage } from "./cottage.ts";

export type Question = { question: string; answer: string };

/** What guests ask before they book, answered from what the site knows: shown on a page and told to search engines alike. */
export function questions({ site }: Pick<Cottage, "site">): Question[] {
  const { checkInFrom, checkOutBy } = site.houseTimes;
  return [
    {
      question: "Do we share the cottage with other guests?",
      answer: `No. You book the entire cottage, for up to ${site.mostGuests === 1 ? "1 guest" : `${site.mostGuests} guests`}.`,
    },
    {
      question: "How much is a night?",
      answer: `${site.nightRate} for the entire cottage${site.party.startsWith("up to") ? ", whatever the size of your party" : ` and ${site.party}`}. ${site.extras}.`,
    },
    {
      question: "What are the check-in and check-out times?",
      answer: `Check-in is after ${formatTime(checkInFrom)}, check-out by ${formatTime(checkOutBy)}.`,
    },
    {
      question: "Can we cancel our booking?",
      answer: `Yes, ${site.cancellation}`,
    },
    ...(site.wifiNote ? [{ question: "Is there WiFi?", answer: `Yes. ${site.wifiNote}` }] : []),
  ];
}
