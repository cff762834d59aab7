import type { Origin } from "#domain/pricing/night.ts";
import type { DiscountReason, QuoteLine } from "#domain/pricing/quote.ts";
import type { PriceLines } from "./en/stay.ts";
import type { PageFormats } from "./page-formats.ts";

/** The words of the price lines in a language. */
type LineWords = {
  entireCottage: string;
  nights: (count: number) => string;
  extraGuests: (count: number) => string;
  agreed: (nights: string) => string;
  code: string;
  longerStay: (nights: number) => string;
  lastMinute: string;
  earlyBird: string;
  /** In brackets after the name of a discount. */
  off: (percent: string) => string;
  cleaning: string;
  comma?: string;
  brackets?: (text: string) => string;
};

/** Price lines in a language other than English. */
export function priceLinesOf({ money, percent }: PageFormats, words: LineWords): PriceLines {
  const { nights, comma = ", ", brackets = (inside) => ` (${inside})` } = words;
  const named = (from: Origin) => (from ? brackets(from.name) : "");

  function discount(reason: DiscountReason): string {
    switch (reason.reason) {
      case "code":
        return `${words.code} ${reason.code}`;
      case "longer-stay":
        return words.longerStay(reason.nights);
      case "last-minute":
        return words.lastMinute;
      case "early-bird":
        return words.earlyBird;
    }
  }

  function text(line: QuoteLine, currency: string): string {
    switch (line.kind) {
      case "nights":
        return `${nights(line.quantity)} × ${money(line.unitCents, currency)}${named(line.from)}`;
      case "agreed":
        return words.agreed(nights(line.nights));
      case "discount":
        return discount(line) + (line.percent === null ? "" : brackets(words.off(percent(line.percent))));
      case "extra-guests":
        return `${words.extraGuests(line.guests)}${comma}${nights(line.nights)} × ${money(line.unitCents, currency)}`;
      case "adjustment":
        return line.label;
      case "cleaning":
        return words.cleaning;
      case "tax":
        return line.name + (line.percent === null ? "" : brackets(percent(line.percent)));
    }
  }

  return {
    text,
    label: (line, currency) => (line.kind === "nights" ? words.entireCottage + named(line.from) : text(line, currency)),
  };
}
