import type { PaymentMethod } from "#domain/booking/payment.ts";

export const METHOD_LABELS = {
  cash: "Cash",
  card: "Card",
  "bank-transfer": "Bank transfer",
  other: "Other",
} satisfies Record<PaymentMethod, string>;
