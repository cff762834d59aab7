import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { type Quote, quote } from "#domain/booking/price.ts";
import { refuseStay, type StayRefusal } from "#domain/booking/refuse-stay.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { PROVISIONAL_GUEST_MS } from "#domain/guests/guest.ts";
import { type Cents, toDollarString } from "#domain/money/money.ts";
import type { CheckCalendars, PlatformsSilent } from "../database/calendar.ts";
import type { Submit } from "../database/transaction.ts";
import type { Clock } from "../runtime/clock.ts";
import { randomId, randomReference } from "../runtime/ids.ts";
import { doorFor, type DoorNeeds, type FormManners } from "./door.ts";
import type { AddBookingResult, BookingStore, HouseTerms, Registrant, SaleRules } from "./ports.ts";

export type CreateBookingNeeds = {
  bookings: BookingStore;
  clock: Clock;
  houseTerms: () => Promise<HouseTerms>;
  rules: () => Promise<SaleRules>;
  door: DoorNeeds;
  /** Emails the link that proves an address; false while too many guests are being asked. */
  askForProof: (wish: { emailMark: string; to: { name: string; address: string }; search: string }) => Promise<boolean>;
  /** Reads the platforms' calendars before nights are sold. */
  checkCalendars: CheckCalendars;
};

export type CreateBookingInput = {
  guestId: string;
  stay: Stay;
  guestCount: number;
  status: Extract<BookingStatus, "upcoming" | "confirmed">;
  specialRequests: string | null;
  /** The price as the guest was shown it, in dollars. */
  expected: ExpectedPrice;
  manners: FormManners;
};

/** Null for a caller that leaves that part of the price to us. */
type ExpectedPrice = { rate: string | null; total: string | null };

export type CreateBookingResult =
  | Exclude<AddBookingResult, { reason: "price-changed" }>
  | { ok: false; reason: "price-changed"; quote: Quote }
  | ({ ok: false; reason: "stay-refused" } & StayRefusal)
  /** The host does not sell while a platform's calendar cannot be read. */
  | PlatformsSilent
  /** Too many guests were asked to prove their email in the last hour. */
  | { ok: false; reason: "proofs-paused" };

/** Sells the cottage for a stay, or says why not. Price, policy, reference and id are made here, whatever the caller sent. */
export async function createBooking(
  { bookings, clock, houseTerms, checkCalendars, ...needs }: CreateBookingNeeds,
  input: CreateBookingInput,
  caller: Registrant & { accessHash: string; networkBlock: string },
  submit: Submit | null,
): Promise<CreateBookingResult> {
  const [terms, rule] = await Promise.all([houseTerms(), needs.rules()]);
  /** A replayed request returns the original booking, even if it would be refused today: the first answer may be lost. */
  const unlessSold = async (refusal: CreateBookingResult): Promise<CreateBookingResult> => {
    const before = submit && (await bookings.answered(submit, caller.accessHash, clock()));
    return before && (before.ok || before.reason !== "never") ? before : refusal;
  };
  const refused = refuseStay(input.stay, dayAt(clock(), terms.timeZone), rule);
  if (refused) return unlessSold({ ok: false, reason: "stay-refused", ...refused });
  const checked = await checkCalendars("guest");
  if (!checked.ok) return unlessSold(checked);
  const now = clock();

  const price = quote(input.stay, terms.rateCents);
  const { stay, manners } = input;
  // Held until the host has looked at the platform.
  const rules = checked.check.asksHost ? { ...rule, bookingMode: "request" as const } : rule;
  const wish = { asked: input.status, stay, networkBlock: caller.networkBlock, manners, rules, now };
  const result = await bookings.addIfFree(
    {
      id: randomId(),
      reference: randomReference(),
      propertyId: PROPERTY_ID,
      guestId: input.guestId,
      ...input.stay,
      guestCount: input.guestCount,
      status: input.status,
      check: checked.check,
      source: "direct",
      specialRequests: input.specialRequests,
      totalCents: price.totalCents,
      priceLines: price.lines,
      oneNightCents: price.oneNightCents,
      policy: terms.policy,
      agreed: isSame(input.expected.rate, terms.rateCents) && isSame(input.expected.total, price.totalCents),
      createdAt: now,
      registrant: caller,
      registeredAfter: new Date(now.getTime() - PROVISIONAL_GUEST_MS),
      accessHash: caller.accessHash,
      door: await doorFor(needs.door, wish),
    },
    submit,
  );
  if (!result.ok && result.reason === "prove-first") {
    const { name, email: address } = result.guest;
    const search = `in=${stay.checkIn}&out=${stay.checkOut}&guests=${input.guestCount}`;
    const asked = await needs.askForProof({ emailMark: result.emailMark, to: { name, address }, search });
    if (!asked) return { ok: false, reason: "proofs-paused" };
  }
  if (!result.ok && result.reason === "price-changed") return { ...result, quote: price };
  return result;
}

function isSame(expected: string | null, cents: Cents): boolean {
  return expected === null || expected === toDollarString(cents);
}
