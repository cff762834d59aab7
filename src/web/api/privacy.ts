import type { CallInput } from "#contract/endpoint.ts";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import { correctGuest, eraseGuest, exportGuest } from "#contract/privacy.ts";
import { call, urlOf } from "./client.ts";

type Contact = Omit<CallInput<typeof correctGuest>["body"], "version">;

export const correctContact = ({ seen }: { seen: Pick<BookingDetail, "id" | "version"> }, contact: Contact) =>
  call(correctGuest, { params: { bookingId: seen.id }, body: { version: seen.version, ...contact } });
export const erase = (bookingId: string, reference: string) =>
  call(eraseGuest, { params: { bookingId }, body: { reference } });
export const exportAddress = (bookingId: string) => urlOf(exportGuest, { params: { bookingId } });
