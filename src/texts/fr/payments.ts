import type { PaymentEmails } from "../en/payments.ts";

const payBelow =
  "Vous pouvez payer en ligne avec le lien ci-dessous. Si vous avez déjà payé autrement, ne tenez pas compte de cet e-mail.";

export const paymentEmails = {
  pleasePay: ({ cottage, span, amount }, until, paid) => ({
    subject: `Merci de payer pour réserver votre séjour à ${cottage}, ${span}`,
    lines: [
      `Votre séjour (${span}) n’est pas encore réservé. Il le sera dès que vous aurez payé ${amount}.`,
      `Nous vous gardons les nuits jusqu’au ${until}. ${paid ? `Nous avons reçu ${paid} à ce jour.` : "Rien n’a été débité pour l’instant."}`,
    ],
  }),
  accepted: ({ cottage, span, amount }, until) => ({
    subject: `Votre demande est acceptée : il reste à payer votre séjour à ${cottage}, ${span}`,
    lines: [
      `Bonne nouvelle : nous pouvons vous accueillir (${span}). Votre séjour sera réservé dès que vous aurez payé ${amount}.`,
      `Nous vous gardons les nuits jusqu’au ${until}.`,
    ],
  }),
  dueOn: ({ span, reference, amount }, day) => ({
    subject: `Paiement à effectuer le ${day} pour votre séjour (${span})`,
    lines: [
      `Le paiement de ${amount} pour votre séjour (réservation ${reference}) est à effectuer le ${day}.`,
      payBelow,
    ],
  }),
  dueToday: ({ span, reference, amount }) => ({
    subject: `Paiement à effectuer aujourd’hui pour votre séjour (${span})`,
    lines: [
      `Le paiement de ${amount} pour votre séjour (réservation ${reference}) est à effectuer aujourd’hui.`,
      payBelow,
    ],
  }),
  overdue: ({ span, reference, amount }, day) => ({
    subject: `Paiement en retard pour votre séjour (${span})`,
    lines: [
      `Le paiement de ${amount} pour votre séjour (réservation ${reference}) était à effectuer le ${day}, mais nous ne l’avons pas encore reçu.`,
      payBelow,
    ],
  }),
  lastWarning: ({ span, reference, amount }, day, until) => ({
    subject: `Merci de payer avant le ${until}, sinon votre séjour (${span}) sera annulé`,
    lines: [
      `Le paiement de ${amount} pour votre séjour (réservation ${reference}) était à effectuer le ${day}, mais nous ne l’avons pas encore reçu.`,
      `Sans paiement avant le ${until}, nous devrons annuler votre séjour. Les conditions d’annulation de votre réservation s’appliqueront alors.`,
      "Vous pouvez payer en ligne avec le lien ci-dessous. Si vous avez payé autrement ou s’il vous faut plus de temps, répondez à cet e-mail.",
    ],
  }),
  link: ({ cottage, span, reference, amount }, about, isFee) => ({
    subject: `Lien de paiement : ${amount} (${cottage})`,
    lines: [
      `Voici le lien pour payer ${amount} ${isFee ? "au titre des frais d’annulation de" : "pour"} votre séjour (${span}, réservation ${reference}).`,
      ...(about ? [about] : []),
    ],
  }),
  received: ({ span, reference, amount }) => ({
    subject: `Merci : nous avons reçu ${amount}`,
    lines: [
      `Nous avons reçu votre paiement de ${amount} pour votre séjour (${span}, réservation ${reference}).`,
      "Votre reçu se trouve sur la page de votre réservation.",
    ],
  }),
  endedUnpaid: ({ cottage, span, amount }) => ({
    subject: `Le délai de paiement est passé : ${cottage}, ${span}`,
    lines: [
      `Le délai de paiement de votre séjour est passé et les nuits sont de nouveau libres. ${amount ? `Les ${amount} que vous avez payés vous seront remboursés.` : "Rien n’a été débité."}`,
      "Si vous souhaitez toujours venir, vous pouvez réserver de nouveau.",
    ],
  }),
  lateTaken: ({ span, reference, amount }) => ({
    subject: `Votre paiement est arrivé en retard, mais votre séjour est réservé : ${span}`,
    lines: [
      `Votre paiement de ${amount} nous est parvenu après l’échéance, mais nous avons encore pu vous attribuer les nuits. Votre séjour est réservé, numéro de réservation ${reference}.`,
    ],
  }),
  lateGone: ({ span, amount }) => ({
    subject: `Votre paiement est arrivé trop tard : ${span}`,
    lines: [
      `Quand votre paiement nous est parvenu, les nuits n’étaient plus gardées pour vous. Nous remboursons ${amount} sur votre carte ; comptez 5 à 10 jours.`,
    ],
  }),
  twice: ({ reference, amount }) => ({
    subject: `Nous vous remboursons ${amount}`,
    lines: [
      `Vous avez payé plus que le montant dû pour votre séjour (réservation ${reference}). Nous remboursons ${amount} sur votre carte ; comptez 5 à 10 jours.`,
    ],
  }),
  refunded: ({ reference, amount }) => ({
    subject: `Votre remboursement de ${amount}`,
    lines: [
      `Nous avons remboursé ${amount} sur votre carte pour votre séjour (réservation ${reference}). Comptez 5 à 10 jours.`,
    ],
  }),
  feeWaived: ({ span, reference, amount }, fee) => ({
    subject: `Vous n’avez pas à payer les frais d’annulation de ${fee}`,
    lines: [
      `Nous renonçons aux frais d’annulation de ${fee} pour votre séjour (${span}, réservation ${reference}). ${amount ? `Les ${amount} que vous avez payés vous seront remboursés.` : "Vous n’avez plus rien à payer."}`,
    ],
  }),
} satisfies PaymentEmails;
