import type { StoredBooking } from "#domain/booking/booking.ts";
import { chargesOf, freeCancellationUntil } from "#domain/booking/cancellation.ts";
import { momentText } from "#domain/calendar/time-zone.ts";
import { moneyText } from "#domain/money/currency.ts";
import { counted } from "#domain/text/counted.ts";
import { lineText } from "#domain/pricing/line-text.ts";
import { dayText } from "#domain/calendar/day-text.ts";
import { paymentsOf } from "../core/ledger-queries.ts";
import { disputesOf } from "./alert-queries.ts";
import { accessesOf, eventsOf, messagesTo } from "./waiting-queries.ts";
import type { PaymentNeeds } from "./ports.ts";

/**
 * The evidence for the bank in a dispute: what the guest bought, what they agreed to and what we sent them. The
 * cancellation policy is the one stored with the booking, even if the current policy is different.
 */
export async function disputeEvidence(
  { database, cottageName, clock }: Pick<PaymentNeeds, "database" | "cottageName" | "clock">,
  booking: StoredBooking,
): Promise<string> {
  const { db } = database;
  const { policy, guest, currency } = booking;
  const at = (moment: Date | string) => momentText(new Date(moment), policy.timeZone);
  const money = (cents: number) => moneyText(cents, currency);
  const [payments, messages, events, accesses, disputes] = await Promise.all([
    paymentsOf(db, booking.id),
    messagesTo(db, booking.id),
    eventsOf(db, booking.id),
    accessesOf(db, booking.id),
    disputesOf(db, booking.id),
  ]);
  const fees = chargesOf(booking).map(({ from, amountCents }) => `From ${at(from)}: ${money(amountCents)}`);
  const parts: [string, string[]][] = [
    ["The dispute", disputes.flatMap(({ detail }) => detail.split("\n"))],
    [
      "The stay",
      [
        `${await cottageName()}, reference ${booking.reference}`,
        `Check-in ${dayText(booking.checkIn)}, check-out ${dayText(booking.checkOut)}, ${counted(booking.guestCount, "guest")}`,
        `Booked ${at(booking.createdAt)}, now ${booking.status}`,
      ],
    ],
    ["The guest", [guest.name, guest.email, guest.phone].filter((line) => line !== "")],
    ["The price", [...priceTexts(booking), `Total: ${money(booking.totalCents)}`]],
    [
      "The cancellation policy of this booking, which the payment page shows",
      [`Free of charge until ${at(freeCancellationUntil(booking.checkIn, policy))}`, ...fees],
    ],
    [
      "Payments",
      payments.map(
        ({ kind, method, amountCents, recordedAt, fact }) =>
          `${at(recordedAt)}: ${kind} of ${money(amountCents)}, ${method}${fact ? `, ${fact.chargeRef}` : ""}`,
      ),
    ],
    [
      "Messages to the guest",
      messages.map(
        ({ sent_at, channel, type, subject, delivery }) =>
          `${at(sent_at ?? "")}: ${channel}, ${subject ?? type.replaceAll("_", " ")}${delivery ? `, ${delivery}` : ""}`,
      ),
    ],
    [
      "Use of the guest's own page",
      [
        ...(booking.emailProvenAt ? [`The guest had opened a link in our email by ${at(booking.emailProvenAt)}.`] : []),
        `Browsers in which the booking was made or the link was opened: ${accesses}`,
      ],
    ],
    ["History", events.map(({ at: moment, actor, event }) => `${at(moment)}: ${event} (${actor})`)],
  ];
  const title = `Evidence for a disputed payment, ${booking.reference}`;
  const text = parts
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => [heading, ...lines.map((line) => `  ${line}`)].join("\n"));
  return [title, `Written on ${at(clock())}`, ...text].join("\n\n") + "\n";
}

function priceTexts({ priceLines, currency }: StoredBooking): string[] {
  return priceLines.map((line) => `${lineText(line, currency)}: ${moneyText(line.amountCents, currency)}`);
}
