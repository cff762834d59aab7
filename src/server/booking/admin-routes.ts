import type { BaseNeeds } from "../core/base-needs.ts";
import * as contract from "#contract/admin-bookings.ts";
import type { StoredBooking } from "#domain/booking/booking.ts";
import { NO_FILTERS } from "#domain/booking/booking-list.ts";
import { refuseHostStay } from "#domain/booking/refuse-host-stay.ts";
import { nightCount } from "#domain/booking/stay.ts";
import { addDays, daysBetween } from "#domain/calendar/local-date.ts";
import { DEFAULT_LANGUAGE, type Language } from "#domain/language/language.ts";
import { amountString } from "#domain/money/currency.ts";
import { earliestArrival } from "#domain/pricing/booking-notice.ts";
import { keepTotal } from "#domain/pricing/sold-price.ts";
import type { Unreachable } from "../database/calendar.ts";
import { actorOf, type Call } from "../http/call.ts";
import { HostDownload } from "../http/download.ts";
import type { Mount } from "../http/mount.ts";
import { keyReused, notFound, Problem } from "../http/problem.ts";
import { isId } from "../runtime/ids.ts";
import { addAdjustment, removeAdjustment } from "./adjust-price.ts";
import { answerChange } from "./answer-change.ts";
import { cancelBooking } from "./cancel-booking.ts";
import { changeLanguage } from "./change-language.ts";
import { takenAround } from "./taken-around.ts";
import { changeStatus, type PayHours } from "./change-status.ts";
import { changeStay } from "./change-stay.ts";
import { createManualBooking } from "./create-manual-booking.ts";
import { exportBookings } from "./bookings-csv.ts";
import { bookingsPage } from "./list-page.ts";
import type {
  ActResult,
  BookingStore,
  BookingTerms,
  HostOrder,
  HostWarned,
  Imported,
  PlanPayments,
  Refusal,
} from "./ports.ts";
import { newPrice, otherCurrency, priceToday, reminderOf } from "./price-for-host.ts";
import { recordPayment } from "./record-payment.ts";
import { removePayment } from "./remove-payment.ts";
import { sendOffer } from "./send-offer.ts";
import { adminDetail, adminRow, importedRow, linesView, type ShownProperty } from "./views.ts";
import { waiveFee } from "./waive-fee.ts";
import { writeNotes } from "./write-notes.ts";

export type AdminBookingNeeds = Pick<BaseNeeds, "database" | "clock" | "today"> & {
  bookings: BookingStore;
  bookingTerms: () => Promise<BookingTerms>;
  propertyFacts: (language: Language) => Promise<ShownProperty>;
  imported: Imported;
  /** Who would be notified of a cancellation. */
  cancellationRecipients?: (booking: StoredBooking) => Promise<string[]>;
  payHours?: PayHours;
  planPayments: PlanPayments | null;
};

/** Longest span of one calendar request: two years, which is as far ahead as guests can book, plus some margin. */
const MAX_SPAN_DAYS = 800;
/** The message is from SPEC 8; malformed and unknown ids get the same response. */
export const bookingNotFound = () => notFound({ kind: "booking-not-found" });
/** Shown to guests while sales are stopped because a platform's calendar cannot be read. */
export const cannotCheckDates = () => new Problem(503, { kind: "cannot-check-dates" }, { "retry-after": "120" });

