import { LOCALES } from "#domain/language/locales.ts";
import { extrasOf, paysPerGuest } from "#domain/pricing/charges.ts";
import type { CancellationStep } from "#domain/pricing/price-document.ts";
import type { HouseTexts } from "../en/house.ts";
import { formatsOf } from "../formats.ts";
import { pluralIn } from "../plural.ts";
import { guests, hoursText, nights } from "./stay.ts";

const { money, percent } = formatsOf("fr");
const plural = pluralIn("fr");
const list = (items: string[]) => new Intl.ListFormat(LOCALES.fr).format(items);
const time = ({ fromHoursBefore }: CancellationStep) =>
  fromHoursBefore === 0 ? "l’arrivée" : `${hoursText(fromHoursBefore)} avant l’arrivée`;

function fee(step: CancellationStep): string {
  if ("percent" in step) return step.percent === 10_000 ? "le prix total" : `${percent(step.percent)} du prix`;
  return step.nights === 1 ? "le prix d’une nuit" : `le prix de ${nights(step.nights)}`;
}

export const houseTexts = {
  rate: (cents, currency) => `${money(cents, currency)} par nuit`,
  cancellation: ({ cancellation: [first, ...later] }) => {
    if (!first) return { freeCancellationUntil: "l’arrivée", cancellation: "sans frais jusqu’à l’arrivée." };
    const rest = later.map((step) => `, et ${fee(step)} à partir de ${time(step)}`).join("");
    return {
      freeCancellationUntil: time(first),
      cancellation: `sans frais jusqu’à ${time(first)}. Ensuite, les frais d’annulation s’élèvent à : ${fee(first)}${rest}.`,
    };
  },
  brokenPage: {
    title: "Désolé, cette page n’a pas pu s’afficher",
    home: "Retour à l’accueil",
    reference: (id: string) => `Référence : ${id}`,
  },
  setupNotice: "Exemple de contenu : ce site est en cours de préparation.",
  reviewer: { name: "Un voyageur", source: "A séjourné dans la maison" },
  nightRate: (rateCents, prices, { lowestCents, highestCents }) => {
    const rate = `${money(rateCents, prices.currency)} par nuit`;
    if (lowestCents < prices.everyNight.priceCents)
      return `${rate} (à partir de ${money(lowestCents, prices.currency)} par nuit)`;
    return lowestCents < highestCents ? `À partir de ${rate}` : rate;
  },
  extras: (prices) => {
    const extras = extrasOf(prices, (cents) => `${money(cents, prices.currency)} de ménage par séjour`);
    return extras.length === 0 ? "Taxes et frais compris" : `En sus : ${list(extras)} ; le total comprend tout`;
  },
  party: (prices) => {
    const { included, sleeps, extraCents } = prices.guests;
    if (!paysPerGuest(prices)) return `jusqu’à ${guests(sleeps)}`;
    return `${guests(included)} ; chaque personne supplémentaire (jusqu’à ${guests(sleeps)}) coûte ${money(extraCents, prices.currency)} par nuit`;
  },
  payNote: (terms, hostNote) => {
    if (!terms || terms.paymentMode === "off") return hostNote;
    if (terms.paymentMode === "offered")
      return "Rien à payer maintenant. Vous pourrez payer en ligne après la réservation.";
    if (terms.firstPart === "all") return "Vous payez le prix total à la réservation.";
    const first =
      terms.firstPart === "percent" ? percent(terms.firstPercent * 100) : `le prix de ${nights(terms.firstNights)}`;
    const before =
      terms.balanceDays === 0
        ? "le jour de l’arrivée"
        : plural(terms.balanceDays, {
            one: "1 jour avant l’arrivée",
            other: `${terms.balanceDays} jours avant l’arrivée`,
          });
    return `Vous payez ${first} à la réservation et le reste ${before}.`;
  },
} satisfies HouseTexts;
