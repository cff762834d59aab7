import { LOCALES } from "#domain/language/locales.ts";
import { paysAnyTime } from "#domain/payments/plan.ts";
import { extrasOf, paysPerGuest } from "#domain/pricing/charges.ts";
import type { CancellationStep } from "#domain/pricing/price-document.ts";
import type { HouseTexts } from "../en/house.ts";
import { formatsOf } from "../formats.ts";
import { pluralIn } from "../plural.ts";
import { guests, hours, hoursText, ofNights } from "./stay.ts";

const { money, percent } = formatsOf("fr");
const plural = pluralIn("fr");
const list = (items: string[]) => new Intl.ListFormat(LOCALES.fr).format(items);
/** If there is no step, cancelling is free until the guest arrives. */
const time = (step: CancellationStep | undefined) =>
  step && step.fromHoursBefore > 0 ? `${hoursText(step.fromHoursBefore)} avant l’arrivée` : "l’arrivée";

function fee(step: CancellationStep): string {
  if ("percent" in step) return step.percent === 10_000 ? "le prix total" : `${percent(step.percent)} du prix`;
  return `le prix ${ofNights(step.nights)}`;
}

const firstNights = (count: number) =>
  plural(count, { one: "la première nuit", other: `les ${count} premières nuits` });

export const houseTexts = {
  rate: (cents, currency) => `${money(cents, currency)} par nuit`,
  cancellation: ({ cancellation: [first, ...later] }) => ({
    freeCancellation: `Annulation sans frais jusqu’à ${time(first)}.`,
    cancellation: [
      `L’annulation est sans frais jusqu’à ${time(first)}.`,
      ...(first ? [`Ensuite, les frais d’annulation sont les suivants : ${fee(first)}.`] : []),
      ...later.map((step) => `À partir de ${time(step)} : ${fee(step)}.`),
    ].join(" "),
  }),
  brokenPage: {
    title: "Désolés, cette page n’a pas pu s’afficher",
    home: "Retour à l’accueil",
    reference: (id: string) => `Référence : ${id}`,
  },
  setupNotice: "Exemple de contenu : ce site est en cours de préparation.",
  reviewer: { name: "Un voyageur", source: "A séjourné dans la maison" },
  fromRate: (rate) => `À partir de ${rate}`,
  extras: (prices) => {
    const extras = extrasOf(prices, (cents) => `${money(cents, prices.currency)} de ménage par séjour`);
    return extras.length === 0 ? "Taxes et frais compris" : `En supplément : ${list(extras)} ; le total comprend tout`;
  },
  price: (rate, prices) => {
    const { included, sleeps, extraCents } = prices.guests;
    return paysPerGuest(prices)
      ? `${rate} pour la maison entière et ${guests(included)}. Chaque personne supplémentaire (jusqu’à ${guests(sleeps)} au total) coûte ${money(extraCents, prices.currency)} par nuit.`
      : `${rate} pour la maison entière, jusqu’à ${guests(sleeps)}.`;
  },
  requestFirst: (answer) =>
    `Vous nous envoyez d’abord une demande, sans payer, et nous répondons sous ${hours(answer)}.`,
  checkFirst: (answer) =>
    `Si nous devons d’abord vérifier vos dates, vous nous envoyez une demande, sans payer, et nous répondons sous ${hours(answer)}.`,
  payNote: (terms, hostNote) => {
    if (!terms || terms.paymentMode === "off") return hostNote;
    if (paysAnyTime(terms)) return "Rien à payer maintenant. Vous pourrez payer en ligne après la réservation.";
    if (terms.firstPart === "all") return "Vous payez le prix total à la réservation.";
    const first = terms.firstPart === "percent" ? percent(terms.firstPercent * 100) : firstNights(terms.firstNights);
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
