import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { quote } from "#domain/booking/price.ts";
import { refuseStay, type StayRefusal } from "#domain/booking/refuse-stay.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import type { Stay } from "#domain/booking/stay.ts";
import type { StayRules } from "#domain/booking/stay-rules.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { PROVISIONAL_GUEST_MS } from "#domain/guests/guest.ts";
import type { Clock } from "../runtime/clock.ts";
import { randomId, randomReference } from "../runtime/ids.ts";
import type { AddBookingResult, BookingStore, Freshness, HouseTerms, Registrant, Submit } from "./ports.ts";

export type CreateBookingNeeds = {
  bookings: BookingStore;
  clock: Clock;
  houseTerms: () => Promise<HouseTerms>;
  rules: () => Promise<StayRules>;
  /** The last look at the platforms' calendars before nights are sold; null where nobody has any. */
  freshen: (() => Promise<Freshness>) | null;
};

export type CreateBookingInput = {
  guestId: string;
  stay: Stay;
  guestCount: number;
  status: Extract<BookingStatus, "upcoming" | "confirmed">;
  specialRequests: string | null;
};

export type CreateBookingResult =
  | AddBookingResult
  | ({ ok: false; reason: "stay-refused" } & StayRefusal)
  /** The host does not sell while a platform's calendar cannot be read. */
  | { ok: false; reason: "platforms-silent" };

/** Sells the cottage for a stay, or says why not. Price, policy, reference and id are made here, whatever the caller sent. */
export async function createBooking(
  { bookings, clock, houseTerms, rules, freshen }: CreateBookingNeeds,
  input: CreateBookingInput,
  caller: Registrant & { accessHash: string },
  submit: Submit | null,
): Promise<CreateBookingResult> {
  const [terms, rule] = await Promise.all([houseTerms(), rules()]);
  const refused = refuseStay(input.stay, dayAt(clock(), terms.timeZone), rule);
  if (refused) return { ok: false, reason: "stay-refused", ...refused };
  const { silent, whenSilent } = (await freshen?.()) ?? ALL_READ;
  if (silent.length > 0 && whenSilent === "stop") return { ok: false, reason: "platforms-silent" };
  const now = clock();

  const { lines, totalCents } = quote(input.stay, terms.rateCents);
  return bookings.addIfFree(
    {
      id: randomId(),
      reference: randomReference(),
      propertyId: PROPERTY_ID,
      guestId: input.guestId,
      ...input.stay,
      guestCount: input.guestCount,
      // Held until the host has looked at the platform himself.
      status: silent.length > 0 && whenSilent === "ask" ? "pending" : input.status,
      remark: silent.map(unverified).join("; "),
      source: "direct",
      specialRequests: input.specialRequests,
      totalCents,
      priceLines: lines,
      policy: terms.policy,
      createdAt: now,
      registrant: caller,
      registeredAfter: new Date(now.getTime() - PROVISIONAL_GUEST_MS),
      accessHash: caller.accessHash,
    },
    submit,
  );
}

const ALL_READ: Freshness = { silent: [], whenSilent: "sell" };

/** channels.md S-64. */
function unverified({ name, since }: Freshness["silent"][number]): string {
  const read = since
    ? `since ${since.toISOString().slice(0, 16).replace("T", " ")} UTC`
    : "its calendar was never read";
  return `unverified against ${name} ${read}`;
}