export function mountAdminBookings(mount: Mount, needs: AdminBookingNeeds): void {
  const { bookings } = needs;

  mount(contract.listBookings, async () => {
    const [own, imported, today] = await Promise.all([bookings.list(), needs.imported.all(), needs.today()]);
    return [...own.map(adminRow), ...imported.map((stay) => importedRow(stay, today))];
  });

  mount(contract.bookingsPage, ({ query: { page, ...filters } }) =>
    bookingsPage(needs, { ...NO_FILTERS, ...filters }, page),
  );

  mount(contract.exportBookings, async ({ query }) => {
    const file = await exportBookings(needs, query);
    const act = { act: "Downloaded the list of bookings", subject: "Bookings" };
    return new HostDownload(act, "text/csv; charset=utf-8", `bookings-${await needs.today()}.csv`, file);
  });

  mount(contract.calendarStays, async ({ query: { from, to } }) => {
    if (daysBetween(from, to) > MAX_SPAN_DAYS)
      return new Problem(400, `Request at most ${MAX_SPAN_DAYS} days at a time.`);
    // The days just before and after the span must be valid dates too.
    if (from < "2001" || to >= "2199") return new Problem(400, "Choose days from 2001 to 2198.");
    const [stays, imported] = await Promise.all([bookings.listBetween(from, to), needs.imported.between(from, to)]);
    const [today, kept, requested] = await Promise.all([
      needs.today(),
      bookings.keptNights(null, from, addDays(to, 1)),
      bookings.requestedBetween(from, to),
    ]);
    return {
      today,
      preparation: kept,
      requested,
      stays: [
        ...stays.map((stay) => ({ ...stay, guestName: stay.guest.name, imported: false })),
        ...imported.map((stay) => ({
          ...importedRow(stay, today),
          guestName: stay.guestName || stay.title,
          imported: true,
        })),
      ],
    };
  });

  mount(contract.bookingDetail, async ({ params }) => {
    const booking = isId(params.bookingId) ? await bookings.find(params.bookingId) : null;
    return booking ? detailOf(needs, booking) : bookingNotFound();
  });

  mount(contract.quoteStay, async ({ query }) => {
    const stay = { checkIn: query.checkInDate, checkOut: query.checkOutDate };
    const refused = refuseHostStay(stay, await needs.today());
    if (refused) return new Problem(400, { message: refused, fields: { checkOutDate: refused } });
    const id = query.bookingId ?? null;
    const [terms, today, booking, takenNights, kept] = await Promise.all([
      needs.bookingTerms(),
      needs.today(),
      id ? bookings.find(id) : null,
      bookings.nightsOfOthers(id, stay.checkIn, stay.checkOut),
      bookings.keptNights(id, stay.checkIn, stay.checkOut),
    ]);
    const around = await takenAround(bookings, { id, stay }, terms.prices);
    const earliest = earliestArrival(terms.prices.notice, needs.clock(), terms.timeZone);
    const requested = { stay, guests: query.guestCount ?? booking?.guestCount ?? 1 };
    const anew = booking && newPrice(booking, requested, terms, needs.clock());
    const price = booking ? (anew ?? keepTotal(booking, requested)) : priceToday(terms, requested, today);
    return {
      nights: nightCount(stay),
      ...linesView(price, DEFAULT_LANGUAGE),
      totalAmount: amountString(price.totalCents, price.sold.terms.currency),
      takenNights,
      keepOnly: booking && !anew ? otherCurrency(booking.currency, terms.prices.currency) : null,
      reminder: reminderOf(terms.prices, requested, { around, kept, today, earliest }),
    };
  });

  mount(contract.createManualBooking, async ({ body }, call) => {
    // After a warning or a change of price, the host sends the same booking again under the same key.
    const { confirmedWarnings, expectedTotal, ...input } = body;
    const submit = call.idempotencyKey
      ? { key: call.idempotencyKey, call: contract.createManualBooking.path, body: input }
      : null;
    const { name, email, phone, guestCount, status, language = DEFAULT_LANGUAGE, agreedTotal = "" } = body;
    const stay = { checkIn: body.checkInDate, checkOut: body.checkOutDate };
    const specialRequests = body.specialRequests || null;
    const price = { agreedTotal, expectedTotal };
    const entered = { guest: { name, email, phone }, stay, guestCount, status, specialRequests, language, ...price };
    const order = { ...entered, confirmedWarnings, actor: await actorOf(call) };
    const result = await createManualBooking(needs, order, submit);
    return result.ok ? { id: result.id, reference: result.reference } : refusalOf(result);
  });

  mountActs(mount, needs);
}

