import { refuseHostStay } from "#domain/booking/refuse-host-stay.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { stayEvent } from "#domain/booking/timeline.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { amountString, exactMoneyText } from "#domain/money/currency.ts";
import { keepTotal } from "#domain/pricing/sold-price.ts";
import { type ActResult, type BookingNeeds, type BookingTerms, type HostOrder, refuse } from "./ports.ts";
import { newPrice, otherCurrency } from "./price-for-host.ts";

/** Refuses a host's change to the price or the number of guests while a guest's request for other dates is open. */
export const ANSWER_FIRST = "The guest has asked to change the dates. Answer that request first.";

type Needs = BookingNeeds & { bookingTerms: () => Promise<BookingTerms> };
type Input = HostOrder & {
  stay: Stay;
  guestCount: number;
  /** `keep` leaves the agreed total unchanged; `new` replaces it with the price of the changed stay. */
  price: "keep" | "new";
  /** The total that the host has seen and confirmed. */
  expectedTotal: string;
};

/**
 * Moves a stay or changes its number of guests. New nights are claimed and old nights released together, or nothing
 * changes.
 */
export async function changeStay({ bookings, clock, bookingTerms }: Needs, input: Input): Promise<ActResult> {
  const { stay, guestCount, price, expectedTotal, ...order } = input;
  const change = { stay, guests: guestCount };
  const at = clock();
  const terms = await bookingTerms();
  const refused = refuseHostStay(stay, dayAt(at, terms.timeZone));
  if (refused) return refuse(refused, 400, "checkOutDate");

  return bookings.act({
    ...order,
    at,
    decide: (booking) => {
      if (booking.status === "cancelled") return refuse("Restore the booking before you change its dates or guests.");
      const priced = price === "keep" ? keepTotal(booking, change) : newPrice(booking, change, terms, at);
      if (!priced) return refuse(otherCurrency(booking.currency, terms.prices.currency));
      if (amountString(priced.totalCents, booking.currency) !== expectedTotal) {
        const total = exactMoneyText(priced.totalCents, booking.currency);
        return refuse(`The stay now costs ${total}. Please check the price again.`);
      }
      const movesStay = stay.checkIn !== booking.checkIn || stay.checkOut !== booking.checkOut;
      if (booking.changeRequest && !movesStay) return refuse(ANSWER_FIRST);
      const next = { ...stay, guestCount, ...priced };
      const event = stayEvent(booking, { ...booking, ...next });
      if (event === "") return refuse("The booking already has these dates and guests.", 400);
      return { ok: true, act: "booking.stay", event, next };
    },
  });
}
