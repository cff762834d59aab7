import {
  addAdjustment,
  answerChange,
  bookingDetail,
  bookingsPage,
  type BookingDetail,
  cancelBooking,
  changeBookingStatus,
  changeLanguage,
  changeStay,
  createManualBooking,
  exportBookings,
  quoteStay,
  recordPayment,
  removeAdjustment,
  removeBooking,
  removePayment,
  sendOffer as sendOfferEndpoint,
  waiveFee as waiveFeeEndpoint,
  writeNotes,
} from "#contract/admin-bookings.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { call, queryOf, urlOf } from "./client.ts";

// Guests book while the portal is open, so the data is fetched again whenever a screen opens.
const FRESH = { staleTime: 0 };

/** One page of the filtered list. */
export const bookingsPageQuery = (query: CallInput<typeof bookingsPage>["query"]) =>
  queryOf(bookingsPage, { query }, FRESH);

/** Matches every page of the list, whatever its filter, so that all pages are fetched again. */
export const BOOKING_PAGES = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => String(queryKey[0]).startsWith(bookingsPage.path),
};

/** The URL of the filtered list as a file, for "Export CSV" in SPEC 2. */
export const exportAddress = (query: CallInput<typeof exportBookings>["query"]) => urlOf(exportBookings, { query });

export function bookingQuery(bookingId: string) {
  return queryOf(bookingDetail, { params: { bookingId } }, FRESH);
}

export function stayQuoteQuery(query: CallInput<typeof quoteStay>["query"]) {
  return queryOf(quoteStay, { query }, FRESH);
}

/** What the screen shows when the host taps a button. An action is refused if there is a newer version. */
type Shown = Pick<BookingDetail, "id" | "version">;
/** For forms: what the host started from (`useBaseVersion`), because live updates replace what the screen shows. */
type Seen = { seen: Shown };
type Body<E extends Parameters<typeof call>[0]> = Omit<CallInput<E> extends { body: infer B } ? B : never, "version">;

const at = ({ id }: Shown) => ({ bookingId: id });

export const setStatus = (shown: Shown, body: Body<typeof changeBookingStatus>) =>
  call(changeBookingStatus, { params: at(shown), body: { version: shown.version, ...body } });
export const cancel = ({ seen }: Seen, body: Body<typeof cancelBooking>) =>
  call(cancelBooking, { params: at(seen), body: { version: seen.version, ...body } });
export const waiveFee = ({ seen }: Seen) =>
  call(waiveFeeEndpoint, { params: at(seen), body: { version: seen.version } });
export const moveStay = ({ seen }: Seen, body: Body<typeof changeStay>) =>
  call(changeStay, { params: at(seen), body: { version: seen.version, ...body } });
export const answerChangeRequest = (shown: Shown, body: Body<typeof answerChange>) =>
  call(answerChange, { params: at(shown), body: { version: shown.version, ...body } });
export const sendOffer = ({ seen }: Seen, body: Body<typeof sendOfferEndpoint>) =>
  call(sendOfferEndpoint, { params: at(seen), body: { version: seen.version, ...body } });
export const saveNotes = ({ seen }: Seen, body: Body<typeof writeNotes>) =>
  call(writeNotes, { params: at(seen), body: { version: seen.version, ...body } });
export const setLanguage = ({ seen }: Seen, body: Body<typeof changeLanguage>) =>
  call(changeLanguage, { params: at(seen), body: { version: seen.version, ...body } });
export const addPayment = ({ seen }: Seen, body: Body<typeof recordPayment>) =>
  call(recordPayment, { params: at(seen), body: { version: seen.version, ...body } });
export const removeTestBooking = ({ seen }: Seen, body: Body<typeof removeBooking>) =>
  call(removeBooking, { params: at(seen), body: { version: seen.version, ...body } });
export const addPriceLine = ({ seen }: Seen, body: Body<typeof addAdjustment>) =>
  call(addAdjustment, { params: at(seen), body: { version: seen.version, ...body } });
export const removePriceLine = (shown: Shown, place: number) =>
  call(removeAdjustment, {
    params: { ...at(shown), place: String(place) },
    query: { version: String(shown.version) },
  });
export const removeRecordedPayment = (shown: Shown, paymentId: string) =>
  call(removePayment, { params: { ...at(shown), paymentId }, query: { version: String(shown.version) } });

/** Adds a booking that the host has entered by hand. The idempotency key keeps a second tap from adding it again. */
export const addManualBooking = (body: CallInput<typeof createManualBooking>["body"], idempotencyKey: string) =>
  call(createManualBooking, { body }, { idempotencyKey });
