import { LOCALES } from "#domain/language/locales.ts";
import { paysAnyTime } from "#domain/payments/plan.ts";
import { extrasOf, paysPerGuest } from "#domain/pricing/charges.ts";
import type { CancellationStep } from "#domain/pricing/price-document.ts";
import type { HouseTexts } from "../en/house.ts";
import { formatsOf } from "../formats.ts";
import { pluralIn } from "../plural.ts";
import { guests, hours, hoursText, nights } from "./stay.ts";

const { money, percent } = formatsOf("de");
const plural = pluralIn("de");
const list = (items: string[]) => new Intl.ListFormat(LOCALES.de).format(items);
const time = ({ fromHoursBefore }: CancellationStep) => `${hoursText(fromHoursBefore)} vor der Anreise`;
/** If there is no step, cancelling is free until the guest arrives. */
const until = (step: CancellationStep | undefined) => (step && step.fromHoursBefore > 0 ? time(step) : "zur Anreise");
const since = (step: CancellationStep) => (step.fromHoursBefore === 0 ? "der Anreise" : time(step));

function fee(step: CancellationStep): string {
  if ("percent" in step) return step.percent === 10_000 ? "der Gesamtpreis" : `${percent(step.percent)} des Preises`;
  return step.nights === 1 ? "der Preis für eine Nacht" : `der Preis für ${nights(step.nights)}`;
}

export const firstNights = (count: number) =>
  plural(count, { one: "die erste Nacht", other: `die ersten ${count} Nächte` });

export const houseTexts = {
  rate: (cents, currency) => `${money(cents, currency)} pro Nacht`,
  cancellation: ({ cancellation: [first, ...later] }) => ({
    freeCancellation: `Kostenlose Stornierung bis ${until(first)}.`,
    cancellation: [
      `Die Stornierung ist bis ${until(first)} kostenlos.`,
      ...(first ? [`Danach fällt als Stornogebühr an: ${fee(first)}.`] : []),
      ...later.map((step) => `Ab ${since(step)}: ${fee(step)}.`),
    ].join(" "),
  }),
  brokenPage: {
    title: "Diese Seite konnte leider nicht angezeigt werden",
    home: "Zur Startseite",
    reference: (id: string) => `Referenz: ${id}`,
  },
  setupNotice: "Beispielinhalte: Diese Website wird gerade eingerichtet.",
  reviewer: { name: "Ein Gast", source: "Gast des Ferienhauses" },
  fromRate: (rate) => `Ab ${rate}`,
  extras: (prices) => {
    const extras = extrasOf(prices, (cents) => `${money(cents, prices.currency)} Endreinigung pro Aufenthalt`);
    return extras.length === 0
      ? "Inklusive Steuern und Gebühren"
      : `Zuzüglich ${list(extras)}; der Gesamtpreis enthält alles`;
  },
  price: (rate, prices) => {
    const { included, sleeps, extraCents } = prices.guests;
    return paysPerGuest(prices)
      ? `${rate} für das ganze Ferienhaus und ${guests(included)}. Jeder weitere Gast (insgesamt höchstens ${sleeps}) kostet ${money(extraCents, prices.currency)} pro Nacht.`
      : `${rate} für das ganze Ferienhaus, bis zu ${guests(sleeps)}.`;
  },
  requestFirst: (answer) =>
    `Sie senden uns zuerst eine Anfrage, ohne zu bezahlen. Wir beantworten sie innerhalb von ${hours(answer)}.`,
  checkFirst: (answer) =>
    `Falls wir Ihre Reisedaten erst prüfen müssen, senden Sie uns eine Anfrage, ohne zu bezahlen, und wir beantworten sie innerhalb von ${hours(answer)}.`,
  payNote: (terms, hostNote) => {
    if (!terms || terms.paymentMode === "off") return hostNote;
    if (paysAnyTime(terms)) return "Jetzt ist nichts zu zahlen. Nach der Buchung können Sie online bezahlen.";
    if (terms.firstPart === "all") return "Sie zahlen den Gesamtpreis bei der Buchung.";
    const first = terms.firstPart === "percent" ? percent(terms.firstPercent * 100) : firstNights(terms.firstNights);
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
