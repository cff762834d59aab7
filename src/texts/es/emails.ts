import type { EmailTexts } from "../en/emails.ts";
import { pluralIn } from "../plural.ts";
import { ownTexts } from "./own.ts";

const plural = pluralIn("es");

export const emails = {
  templates: {
    welcome: {
      subject: "Su estancia en {cottage} está reservada ({reference})",
      body: `Hola, {guestName}:

Gracias por reservar {cottage}. Será un placer recibirle.

Su número de reserva: {reference}
Llegada: {checkIn}, a partir de las {checkInTime}
Salida: {checkOut}, antes de las {checkOutTime}
{nights}, {guests}, {total} en total

{payment}

Dirección: {address}

{directions}

Aquí puede ver y gestionar su reserva:

{bookingLink}

¿Tiene alguna pregunta? Llámenos al {hostPhone} o responda a este correo.`,
    },
    check_in_reminder: {
      subject: "Su llegada el {checkIn}: {cottage}",
      body: `Hola, {guestName}:

Será un placer recibirle el {checkIn}, a partir de las {checkInTime}.

Dirección: {address}

{directions}

Para su llegada: {arrivalNotes}

Contraseña del wifi: {wifiPassword}

Si se retrasa o no nos encuentra, llame al {hostPhone}. Le ayudaremos con mucho gusto.

{bookingLink}`,
    },
    check_out_reminder: {
      subject: "Hoy es la salida, antes de las {checkOutTime}",
      body: `Buenos días, {guestName}:

Su estancia en {cottage} termina hoy. Le rogamos que deje la casa antes de las {checkOutTime}, cierre las puertas con llave, cierre el gas y apague las luces.

Si necesita un taxi o un poco más de tiempo, llame al {hostPhone} y haremos lo posible.

Gracias por alojarse con nosotros, ¡y buen viaje!`,
    },
    feedback_request: {
      subject: "¿Qué tal su estancia en {cottage}?",
      body: `Hola, {guestName}:

Esperamos que haya disfrutado de su estancia en {cottage} y que el viaje de vuelta haya ido bien.

¿Nos cuenta qué le ha parecido? Solo lleva un minuto y nos ayuda a nosotros y a futuros huéspedes.

{ratingLink}

¡Muchas gracias!`,
    },
    booking_changed: {
      subject: "Su reserva {reference} ha cambiado",
      body: `Hola, {guestName}:

Su reserva en {cottage} ha cambiado.

{changes}

Así queda ahora su reserva:

Llegada: {checkIn}, a partir de las {checkInTime}
Salida: {checkOut}, antes de las {checkOutTime}
{nights}, {guests}, {total} en total

{bookingLink}

Si algo no es correcto, llámenos al {hostPhone} o responda a este correo.`,
    },
    booking_cancelled: {
      subject: "Su reserva {reference} está cancelada",
      body: `Hola, {guestName}:

Su reserva en {cottage}, del {checkIn} al {checkOut}, ha sido cancelada.

Gastos de cancelación: {fee}

Si no lo esperaba, llámenos al {hostPhone} o responda a este correo.`,
    },
  },
  whatsapp: {
    welcome:
      "Hola, {{1}}: su estancia en {{2}} del {{3}} al {{4}} está reservada. Abra {{5}} para ver todos los detalles.",
    check_in_reminder:
      "Hola, {{1}}: le esperamos en {{2}} del {{3}} al {{4}}. Abra {{5}} para saber cómo entrar en la casa.",
    check_out_reminder:
      "Buenos días, {{1}}: su estancia en {{2}}, que comenzó el {{3}}, termina hoy, {{4}}. Abra {{5}} para ver los detalles. ¡Gracias por alojarse con nosotros!",
    feedback_request: "Hola, {{1}}: ¿qué tal su estancia en {{2}} del {{3}} al {{4}}? Abra {{5}} para contárnoslo.",
    booking_changed: "Hola, {{1}}: su reserva en {{2}} es ahora del {{3}} al {{4}}. Abra {{5}} para ver los detalles.",
    booking_cancelled:
      "Hola, {{1}}: su reserva en {{2}} del {{3}} al {{4}} está cancelada. Abra {{5}} para ver los detalles.",
    custom:
      "Hola, {{1}}: le hemos escrito acerca de su estancia en {{2}} del {{3}} al {{4}}. Abra {{5}} para leer nuestro mensaje.",
  },
  nights: (count: number) => plural(count, { one: `${count} noche`, other: `${count} noches` }),
  guests: (count: number) => plural(count, { one: `${count} huésped`, other: `${count} huéspedes` }),
  someGuest: "estimado huésped",
  noFee: "ninguno",
  noWifiPassword: "pregúntenos a su llegada",
  callUs: (phone: string) => `llámenos al ${phone}`,
  openLinkFirst: "abra su reserva con el enlace de nuestro correo para ver este dato",
  shownFrom: (day: string) => `recibirá este dato el ${day}`,
  restored: "Su reserva había sido cancelada y vuelve a ser válida.",
  changedCheckIn: (now: string, was: string) => `Llegada: ${now} (antes: ${was})`,
  changedCheckOut: (now: string, was: string) => `Salida: ${now} (antes: ${was})`,
  changedGuests: (now: string, was: string) => `${now} (antes: ${was})`,
  changedTotal: (now: string, was: string) => `Total: ${now} (antes: ${was})`,
  paid: (amount) => `Pagado: ${amount}`,
  dueNow: (amount) => `A pagar ahora: ${amount}`,
  dueOn: (amount, day) => `A pagar el ${day}: ${amount}`,
  rateStay: "Valorar mi estancia",
  openBooking: "Abrir mi reserva",
  openForm: "Abrir el formulario de reserva",
  calendarTitle: (cottage: string) => `Estancia en ${cottage}`,
  calendarText: (stay: { reference: string; checkInFrom: string; checkOutBy: string; phone: string }) =>
    stay.phone
      ? `Reserva ${stay.reference}. Llegada a partir de las ${stay.checkInFrom}, salida antes de las ${stay.checkOutBy}. Si se retrasa, llame al ${stay.phone}.`
      : `Reserva ${stay.reference}. Llegada a partir de las ${stay.checkInFrom}, salida antes de las ${stay.checkOutBy}.`,
  ownLink: {
    subject: (reference: string) => `Su reserva ${reference}`,
    text: "Este es el enlace a su reserva. Con él puede verla y gestionarla.",
    warning:
      "Cualquier persona que tenga este enlace puede hacer lo mismo, así que no lo comparta. Si no lo ha pedido, ignore este correo.",
  },
  requested: {
    subject: ({ cottage, span }) => `Hemos recibido su solicitud de reserva: ${cottage}, ${span}`,
    answer: ownTexts.waiting.host,
    text: "Con este enlace puede ver su solicitud o retirarla.",
  },
  confirmStay: {
    subject: ({ cottage, span }) => `Confirme su estancia en ${cottage}, ${span}`,
    stay: (stay) =>
      `${stay.cottage}: ${stay.span}, ${stay.nights}, ${stay.guests}. Total: ${stay.total}. Número de reserva: ${stay.reference}.`,
    sendRequest: (until) =>
      `Abra este enlace antes del ${until} para enviar su solicitud al anfitrión. Hasta entonces le guardamos las noches; no tiene que volver a rellenar nada.`,
    completeBooking: (until) =>
      `Abra este enlace antes del ${until} para completar su reserva. Hasta entonces le guardamos las noches; no tiene que volver a rellenar nada.`,
    notYou:
      "Si no ha sido usted, ignore este correo. No se ha reservado nada y, pasado ese plazo, las noches volverán a estar libres.",
  },
  proveEmail: {
    subject: "Un paso más para reservar su estancia",
    text: "Abra este enlace en el plazo de una hora y pulse de nuevo «Reservar con obligación de pago». Estamos recibiendo un número inusual de solicitudes, por eso le pedimos que confirme su correo electrónico.",
    notYou: "Si no ha sido usted, ignore este correo. No se ha reservado nada.",
  },
  linkPage: {
    complete: {
      title: "Confirme su reserva",
      text: "Pulse el botón para confirmar su correo electrónico y su reserva.",
      button: "Confirmar mi reserva",
    },
    request: {
      title: "Envíe su solicitud de reserva",
      text: "Pulse el botón para confirmar su correo electrónico y enviar su solicitud al anfitrión.",
      button: "Enviar mi solicitud",
    },
    verify: {
      title: "Su reserva",
      text: "Pulse el botón para confirmar su correo electrónico y abrir su reserva.",
      button: "Abrir mi reserva",
    },
    proof: {
      title: "Confirme su correo electrónico",
      text: "Pulse el botón para confirmar su correo electrónico. Después podrá reservar su estancia.",
      button: "Confirmar mi correo electrónico",
    },
  },
  offer: {
    subject: (cottage: string, span: string) => `Nuestra oferta para usted: ${cottage}, ${span}`,
    price: (price: string, span: string) => `Le ofrecemos esta estancia (${span}) por ${price}.`,
    until: (until: string) => `Le guardamos estas noches hasta el ${until}.`,
    how: "Abra el enlace para ver el precio completo y aceptar la oferta.",
  },
  ended: {
    request: {
      subject: "No hemos podido aceptar su solicitud de reserva {reference}",
      body: `Hola, {guestName}:

Lo sentimos, pero no hemos podido aceptar su solicitud para alojarse en {cottage} del {checkIn} al {checkOut}. No se ha reservado nada y no tiene que pagar nada.

Si le vienen bien otras fechas, puede ver aquí cuáles están libres:

{bookingLink}

Si tiene alguna pregunta, llámenos al {hostPhone} o responda a este correo.`,
    },
    offer: {
      subject: "Nuestra oferta {reference} ha terminado",
      body: `Hola, {guestName}:

Nuestra oferta para su estancia en {cottage} del {checkIn} al {checkOut} ha terminado y ya no le guardamos estas noches. No se ha reservado nada y no tiene que pagar nada.

Si aún quiere venir, puede ver aquí qué fechas están libres:

{bookingLink}

Si tiene alguna pregunta, llámenos al {hostPhone} o responda a este correo.`,
    },
  },
  changeDeclined: {
    subject: (reference: string) => `Su reserva ${reference} no cambia`,
    text: (requested: string, booked: string) =>
      `No hemos podido aceptar el cambio solicitado (${requested}). Su reserva (${booked}) no cambia.`,
    otherDates:
      "Si le vienen bien otras fechas, mire en la página de su reserva qué puede cambiar todavía, o llámenos.",
  },
  changeReplaced: {
    subject: (reference: string) => `Su solicitud de cambio de la reserva ${reference} queda cerrada`,
    text: (requested: string, booked: string) =>
      `Hemos cambiado su reserva (${booked}), por lo que su solicitud de cambio (${requested}) queda cerrada.`,
    otherGuests: (span: string, requested: string, booked: string) =>
      `Hemos cambiado su reserva (${span}, ${booked}), por lo que su solicitud (${requested}) queda cerrada.`,
    ifUnsuitable: "Si no le viene bien, mire en la página de su reserva qué puede cambiar todavía, o llámenos.",
  },
} satisfies EmailTexts;
