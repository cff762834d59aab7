import { formatTime } from "../lib/format-date.ts";
import { say } from "../lib/say.ts";
import type { Cottage } from "./cottage.ts";

/** `quoted` is the host's own text within the answer, which may be in English. */
export type Question = { question: string; answer: string; quoted?: string };

/** The questions on the guest information page, which its structured data contains too. */
export function questions({ site }: Pick<Cottage, "site">): Question[] {
  const { checkInFrom, checkOutBy } = site.houseTimes;
  const texts = say.info.questions;
  return [
    {
      question: texts.shared,
      answer: texts.notShared(texts.guests(site.mostGuests)),
    },
    {
      question: texts.price,
      answer: texts.priceIs(site.price, site.extras),
    },
    {
      question: texts.times,
      answer: texts.timesAre(formatTime(checkInFrom), formatTime(checkOutBy)),
    },
    {
      question: texts.cancel,
      answer: texts.yes(site.cancellation),
    },
    ...(site.wifiNote ? [{ question: texts.wifi, answer: texts.wifiIs(site.wifiNote), quoted: site.wifiNote }] : []),
  ];
}
