import type { Confirmation } from "#contract/booking.ts";
import { formatCents } from "../lib/format-money.ts";
import { say } from "../lib/say.ts";
import { deadlineText } from "./cancellation-policy.ts";

/** As booked, or with the changes that the guest asks for. */
type Stay = Pick<
  Confirmation,
  "cancellation" | "currency" | "lines" | "freeCancellationUntil" | "freeCancellationOver"
>;

export function cancellationText(stay: Stay, timeZone: string): string {
  const { cancellation, currency, freeCancellationUntil } = stay;
  const texts = say.own.cancellation;
  const [first, ...later] = cancellation;
  if (!first) return texts.free;
  if (stay.freeCancellationOver) return atMostText(stay);
  const rest = later.map(({ from, amountCents }) => ({
    from: deadlineText(from, timeZone),
    amount: formatCents(amountCents, currency),
  }));
  return texts.until(deadlineText(freeCancellationUntil, timeZone), amountOf(first.amountCents, stay), rest);
}

/** The most that cancelling can cost once it is no longer free: a later step may cost less than an earlier one. */
export function atMostText(stay: Stay): string {
  const most = Math.max(0, ...stay.cancellation.map(({ amountCents }) => amountCents));
  return say.own.cancellation.atMost(amountOf(most, stay));
}

/** Null if the policy has only one step and the fee is the price of the first night: the text then says so instead. */
function amountOf(cents: number, { cancellation, currency, lines }: Stay): string | null {
  const firstNight = lines.find((line) => line.kind === "nights");
  const isOneNight = cancellation.length === 1 && firstNight?.unitCents === cents;
  return isOneNight ? null : formatCents(cents, currency);
}
