import { LOCALES } from "#domain/language/locales.ts";
import { extrasOf, paysPerGuest } from "#domain/pricing/charges.ts";
import type { CancellationStep } from "#domain/pricing/price-document.ts";
import type { HouseTexts } from "../en/house.ts";
import { formatsOf } from "../formats.ts";
import { pluralIn } from "../plural.ts";
import { guests, hoursText, nights } from "./stay.ts";

const { money, percent } = formatsOf("de");
const plural = pluralIn("de");
const list = (items: string[]) => new Intl.ListFormat(LOCALES.de).format(items);
const time = ({ fromHoursBefore }: CancellationStep) =>
  fromHoursBefore === 0 ? "zur Anreise" : `${hoursText(fromHoursBefore)} vor der Anreise`;

const since = (step: CancellationStep) => (step.fromHoursBefore === 0 ? "der Anreise" : time(step));

function fee(step: CancellationStep): string {
  if ("percent" in step) return step.percent === 10_000 ? "der volle Preis" : `${percent(step.percent)} des Preises`;
  return step.nights === 1 ? "der Preis für eine Nacht" : `der Preis für ${nights(step.nights)}`;
}

export const houseTexts = {
  rate: (cents, currency) => `${money(cents, currency)} pro Nacht`,
  cancellation: ({ cancellation: [first, ...later] }) => {
    if (!first) return { freeCancellationUntil: "zur Anreise", cancellation: "kostenlos bis zur Anreise." };
    const rest = later.map((step) => `, ab ${since(step)} ${fee(step)}`).join("");
    return {
      freeCancellationUntil: time(first),
      cancellation: `kostenlos bis ${time(first)}. Danach fällt als Stornogebühr an: ${fee(first)}${rest}.`,
    };
  },
  brokenPage: {
    title: "Diese Seite konnte leider nicht angezeigt werden",
    home: "Zur Startseite",
    reference: (id: string) => `Referenz: ${id}`,
  },
  setupNotice: "Beispielinhalte: Diese Website wird gerade eingerichtet.",
  reviewer: { name: "Ein Gast", source: "Gast des Ferienhauses" },
  nightRate: (rateCents, prices, { lowestCents, highestCents }) => {
    const rate = `${money(rateCents, prices.currency)} pro Nacht`;
    if (lowestCents < prices.everyNight.priceCents)
      return `${rate} (ab ${money(lowestCents, prices.currency)} pro Nacht)`;
    return lowestCents < highestCents ? `Ab ${rate}` : rate;
  },
  extras: (prices) => {
    const extras = extrasOf(prices, (cents) => `${money(cents, prices.currency)} Endreinigung pro Aufenthalt`);
    return extras.length === 0
      ? "Steuern und Gebühren inbegriffen"
      : `Zuzüglich ${list(extras)}; der Gesamtpreis enthält alles`;
  },
  party: (prices) => {
    const { included, sleeps, extraCents } = prices.guests;
    if (!paysPerGuest(prices)) return `bis zu ${guests(sleeps)}`;
    return `${guests(included)}; jeder weitere Gast (bis zu ${guests(sleeps)}) kostet ${money(extraCents, prices.currency)} pro Nacht`;
  },
  payNote: (terms, hostNote) => {
    if (!terms || terms.paymentMode === "off") return hostNote;
    if (terms.paymentMode === "offered")
      return "Jetzt ist nichts zu zahlen. Nach der Buchung können Sie online bezahlen.";
    if (terms.firstPart === "all") return "Sie zahlen den Gesamtpreis bei der Buchung.";
    const first =
      terms.firstPart === "percent" ? percent(terms.firstPercent * 100) : `den Preis für ${nights(terms.firstNights)}`;
    const before =
      terms.balanceDays === 0
        ? "am Anreisetag"
        : plural(terms.balanceDays, {
            one: "1 Tag vor der Anreise",
            other: `${terms.balanceDays} Tage vor der Anreise`,
          });
    return `Sie zahlen ${first} bei der Buchung und den Rest ${before}.`;
  },
} satisfies HouseTexts;
