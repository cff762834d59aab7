import type { Refusals } from "../en/refusals.ts";
import { formatsOf } from "../formats.ts";
import { pluralIn } from "../plural.ts";
import { nights, priceLines, stayRefusal } from "./stay.ts";

const plural = pluralIn("es");
const { amount, money } = formatsOf("es");

export const refusals = {
  "stay-refused": ({ refusal }) => stayRefusal(refusal),
  "code-refused": "Este código no es válido para esta estancia.",
  "code-held":
    "Está usando este código para otra estancia que aún no está pagada. Para usarlo aquí, cancele esa estancia o espere a que venza su plazo de pago.",
  "code-accepted": "El código se ha aplicado.",
  "larger-discount": "Su código es válido, pero hay otro descuento mayor y hemos aplicado ese.",
  "no-such-property": "Este alojamiento no existe.",
  "details-expired": "Sus datos han caducado. Envíe de nuevo el formulario.",
  "check-email":
    "Un paso más: le hemos enviado un correo. Abra el enlace en el plazo de una hora y pulse de nuevo «Reservar con obligación de pago».",
  "call-for-more-nights":
    "Estas fechas están libres, pero no podemos aceptar esta reserva en línea. Llámenos para reservarlas.",
  "proofs-paused":
    "En este momento no podemos confirmar direcciones de correo porque hay un número inusual de intentos de reserva. Las noches siguen libres: llámenos para reservar.",
  "dates-just-taken": "Lo sentimos, alguien acaba de reservar estas fechas. Elija otras, por favor.",
  "other-price": ({ cents, currency, lines }) => {
    const sentences = lines.map((line) =>
      line.kind === "nights"
        ? `${nights(line.quantity)} × ${money(line.unitCents, currency)}`
        : `${priceLines.label(line, currency)}: ${money(line.amountCents, currency)}`,
    );
    return `Estas fechas cuestan ${money(cents, currency)} en total (${sentences.join(" + ")}), que no es el precio que se le mostró. Revise el nuevo total y pulse de nuevo «Reservar con obligación de pago».`;
  },
  "other-terms":
    "Las condiciones de cancelación han cambiado desde que abrió esta página. Revíselas e inténtelo de nuevo.",
  "other-stay": "Su reserva ha cambiado desde que abrió esta página. Revísela e inténtelo de nuevo.",
  "cannot-check-dates":
    "Ahora mismo no podemos comprobar estas fechas con nuestros otros calendarios. Inténtelo de nuevo en unos minutos.",
  "booking-not-found": "No hemos encontrado la reserva que busca.",
  "link-sent": "Si tenemos un correo electrónico para esta reserva, le hemos enviado el enlace.",
  "link-sent-if-found": "Si existe una reserva con este número y este correo, hemos enviado el enlace a esa dirección.",
  "call-for-link": "No podemos enviarle el enlace por correo. Llámenos para hablar de su reserva.",
  "email-not-corrected": "Aquí no puede cambiar el correo electrónico. Llámenos y lo corregiremos.",
  "reload-and-try-again": "Recargue esta página e inténtelo de nuevo.",
  "open-your-link": "Abra el enlace de su reserva o use el navegador con el que reservó, e inténtelo de nuevo.",
  "payment-just-in": "Acaba de llegar un pago para esta estancia. Recargue la página.",
  "nothing-to-pay": "Ahora mismo no hay nada que pagar.",
  "too-late-to-pay":
    "Ya es tarde para pagar esta reserva. Las noches pronto volverán a estar libres y podrá reservar de nuevo.",
  "payment-unreachable": "El pago con tarjeta no está disponible ahora mismo. Inténtelo de nuevo en un momento.",
  "no-such-receipt": "Este recibo no existe.",
  "payment-under-way": "Hay un pago en curso para esta estancia. Inténtelo de nuevo en un momento.",
  "payment-page-open":
    "La página de pago sigue abierta y no podemos contactar con el proveedor de pagos para cerrarla. Inténtelo de nuevo en unos minutos.",
  "new-nights-taken":
    "Lo sentimos, algunas de estas noches ya están reservadas, así que su reserva no ha cambiado. Elija otras fechas, por favor.",
  "costs-now": ({ cents, currency }) =>
    `La estancia cuesta ahora ${amount(cents, currency)}. Revise el precio, por favor.`,
  "other-currency": "Llámenos para cambiar las fechas: desde que reservó, nuestros precios han pasado a otra moneda.",
  "nothing-to-change": "Estas son las fechas y los huéspedes que ya tiene su reserva.",
  "asked-for-other-dates":
    "Ha pedido otras fechas. Para cambiar también el número de huéspedes, vuelva a pedir esas fechas con el nuevo número.",
  "open-link-for-longer":
    "Para alargar su estancia, llámenos, o abra primero el enlace de su reserva si se lo hemos enviado por correo.",
  "call-for-so-many-nights": "Para alargar su estancia, llámenos; le ayudaremos con mucho gusto.",
  "fee-now": ({ cents, currency }) =>
    `Los gastos de cancelación son ahora de ${amount(cents, currency)}. Revíselos e inténtelo de nuevo.`,
  "offer-over": "Esta oferta ha cambiado o ya no es válida. Vuelva a cargar la página o llámenos.",
  "already-cancelled": "Esta reserva ya está cancelada.",
  "begun-no-cancelling": "Su estancia ya ha comenzado: no puede cancelar la reserva en línea. Llámenos, por favor.",
  "cancel-elsewhere": "Cancele en la web donde reservó. Nos avisarán desde allí.",
  "cancelled-no-changing": "Esta reserva está cancelada. Haga una nueva, por favor.",
  "not-confirmed-yet": "Esta reserva aún no está confirmada. Podrá cambiarla cuando lo esté.",
  "begun-no-changing": "Su estancia ya ha comenzado: no puede cambiar la reserva en línea. Llámenos, por favor.",
  "change-elsewhere": "Cambie su reserva en la web donde la hizo. Nos avisarán desde allí.",
  "only-longer":
    "El plazo de cancelación gratuita ha terminado, así que en línea solo puede alargar su estancia o añadir huéspedes. Para otros cambios, llámenos.",
  "whatsapp-number": "Para WhatsApp, escriba su número con + y el prefijo del país, por ejemplo +94 77 123 4567",
  "unknown-rating-link": "Este enlace no funciona. Copie el enlace completo de nuestro mensaje.",
  "stay-did-not-happen": "Esta estancia no tuvo lugar, así que no se puede valorar.",
  "stay-not-over": "Podrá valorar su estancia cuando haya terminado.",
  "rating-stands": "Su valoración tiene más de 14 días y ya no se puede cambiar. ¡Muchas gracias!",
  "too-many-messages": "Hoy ya nos ha enviado muchos mensajes. Por favor, llámenos o vuelva a escribirnos mañana.",
  "picture-not-supported": "No podemos abrir este archivo como imagen. Elija una imagen JPEG, PNG o WebP.",
  "picture-heic": "Es una foto HEIC, que muchos programas no pueden abrir. Guárdela como JPEG y elija ese archivo.",
  "picture-too-large": "Es demasiado grande. Elija menos imágenes a la vez, de 10 MB como máximo cada una.",
  "picture-damaged": "Esta imagen está dañada y no se puede abrir. Elija otra.",
  "picture-gone": "Una imagen ya no está disponible. Por favor, elíjala de nuevo.",
  "too-many-pictures": "No se pueden añadir más imágenes para esta estancia. Envíe su mensaje sin imágenes o llámenos.",
  "pictures-not-stored": "Ahora mismo no podemos guardar imágenes. Envíe su mensaje sin ellas o inténtelo más tarde.",
  "pictures-busy": "Se están enviando otras imágenes. Por favor, inténtelo de nuevo en un minuto.",
  "too-many-tries": ({ seconds }) => {
    const minutes = Math.ceil(seconds / 60);
    const wait =
      seconds < 90
        ? plural(seconds, { one: `${seconds} segundo`, other: `${seconds} segundos` })
        : plural(minutes, { one: `${minutes} minuto`, other: `${minutes} minutos` });
    return `Demasiados intentos en poco tiempo. Espere ${wait} e inténtelo de nuevo.`;
  },
  unavailable:
    "Ahora mismo no podemos acceder a nuestros datos. No se ha perdido nada; inténtelo de nuevo en unos segundos.",
  "key-reused": "Desde esta página ya se hizo otro envío. Vuelva a enviarlo, por favor.",
  "from-another-site": "Esta petición venía de otra web y se ha rechazado.",
  "nothing-here": "No hay nada en esta dirección.",
  "too-large": "La petición es demasiado grande.",
  failed: "Algo ha fallado por nuestra parte. Inténtelo de nuevo en un momento.",
  "check-form": "Revise el formulario, por favor.",
} satisfies Refusals;
