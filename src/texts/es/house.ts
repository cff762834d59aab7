import { LOCALES } from "#domain/language/locales.ts";
import { paysAnyTime } from "#domain/payments/plan.ts";
import { extrasOf, paysPerGuest } from "#domain/pricing/charges.ts";
import type { CancellationStep } from "#domain/pricing/price-document.ts";
import type { HouseTexts } from "../en/house.ts";
import { formatsOf } from "../formats.ts";
import { pluralIn } from "../plural.ts";
import { guests, hours, hoursText, nights } from "./stay.ts";

const { money, percent } = formatsOf("es");
const plural = pluralIn("es");
const list = (items: string[]) => new Intl.ListFormat(LOCALES.es).format(items);
/** If there is no step, cancelling is free until the guest arrives. */
const time = (step: CancellationStep | undefined) =>
  step && step.fromHoursBefore > 0 ? `${hoursText(step.fromHoursBefore)} antes de la llegada` : "la llegada";

function fee(step: CancellationStep): string {
  if ("percent" in step)
    return step.percent === 10_000 ? "el precio completo" : `el ${percent(step.percent)} del precio`;
  return step.nights === 1 ? "el precio de una noche" : `el precio de ${nights(step.nights)}`;
}

export const firstNights = (count: number) =>
  plural(count, { one: "la primera noche", other: `las ${count} primeras noches` });

export const houseTexts = {
  rate: (cents, currency) => `${money(cents, currency)} por noche`,
  cancellation: ({ cancellation: [first, ...later] }) => ({
    freeCancellation: `Cancelación gratuita hasta ${time(first)}.`,
    cancellation: [
      `La cancelación es gratuita hasta ${time(first)}.`,
      ...(first ? [`Después cuesta ${fee(first)}.`] : []),
      ...later.map((step) => `Desde ${time(step)}: ${fee(step)}.`),
    ].join(" "),
  }),
  brokenPage: {
    title: "Lo sentimos, esta página no se ha podido abrir",
    home: "Volver al inicio",
    reference: (id: string) => `Referencia: ${id}`,
  },
  setupNotice: "Contenido de ejemplo: este sitio se está preparando.",
  reviewer: { name: "Un huésped", source: "Huésped de la casa" },
  fromRate: (rate) => `Desde ${rate}`,
  extras: (prices) => {
    const extras = extrasOf(prices, (cents) => `${money(cents, prices.currency)} de limpieza por estancia`);
    return extras.length === 0 ? "Impuestos y cargos incluidos" : `Aparte: ${list(extras)}; el total lo incluye todo`;
  },
  price: (rate, prices) => {
    const { included, sleeps, extraCents } = prices.guests;
    return paysPerGuest(prices)
      ? `${rate} por la casa entera para ${guests(included)}. Cada huésped adicional (hasta un máximo de ${guests(sleeps)}) cuesta ${money(extraCents, prices.currency)} por noche.`
      : `${rate} por la casa entera, hasta ${guests(sleeps)}.`;
  },
  requestFirst: (answer) =>
    `Primero nos envía una solicitud, sin pagar nada, y le respondemos en un plazo de ${hours(answer)}.`,
  checkFirst: (answer) =>
    `Si antes tenemos que comprobar sus fechas, nos envía una solicitud, sin pagar nada, y le respondemos en un plazo de ${hours(answer)}.`,
  payNote: (terms, hostNote) => {
    if (!terms || terms.paymentMode === "off") return hostNote;
    if (paysAnyTime(terms)) return "No hay que pagar nada ahora. Podrá pagar en línea después de reservar.";
    if (terms.firstPart === "all") return "El precio completo se paga al reservar.";
    const first =
      terms.firstPart === "percent" ? `el ${percent(terms.firstPercent * 100)}` : firstNights(terms.firstNights);
    const before =
      terms.balanceDays === 0
        ? "el día de llegada"
        : plural(terms.balanceDays, {
            one: "1 día antes de la llegada",
            other: `${terms.balanceDays} días antes de la llegada`,
          });
    return `Al reservar paga ${first} y, ${before}, el resto.`;
  },
} satisfies HouseTexts;
