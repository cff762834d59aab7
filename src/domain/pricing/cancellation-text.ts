import { hoursText, percentText } from "./line-text.ts";
import type { CancellationStep, PriceDocument } from "./price-document.ts";

/**
 * The policy (SPEC 9) in words that apply to any dates: until when cancelling is free, and what it costs afterwards.
 */
export function cancellationTexts({ cancellation: [first, ...later] }: Pick<PriceDocument, "cancellation">): {
  freeCancellation: string;
  cancellation: string;
} {
  const until = stepTime(first);
  return {
    freeCancellation: `Free cancellation until ${until}.`,
    cancellation: [
      `Cancellation is free until ${until}.`,
      ...(first ? [`After that the fee is ${stepFee(first)}.`] : []),
      ...later.map((step) => `From ${stepTime(step)} it is ${stepFee(step)}.`),
    ].join(" "),
  };
}

/**
 * `48 hours before check-in`, or `check-in` itself. If there is no step, cancelling is free until check-in.
 */
function stepTime(step: CancellationStep | undefined): string {
  return step && step.fromHoursBefore > 0 ? `${hoursText(step.fromHoursBefore)} before check-in` : "check-in";
}

/** `one night's stay`, `50% of the price`. */
function stepFee(step: CancellationStep): string {
  if ("percent" in step)
    return step.percent === 10_000 ? "the whole price" : `${percentText(step.percent)} of the price`;
  return step.nights === 1 ? "one night's stay" : `the price of ${step.nights} nights`;
}
