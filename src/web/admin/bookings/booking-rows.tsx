import { Link } from "wouter";
import type { BookingRow } from "#contract/admin-bookings.ts";
import { formatDate } from "../../lib/format-date.ts";
import { formatCurrency } from "../../lib/format-money.ts";
import { useWideScreen } from "../../lib/wide-screen.ts";
import { buttonClass } from "../../ui/button.tsx";
import { SourceBadge, StatusBadge, WAITS_FOR_LABELS } from "./badges.tsx";
import { stayPath } from "./stay-path.ts";

export function BookingRows({ bookings }: { bookings: BookingRow[] }) {
  return useWideScreen() ? <BookingTable bookings={bookings} /> : <BookingCards bookings={bookings} />;
}

/** An amount that a platform does not give is unknown, not zero (S-80). */
const amountOf = ({ totalAmount, currency }: BookingRow) =>
  totalAmount === null ? "Unknown" : formatCurrency(totalAmount, currency);

/** The guest's email address or, for an imported stay, what the platform shows. */
function secondLine({ guest, imported }: BookingRow): string {
  if (!imported) return guest.email;
  const name = guest.name === imported.title ? "" : imported.title;
  return [name, imported.phoneDigits ? `phone ends in ${imported.phoneDigits}` : ""].filter(Boolean).join(", ");
}

const nameId = (booking: BookingRow) => `guest-of-${booking.id}`;

function BookingTable({ bookings }: { bookings: BookingRow[] }) {
  return (
    <div className="relative overflow-x-auto rounded-xl border border-line bg-surface">
      <table className="w-full text-left">
        <caption className="sr-only">Bookings</caption>
        <thead className="border-b border-line text-sm text-ink-soft">
          <tr>
            <Heading>Guest</Heading>
            <Heading>Check-in</Heading>
            <Heading>Check-out</Heading>
            <Heading>Status</Heading>
            <Heading>Source</Heading>
            <Heading align="text-right">Amount</Heading>
            <th className="px-4 py-3">
              <span className="sr-only">Details</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {bookings.map((booking) => (
            <tr key={booking.id} className="relative hover:bg-sunken">
              <th scope="row" className="max-w-64 px-4 py-3 font-normal">
                <span id={nameId(booking)} className="block font-semibold wrap-anywhere">
                  {booking.guest.name}
                </span>
                <span className="block text-sm text-ink-soft wrap-anywhere">{secondLine(booking)}</span>
              </th>
              <td className="px-4 py-3 whitespace-nowrap">{formatDate(booking.checkIn, "short")}</td>
              <td className="px-4 py-3 whitespace-nowrap">{formatDate(booking.checkOut, "short")}</td>
              <td className="px-4 py-3">
                <StatusBadge booking={booking} />
                {booking.waitsFor ? (
                  <span className="mt-1 block text-sm whitespace-nowrap">{WAITS_FOR_LABELS[booking.waitsFor]}</span>
                ) : null}
              </td>
              <td className="px-4 py-3">
                <SourceBadge source={booking.source} />
              </td>
              <td className="px-4 py-3 text-right font-semibold tabular-nums">{amountOf(booking)}</td>
              <td className="px-4 py-2 text-right">
                <DetailsLink booking={booking} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Heading({ align = "", children }: { align?: string; children: string }) {
  return (
    <th scope="col" className={`px-4 py-3 font-semibold ${align}`}>
      {children}
    </th>
  );
}

function BookingCards({ bookings }: { bookings: BookingRow[] }) {
  return (
    <ul aria-label="Bookings" className="space-y-3">
      {bookings.map((booking) => (
        <li key={booking.id} className="relative space-y-3 rounded-xl border border-line bg-surface p-4">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <h2 id={nameId(booking)} className="font-semibold wrap-anywhere">
                {booking.guest.name}
              </h2>
              <p className="text-sm text-ink-soft wrap-anywhere">{secondLine(booking)}</p>
            </div>
            <p className="text-right font-semibold tabular-nums">
              {booking.totalAmount === null ? "Price unknown" : amountOf(booking)}
            </p>
          </div>
          <p>
            {formatDate(booking.checkIn, "short")} – {formatDate(booking.checkOut, "short")}
          </p>
          <div className="flex flex-wrap items-center gap-2">
            <StatusBadge booking={booking} />
            {booking.waitsFor ? <span className="text-sm">{WAITS_FOR_LABELS[booking.waitsFor]}</span> : null}
            <SourceBadge source={booking.source} />
          </div>
          <DetailsLink booking={booking} className="w-full" />
        </li>
      ))}
    </ul>
  );
}

/** The label comes from SPEC 2, and the guest's name describes the link. The whole row is clickable. */
function DetailsLink({ booking, className }: { booking: BookingRow; className?: string }) {
  return (
    <Link
      href={stayPath({ id: booking.id, imported: booking.imported !== null })}
      className={buttonClass("secondary", `whitespace-nowrap after:absolute after:inset-0 ${className ?? ""}`)}
      aria-describedby={nameId(booking)}
    >
      View Details
    </Link>
  );
}
