import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { quote } from "#domain/booking/price.ts";
import { refuseStay, type StayRefusal } from "#domain/booking/refuse-stay.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { PROVISIONAL_GUEST_MS } from "#domain/guests/guest.ts";
import type { Clock } from "../runtime/clock.ts";
import { randomId, randomReference } from "../runtime/ids.ts";
import { doorFor, type DoorNeeds, type FormManners } from "./door.ts";
import type { AddBookingResult, BookingStore, HouseTerms, Registrant, SaleRules, Submit } from "./ports.ts";

export type CreateBookingNeeds = {
  bookings: BookingStore;
  clock: Clock;
  houseTerms: () => Promise<HouseTerms>;
  rules: () => Promise<SaleRules>;
  door: DoorNeeds;
  /** Mails the link that shows an address to be real. */
  askForProof: (wish: { emailMark: string; to: { name: string; address: string }; search: string }) => Promise<void>;
};

export type CreateBookingInput = {
  guestId: string;
  stay: Stay;
  guestCount: number;
  status: Extract<BookingStatus, "upcoming" | "confirmed">;
  specialRequests: string | null;
  manners: FormManners;
};

export type CreateBookingResult = AddBookingResult | ({ ok: false; reason: "stay-refused" } & StayRefusal);

/** Sells the cottage for a stay, or says why not. Price, policy, reference and id are made here, whatever the caller sent. */
export async function createBooking(
  { bookings, clock, houseTerms, rules, ...needs }: CreateBookingNeeds,
  input: CreateBookingInput,
  caller: Registrant & { accessHash: string; networkBlock: string },
  submit: Submit | null,
): Promise<CreateBookingResult> {
  const now = clock();
  const [terms, rule] = await Promise.all([houseTerms(), rules()]);
  const refused = refuseStay(input.stay, dayAt(now, terms.timeZone), rule);
  if (refused) return { ok: false, reason: "stay-refused", ...refused };

  const { lines, totalCents } = quote(input.stay, terms.rateCents);
  const { stay, manners } = input;
  const wish = { asked: input.status, stay, networkBlock: caller.networkBlock, manners, rules: rule, now };
  const result = await bookings.addIfFree(
    {
      id: randomId(),
      reference: randomReference(),
      propertyId: PROPERTY_ID,
      guestId: input.guestId,
      ...input.stay,
      guestCount: input.guestCount,
      status: input.status,
      source: "direct",
      specialRequests: input.specialRequests,
      totalCents,
      priceLines: lines,
      policy: terms.policy,
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
    await needs.askForProof({ emailMark: result.emailMark, to: { name, address }, search });
  }
  return result;
}
