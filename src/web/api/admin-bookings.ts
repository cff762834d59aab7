import * as contract from "#contract/admin-bookings.ts";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { call, freshQuery, urlOf } from "./client.ts";

export const bookingsPageQuery = (query: CallInput<typeof contract.bookingsPage>["query"]) =>
  freshQuery(contract.bookingsPage, { query });

/** Matches every page of the list, whatever its filter. */
export const BOOKING_PAGES = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
    String(queryKey[0]).startsWith(contract.bookingsPage.path),
};

/** For "Export CSV" in SPEC 2. */
export const exportAddress = (query: CallInput<typeof contract.exportBookings>["query"]) =>
  urlOf(contract.exportBookings, { query });

export function bookingQuery(bookingId: string) {
  return freshQuery(contract.bookingDetail, { params: { bookingId } });
}

export function stayQuoteQuery(query: CallInput<typeof contract.quoteStay>["query"]) {
  return freshQuery(contract.quoteStay, { query });
}

/** For buttons: what the screen shows. An action is refused if there is a newer version. */
type Shown = Pick<BookingDetail, "id" | "version">;
/** For forms: what the host started from (`useBaseVersion`), because live updates replace what the screen shows. */
type Seen = { seen: Shown };
type Body<E extends Parameters<typeof call>[0]> = Omit<CallInput<E> extends { body: infer B } ? B : never, "version">;

const at = ({ id }: Shown) => ({ bookingId: id });

export const setStatus = (shown: Shown, body: Body<typeof contract.changeBookingStatus>) =>
  call(contract.changeBookingStatus, { params: at(shown), body: { version: shown.version, ...body } });
export const cancel = ({ seen }: Seen, body: Body<typeof contract.cancelBooking>) =>
  call(contract.cancelBooking, { params: at(seen), body: { version: seen.version, ...body } });
export const waiveFee = ({ seen }: Seen) =>
  call(contract.waiveFee, { params: at(seen), body: { version: seen.version } });
export const moveStay = ({ seen }: Seen, body: Body<typeof contract.changeStay>) =>
  call(contract.changeStay, { params: at(seen), body: { version: seen.version, ...body } });
export const answerChangeRequest = (shown: Shown, body: Body<typeof contract.answerChange>) =>
  call(contract.answerChange, { params: at(shown), body: { version: shown.version, ...body } });
export const sendOffer = ({ seen }: Seen, body: Body<typeof contract.sendOffer>) =>
  call(contract.sendOffer, { params: at(seen), body: { version: seen.version, ...body } });
export const saveNotes = ({ seen }: Seen, body: Body<typeof contract.writeNotes>) =>
  call(contract.writeNotes, { params: at(seen), body: { version: seen.version, ...body } });
export const setLanguage = ({ seen }: Seen, body: Body<typeof contract.changeLanguage>) =>
  call(contract.changeLanguage, { params: at(seen), body: { version: seen.version, ...body } });
export const addPayment = ({ seen }: Seen, body: Body<typeof contract.recordPayment>) =>
  call(contract.recordPayment, { params: at(seen), body: { version: seen.version, ...body } });
export const removeTestBooking = ({ seen }: Seen, body: Body<typeof contract.removeBooking>) =>
  call(contract.removeBooking, { params: at(seen), body: { version: seen.version, ...body } });
export const addPriceLine = ({ seen }: Seen, body: Body<typeof contract.addAdjustment>) =>
  call(contract.addAdjustment, { params: at(seen), body: { version: seen.version, ...body } });
export const removePriceLine = (shown: Shown, place: number) =>
  call(contract.removeAdjustment, {
    params: { ...at(shown), place: String(place) },
    query: { version: String(shown.version) },
  });
export const removeRecordedPayment = (shown: Shown, paymentId: string) =>
  call(contract.removePayment, { params: { ...at(shown), paymentId }, query: { version: String(shown.version) } });

/** The idempotency key keeps a second tap from adding the booking again. */
export const addManualBooking = (
  body: CallInput<typeof contract.createManualBooking>["body"],
  idempotencyKey: string,
) => call(contract.createManualBooking, { body }, { idempotencyKey });
