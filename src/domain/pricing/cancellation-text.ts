import { hoursText, percentText } from "./line-text.ts";
import type { CancellationStep, PriceDocument } from "./price-document.ts";

/** SPEC 9's policy in words, whatever the dates: until when cancelling is free, and what it costs afterwards. */
export function cancellationWords({ cancellation }: Pick<PriceDocument, "cancellation">): {
  freeCancellationUntil: string;
  cancellation: string;
} {
  const [first, ...later] = cancellation;
  // Every document has a step; without one, cancelling would cost nothing until the guest arrives.
  if (!first) return { freeCancellationUntil: "check-in", cancellation: "free of charge until check-in." };
  const rest = later.map((step) => `, and from ${stepTime(step)} ${stepFee(step)}`).join("");
  const until = stepTime(first);
  return {
    freeCancellationUntil: until,
    cancellation: `free of charge until ${until}. After that the fee is ${stepFee(first)}${rest}.`,
  };
}

/** `48 hours before check-in`, or `check-in` itself. */
function stepTime({ fromHoursBefore }: CancellationStep): string {
  return fromHoursBefore === 0 ? "check-in" : `${hoursText(fromHoursBefore)} before check-in`;
}

/** `one night's stay`, `50% of the price`. */
function stepFee(step: CancellationStep): string {
  if ("percent" in step)
    return step.percent === 10_000 ? "the whole price" : `${percentText(step.percent)} of the price`;
  return step.nights === 1 ? "one night's stay" : `the price of ${step.nights} nights`;
}
