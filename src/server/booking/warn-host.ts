import type { LocalDate } from "#domain/calendar/local-date.ts";
import { nightsOf, type Stay } from "#domain/booking/stay.ts";
import type { CalendarCheck } from "../database/calendar.ts";
import type { HostWarned } from "./ports.ts";

/** A platform's stay or closure on nights of a stay that the host or the guest is about to agree to. */
export type PlatformSale = Stay & { id: string };

/**
 * The warning for a host who takes nights or agrees to a stay; null if there is nothing to warn about, or if the host
 * has confirmed every warning. A confirmation covers only what the host was warned about, because a platform may sell
 * nights before the host answers.
 */
export function warnHost(
  { asksHost, unreachable }: CalendarCheck,
  stay: Stay,
  { sales, confirmed = [] }: { sales: readonly PlatformSale[]; confirmed: readonly string[] | undefined },
): HostWarned | null {
  const unread = asksHost ? unreachable : [];
  const warnings = [
    ...sales.map(({ id, checkIn, checkOut }) => `sale ${id} ${checkIn} ${checkOut}`),
    ...unread.map(({ id }) => `unreachable ${id}`),
  ];
  if (warnings.every((warning) => confirmed.includes(warning))) return null;
  const nights = soldNights(stay, sales);
  return { ok: false, reason: "host-warned", warnings, nights, unreachable: unread, isNew: confirmed.length > 0 };
}

export function soldNights(stay: Stay, sales: readonly PlatformSale[]): LocalDate[] {
  return nightsOf(stay).filter((night) => sales.some((sale) => sale.checkIn <= night && night < sale.checkOut));
}
