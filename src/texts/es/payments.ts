import type { PaymentEmails } from "../en/payments.ts";

const payBelow =
  "Puede pagar en línea con el enlace de abajo. Si ya ha pagado de otra forma, no tenga en cuenta este correo.";

export const paymentEmails = {
  pleasePay: ({ cottage, span, amount }, until, paid) => ({
    subject: `Falta el pago para reservar su estancia en ${cottage}, ${span}`,
    lines: [
      `Su estancia (${span}) aún no está reservada. Lo estará en cuanto haya pagado ${amount}.`,
      `Le guardamos las noches hasta el ${until}. ${paid ? `Hasta ahora hemos recibido ${paid}.` : "Todavía no se ha cobrado nada."}`,
    ],
  }),
  accepted: ({ cottage, span, amount }, until) => ({
    subject: `Hemos aceptado su solicitud y queda pendiente el pago: ${cottage}, ${span}`,
    lines: [
      `Buenas noticias: podemos recibirle (${span}). Su estancia quedará reservada en cuanto haya pagado ${amount}.`,
      `Le guardamos las noches hasta el ${until}.`,
    ],
  }),
  dueOn: ({ span, reference, amount }, day) => ({
    subject: `El pago de su estancia (${span}) vence el ${day}`,
    lines: [`El pago de ${amount} por su estancia (reserva ${reference}) vence el ${day}.`, payBelow],
  }),
  dueToday: ({ span, reference, amount }) => ({
    subject: `Hoy vence el pago de su estancia (${span})`,
    lines: [`Hoy vence el pago de ${amount} por su estancia (reserva ${reference}).`, payBelow],
  }),
  overdue: ({ span, reference, amount }, day) => ({
    subject: `Pago atrasado de su estancia (${span})`,
    lines: [
      `El pago de ${amount} por su estancia (reserva ${reference}) venció el ${day}, pero aún no lo hemos recibido.`,
      payBelow,
    ],
  }),
  lastWarning: ({ span, reference, amount }, day, until) => ({
    subject: `Pague antes del ${until} o su reserva (${span}) se cancelará`,
    lines: [
      `El pago de ${amount} por su estancia (reserva ${reference}) venció el ${day}, pero aún no lo hemos recibido.`,
      `Si no se ha pagado antes del ${until}, tendremos que cancelar su reserva. Se aplicarán entonces sus condiciones de cancelación.`,
      "Puede pagar en línea con el enlace de abajo. Si ha pagado de otra forma o necesita más tiempo, responda a este correo.",
    ],
  }),
  link: ({ cottage, span, reference, amount }, about, isFee) => ({
    subject: `Enlace de pago de ${cottage}: ${amount}`,
    lines: [
      `Este es el enlace para pagar ${amount} ${isFee ? "de los gastos de cancelación de" : "por"} su estancia (${span}, reserva ${reference}).`,
      ...(about ? [about] : []),
    ],
  }),
  received: ({ span, reference, amount }) => ({
    subject: `Gracias: hemos recibido ${amount}`,
    lines: [
      `Hemos recibido su pago de ${amount} por su estancia (${span}, reserva ${reference}).`,
      "El recibo está en la página de su reserva.",
    ],
  }),
  endedUnpaid: ({ cottage, span, amount }) => ({
    subject: `El plazo de pago ha terminado: ${cottage}, ${span}`,
    lines: [
      `El plazo para pagar su estancia ha terminado y las noches vuelven a estar libres. ${amount ? `Le devolveremos lo que ha pagado: ${amount}.` : "No se ha cobrado nada."}`,
      "Si aún quiere venir, puede reservar de nuevo.",
    ],
  }),
  lateTaken: ({ span, reference, amount }) => ({
    subject: `Su pago llegó tarde, pero su estancia está reservada: ${span}`,
    lines: [
      `Recibimos su pago de ${amount} después del plazo, pero aún pudimos darle las noches. Su estancia está reservada, número de reserva ${reference}.`,
    ],
  }),
  lateGone: ({ span, amount }) => ({
    subject: `Su pago llegó demasiado tarde: ${span}`,
    lines: [
      `Cuando recibimos su pago, ya no le guardábamos las noches. Le devolvemos ${amount} a su tarjeta; puede tardar de 5 a 10 días.`,
    ],
  }),
  twice: ({ reference, amount }) => ({
    subject: `Le devolvemos ${amount}`,
    lines: [
      `Ha pagado más de lo debido por su estancia (reserva ${reference}). Le devolvemos ${amount} a su tarjeta; puede tardar de 5 a 10 días.`,
    ],
  }),
  refunded: ({ reference, amount }) => ({
    subject: `Su devolución de ${amount}`,
    lines: [
      `Hemos devuelto ${amount} a su tarjeta por su estancia (reserva ${reference}). Puede tardar de 5 a 10 días.`,
    ],
  }),
  feeWaived: ({ span, reference, amount }, fee) => ({
    subject: `No tiene que pagar los gastos de cancelación de ${fee}`,
    lines: [
      `Le eximimos de los gastos de cancelación de ${fee} de su estancia (${span}, reserva ${reference}). ${amount ? `Le devolveremos lo que ha pagado: ${amount}.` : "No queda nada por pagar."}`,
    ],
  }),
} satisfies PaymentEmails;
