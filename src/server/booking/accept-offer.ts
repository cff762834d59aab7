import type { StoredBooking } from "#domain/booking/booking.ts";
import type { Language } from "#domain/language/language.ts";
import { isSameStay } from "#domain/messaging/known-stay.ts";
import { amountString } from "#domain/money/currency.ts";
import { PAYMENT_HOLD_MS } from "#domain/payments/times.ts";
import { textsIn } from "#texts/server-texts.ts";
import type { LinkNeeds } from "./open-link.ts";
import { afterConsent, waitFor } from "./wait-for.ts";
import { type ActResult, type BookingNeeds, GUEST, refuse, type SaleRules } from "./ports.ts";

type RuleNeeds = {
  rules: () => Promise<Pick<SaleRules, "requestHours" | "mayLackBookings">>;
} & Pick<LinkNeeds, "payHours" | "canPay">;
export type RequestNoteNeeds = RuleNeeds & {
  /** Whether a sale may now have to wait for the host, because a platform's calendar could not be read. */
  mayAskHost: () => Promise<boolean>;
};

/** What the guest was shown, or only the total of it. */
type Seen = { expectedTotal: string } & Partial<Pick<StoredBooking, "checkIn" | "checkOut" | "guestCount">>;

/**
 * The guest accepts the offer for the stay that was shown, at the price that was shown. Accepting again returns the
 * accepted stay. If the stay has to be paid for and the provider rejects our key, the host decides, as for any other
 * booking (P-14). The host also decides if the nights may have been sold in the meantime: by a platform that is
 * unreachable, if the host wants to be asked then, or in a booking that is missing after a restore.
 */
export async function acceptOffer(
  { bookings, clock, ...needs }: RuleNeeds & BookingNeeds,
  { id, expectedTotal, ...seen }: Seen & { id: string },
): Promise<ActResult> {
  const at = clock();
  const { requestHours, partyOf } = await acceptRules(needs);
  let repeated: StoredBooking | null = null;
  const result = await bookings.act({
    id,
    actor: GUEST,
    notByHost: true,
    at,
    decide: (booking, { check }) => {
      const { status, waiting, totalCents, currency } = booking;
      const refused = refuse({ kind: "offer-over" });
      if (amountString(totalCents, currency) !== expectedTotal) return refused;
      const { checkIn = booking.checkIn, checkOut = booking.checkOut, guestCount = booking.guestCount } = seen;
      if (!isSameStay(booking, { checkIn, checkOut, guestCount, totalCents })) return refused;
      // A booking that waits for the host does not count as accepted: the host may have changed it, which ended the
      // offer.
      const accepted = waiting ? waiting.for === "payment" : status !== "pending" && status !== "cancelled";
      if (accepted) repeated = booking;
      if (waiting?.for !== "offer" || waiting.until <= at) return refused;
      const { requestedStatus } = waiting;
      const did = "The guest has accepted the offer";
      const party = check?.asksHost ? "host" : partyOf(booking);
      if (!party) return { ok: true, act: "booking.status", event: did, next: { status: requestedStatus } };
      const ms = party === "payment" ? PAYMENT_HOLD_MS : requestHours * HOUR_MS;
      return waitFor(party, { did, until: new Date(at.getTime() + ms), requestedStatus });
    },
  });
  return repeated ? { ok: true, booking: repeated } : result;
}

/**
 * The rules that apply now. `partyOf` returns what an accepted offer waits for if every platform can be read: the host,
 * the payment, or null for nothing.
 */
async function acceptRules({ rules, payHours, canPay }: RuleNeeds) {
  const [{ requestHours, mayLackBookings }, payable] = await Promise.all([rules(), canPay()]);
  const partyOf = (booking: StoredBooking) =>
    mayLackBookings ? "host" : afterConsent(booking, { paysOnline: payHours !== undefined, payable });
  return { requestHours, partyOf };
}

/**
 * The note that tells a guest with an offer that accepting it sends a request to the host, or may do so; otherwise
 * undefined.
 */
export async function requestNote(
  { mayAskHost, ...needs }: RequestNoteNeeds,
  booking: StoredBooking,
  language: Language,
): Promise<string | undefined> {
  if (booking.waiting?.for !== "offer") return undefined;
  const { requestHours, partyOf } = await acceptRules(needs);
  const { house } = textsIn(language);
  if (partyOf(booking) === "host") return house.requestFirst(requestHours);
  return (await mayAskHost()) ? house.checkFirst(requestHours) : undefined;
}

const HOUR_MS = 3_600_000;
