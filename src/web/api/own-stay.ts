import type { QueryClient } from "@tanstack/react-query";
import { ownConversation } from "#contract/conversation.ts";
import { quoteOwnStay } from "#contract/own-stay.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";
import { confirmationQuery } from "./booking.ts";
import type { FormReturn } from "../lib/page-state.ts";
import { queryOf } from "./client.ts";

/** The requested change comes from the URL, or from a form that the server has refused and returned. */
export function changeSearch(search: string, form: FormReturn | null | undefined): string {
  if (form?.values["intent"] !== "change" || new URLSearchParams(search).has("in")) return search;
  const { checkInDate = "", checkOutDate = "", guestCount = "" } = form.values;
  return new URLSearchParams({ in: checkInDate, out: checkOutDate, guests: guestCount }).toString();
}

export type RequestedChange = { checkInDate: string; checkOutDate: string; guestCount: number };

/** From the result of `changeSearch`; null if it requests no change. */
export function requestedChange(search: string): RequestedChange | null {
  const params = new URLSearchParams(search);
  // Without JavaScript, this means that the guest is still choosing dates in the calendar.
  if (params.has("pick")) return null;
  const [checkInDate, checkOutDate] = [params.get("in"), params.get("out")];
  const guestCount = Number(params.get("guests"));
  if (!isLocalDate(checkInDate) || !isLocalDate(checkOutDate) || !Number.isInteger(guestCount)) return null;
  return { checkInDate, checkOutDate, guestCount };
}

export function ownQuoteQuery(bookingId: string, { guestCount, ...dates }: RequestedChange) {
  // The price is only a preview; the server checks it again when the guest submits the change.
  return queryOf(quoteOwnStay, { params: { bookingId }, query: { ...dates, guestCount: String(guestCount) } });
}

export const ownConversationQuery = (bookingId: string) => queryOf(ownConversation, { params: { bookingId } });

/** The conversation is loaded only if the guest may see it, and the calendar only if the stay may be changed. */
export async function loadOwnStay(
  client: QueryClient,
  { bookingId, search, form }: { bookingId: string; search: string; form: FormReturn | null | undefined },
  loadCalendar: (client: QueryClient) => Promise<unknown>,
): Promise<void> {
  const change = requestedChange(changeSearch(search, form));
  await Promise.all([
    client.prefetchQuery(confirmationQuery(bookingId)),
    ...(change ? [client.prefetchQuery(ownQuoteQuery(bookingId, change))] : []),
  ]);
  const acts = client.getQueryData(confirmationQuery(bookingId).queryKey)?.acts;
  if (!acts) return;
  await Promise.all([
    client.prefetchQuery(ownConversationQuery(bookingId)),
    ...(acts.changeRefused === null ? [loadCalendar(client)] : []),
  ]);
}