function mountActs(mount: Mount, needs: AdminBookingNeeds): void {
  const responseTo = async (result: ActResult) => (result.ok ? detailOf(needs, result.booking) : refusalOf(result));
  type Seen = Pick<HostOrder, "version" | "confirmedWarnings">;
  const order = async (params: { bookingId: string }, { version, confirmedWarnings }: Seen, call: Call) => ({
    id: params.bookingId,
    version,
    confirmedWarnings,
    actor: await actorOf(call),
  });

  mount(contract.changeBookingStatus, async ({ params, body }, call) =>
    responseTo(await changeStatus(needs, { ...(await order(params, body, call)), to: body.status })),
  );

  mount(contract.cancelBooking, async ({ params, body }, call) => {
    const { waiveFee, expectedFee } = body;
    return responseTo(await cancelBooking(needs, { ...(await order(params, body, call)), waiveFee, expectedFee }));
  });

  mount(contract.waiveFee, async ({ params, body }, call) =>
    responseTo(await waiveFee(needs, await order(params, body, call))),
  );

  mount(contract.changeStay, async ({ params, body }, call) => {
    const { guestCount, price, expectedTotal } = body;
    const stay = { checkIn: body.checkInDate, checkOut: body.checkOutDate };
    const change = { stay, guestCount, price, expectedTotal };
    return responseTo(await changeStay(needs, { ...(await order(params, body, call)), ...change }));
  });

  mount(contract.answerChange, async ({ params, body }, call) =>
    responseTo(await answerChange(needs, { ...(await order(params, body, call)), accept: body.accept })),
  );

  mount(contract.writeNotes, async ({ params, body }, call) =>
    responseTo(await writeNotes(needs, { ...(await order(params, body, call)), notes: body.notes })),
  );

  mount(contract.removeBooking, async ({ params, body }, call) => {
    const { id, actor } = await order(params, { version: body.version }, call);
    const result = await needs.bookings.remove({ ...body, id, actor, at: needs.clock() });
    return result.ok ? null : refusalOf(result);
  });

  mount(contract.addAdjustment, async ({ params, body }, call) => {
    const { version, ...input } = body;
    return responseTo(await addAdjustment(needs, { ...(await order(params, { version }, call)), ...input }));
  });

  mount(contract.sendOffer, async ({ params, body }, call) =>
    responseTo(await sendOffer(needs, { ...(await order(params, body, call)), hours: body.hours })),
  );

  mount(contract.removeAdjustment, async ({ params, query }, call) =>
    responseTo(await removeAdjustment(needs, { ...(await order(params, query, call)), place: params.place })),
  );

  mount(contract.changeLanguage, async ({ params, body }, call) =>
    responseTo(await changeLanguage(needs, { ...(await order(params, body, call)), language: body.language })),
  );

  mount(contract.recordPayment, async ({ params, body }, call) => {
    const { kind, amount, method, paidOn } = body;
    const payment = { kind, amount, method, paidOn };
    return responseTo(await recordPayment(needs, { ...(await order(params, body, call)), payment }));
  });

  mount(contract.removePayment, async ({ params, query }, call) => {
    const { paymentId } = params;
    return responseTo(await removePayment(needs, { ...(await order(params, query, call)), paymentId }));
  });
}

async function detailOf(needs: AdminBookingNeeds, booking: StoredBooking) {
  const [payments, history, property, today, cancellationRecipients] = await Promise.all([
    needs.bookings.payments(booking.id),
    needs.bookings.history(booking.id),
    needs.propertyFacts(DEFAULT_LANGUAGE),
    needs.today(),
    needs.cancellationRecipients?.(booking) ?? [],
  ]);
  return adminDetail({
    booking,
    payments,
    history,
    property,
    today,
    cancellationRecipients,
    paysOnline: needs.payHours !== undefined,
    now: needs.clock(),
  });
}

type Entered = Awaited<ReturnType<typeof createManualBooking>>;

export function refusalOf(result: Exclude<ActResult | Entered | Refusal, { ok: true }>): Problem {
  switch (result.reason) {
    case "unknown":
      return bookingNotFound();
    case "stale":
      return new Problem(409, "This booking has changed. Check it, then try again.");
    case "nights-taken":
      return new Problem(409, {
        message: "These nights are not free. Choose other dates, or free these nights first.",
        nights: result.nights,
      });
    case "platforms-unreachable":
      return new Problem(409, unreachableWarning(result.unreachable));
    case "host-warned":
      return new Problem(409, { message: warningText(result), nights: result.nights, warnings: result.warnings });
    case "refused":
      return new Problem(result.status, {
        message: result.message,
        ...(result.field ? { fields: { [result.field]: result.message } } : {}),
      });
    case "key-reused":
      return keyReused();
  }
}

function warningText({ nights, unreachable, isNew }: HostWarned): string {
  return [
    ...(isNew ? ["This has changed since you checked."] : []),
    ...(nights.length > 0
      ? ["A platform has sold or closed some of these nights in the meantime. Check the calendar first."]
      : []),
    ...(unreachable.length > 0 ? [unreachableWarning(unreachable)] : []),
  ].join(" ");
}

function unreachableWarning(unreachable: readonly Unreachable[]): string {
  const names = unreachable.map(({ name }) => name).join(" and ");
  const calendars = unreachable.length === 1 ? "calendar" : "calendars";
  return `We can't read the ${calendars} of ${names} right now, so these nights may have been sold there. Try again in a few minutes, or look there yourself first.`;
}
