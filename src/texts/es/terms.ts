import type { TermsTexts } from "../en/terms.ts";
import { formatsOf } from "../formats.ts";
import { pluralIn } from "../plural.ts";
import { guests, hours, hoursText, nights } from "./stay.ts";
import { firstNights } from "./house.ts";

const plural = pluralIn("es");
const { percent } = formatsOf("es");
const beforeArrival = (days: number) =>
  days === 0
    ? "el día de la llegada"
    : plural(days, { one: `${days} día antes de la llegada`, other: `${days} días antes de la llegada` });

export const termsTexts = {
  title: "Condiciones de reserva",
  lead: (cottage) => `Lo que acordamos con usted cuando reserva una estancia en ${cottage}.`,
  about:
    "Las condiciones que se aplican cuando reserva una estancia: reserva, precio, pago, cancelación y el tiempo en la casa.",

  who: "Con quién reserva",
  address: "Dirección",
  phone: "Teléfono",
  email: "Correo electrónico",

  booking: "Su reserva",
  booked: {
    instant:
      "Su estancia queda reservada en cuanto haya enviado el formulario de reserva y la página de su reserva lo confirme. En algunas estancias le pedimos antes que confirme su correo electrónico.",
    instantPaid: (whole) =>
      whole
        ? "Su estancia queda reservada en cuanto haya pagado el precio completo. Hasta entonces le guardamos las noches durante un plazo breve, que se indica en la página de pago."
        : "Su estancia queda reservada en cuanto haya pagado el anticipo. Hasta entonces le guardamos las noches durante un plazo breve, que se indica en la página de pago.",
    verified:
      "Cuando haya enviado el formulario de reserva, recibirá un correo nuestro. Su estancia queda reservada en cuanto abra el enlace que contiene, o de inmediato si ha confirmado su correo hace poco.",
    unlessChecked: (answer, paid) =>
      paid
        ? `A veces tenemos que comprobar antes una reserva. Entonces le decimos que es una solicitud, le guardamos las noches y respondemos en un plazo de ${hours(answer)}; usted paga cuando la hayamos aceptado.`
        : `A veces tenemos que comprobar antes una reserva. Entonces le decimos que es una solicitud, le guardamos las noches y respondemos en un plazo de ${hours(answer)}; su estancia queda reservada cuando la aceptemos.`,
    request: (answer) =>
      `El formulario de reserva nos envía una solicitud. La respondemos en un plazo de ${hours(answer)} y hasta entonces le guardamos las noches. Su estancia queda reservada cuando aceptemos la solicitud.`,
    requestPaid: (answer, whole, pay) =>
      whole
        ? `El formulario de reserva nos envía una solicitud. La respondemos en un plazo de ${hours(answer)} y hasta entonces le guardamos las noches. Su estancia queda reservada cuando hayamos aceptado la solicitud y usted haya pagado el precio completo, para lo que dispone de ${hours(pay)}.`
        : `El formulario de reserva nos envía una solicitud. La respondemos en un plazo de ${hours(answer)} y hasta entonces le guardamos las noches. Su estancia queda reservada cuando hayamos aceptado la solicitud y usted haya pagado el anticipo, para lo que dispone de ${hours(pay)}.`,
  },
  whole: (most) => `Usted reserva la casa entera, para un máximo de ${guests(most)}, niños incluidos.`,
  details: "Indíquenos un nombre, una dirección de correo y un número de teléfono en los que podamos localizarle.",

  payment: "Precio y pago",
  price: "El precio que ve antes de reservar es el de toda la estancia. Los impuestos y los cargos están incluidos.",
  onArrival: "Usted paga a la llegada, o como lo acordemos.",
  mayPay: (provider) => `Puede pagar en línea con tarjeta, en la página de ${provider}.`,
  mustPay: (provider) =>
    `Se paga en línea con tarjeta, en la página de ${provider}. Nunca vemos los datos de su tarjeta.`,
  allAtOnce: "El precio completo se paga al reservar.",
  firstPercent: (part, days) =>
    `Al reservar paga un anticipo del ${percent(part)} del precio; el resto se paga ${beforeArrival(days)}. Si reserva después de esa fecha, el precio completo se paga al reservar.`,
  firstNights: (count, days) =>
    `Al reservar paga como anticipo el precio de ${firstNights(count)}; el resto se paga ${beforeArrival(days)}. Si reserva después de esa fecha, el precio completo se paga al reservar.`,
  cancelUnpaid:
    "Si el resto no se ha pagado a tiempo, le avisamos por correo con un plazo de al menos 48 horas. Si no se paga en ese plazo, cancelamos su reserva y se aplican las condiciones de cancelación.",

  cancellation: "Cancelación y cambios",
  seeCancellation: "Cuánto cuesta una cancelación y cómo cancelar",

  stay: "Durante su estancia",
  times: (from, by) => `La llegada es a partir de las ${from} y la salida, como muy tarde, a las ${by}.`,
  rules: "Las <rules>normas de la casa</> forman parte de estas condiciones.",
  damage: "Avísenos si algo está roto o falta. Los daños que vayan más allá del desgaste normal corren de su cuenta.",
  problems: "Si algo no está como debería, díganoslo durante la estancia para que podamos solucionarlo.",

  data: "Sus datos",
  seePrivacy: "Qué guardamos de usted, por qué y durante cuánto tiempo",

  own: "Nuestras condiciones",

  policy: {
    title: "Cancelación",
    lead: "Cuánto cuesta cancelar una reserva que haga ahora y cómo hacerlo.",
    about: "Hasta cuándo se puede cancelar gratis una reserva, cuánto cuesta después y cómo se devuelve el dinero.",

    costs: "Cuánto cuesta",
    when: "Momento de la cancelación",
    fee: "Gastos de cancelación",
    free: "Gratis",
    beforeCheckIn: "Antes de la llegada",
    fromCheckIn: "A partir de la llegada",
    earlier: (before) => `Más de ${hoursText(before)} antes de la llegada`,
    later: (before) => `${hoursText(before)} antes de la llegada, o más tarde`,
    wholePrice: "El precio completo",
    percent: (part) => `El ${percent(part)} del precio`,
    nights: (count) => `El precio de ${nights(count)}`,
    countedFrom: (time) =>
      `El plazo se cuenta hacia atrás desde las ${time} del día de su llegada, hora local de la casa.`,
    keeps:
      "Cada reserva conserva las condiciones vigentes cuando se hizo. En su página se muestran con fechas e importes.",
    keepsUntilChanged:
      "Cada reserva conserva las condiciones vigentes cuando se hizo. Si cambia las fechas mientras la cancelación aún es gratuita, se aplican en su lugar las vigentes en ese momento. En la página de la reserva se muestran con fechas e importes.",
    noShow: "Si no viene, se aplican los últimos gastos de esta lista.",

    how: "Cómo cancelar o cambiar su reserva",
    ownPage:
      "Abra su reserva en el navegador con el que reservó o con el enlace, si se lo hemos enviado por correo. En la página de su reserva puede cancelarla o cambiar las fechas o el número de huéspedes, y ver antes cuánto cuesta.",
    change:
      "Al cambiar las fechas, las noches ya reservadas mantienen su precio y las demás se cobran al precio actual. Lo que ya ha pagado se descuenta del nuevo precio.",

    refunds: "Cómo se le devuelve el dinero",
    toCard:
      "Lo que haya pagado con tarjeta por encima de los gastos se devuelve a la misma tarjeta. Puede tardar de 5 a 10 días.",
    byUs: "Lo que haya pagado por encima de los gastos se lo devolvemos por el mismo medio con el que pagó.",
    weCancel: "Si tenemos que cancelar su reserva, le devolvemos todo lo que haya pagado.",
    weCancelElse: "Si tenemos que cancelar su reserva por otro motivo, le devolvemos todo lo que haya pagado.",

    own: "Condiciones adicionales",
    terms: "Todas nuestras condiciones",
  },
} satisfies TermsTexts;
