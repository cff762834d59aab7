import type { PaymentMethod } from "#domain/booking/payment.ts";

export const METHOD_LABELS = {
  cash: "Cash",
  card: "Card",
  "bank-transfer": "Bank transfer",
  online: "Online",
  dispute: "Disputed card payment",
  "refund-failed": "Refund that did not arrive",
  other: "Other",
} satisfies Record<PaymentMethod, string>;
