import type { Confirmation } from "#contract/booking.ts";
import { SendLink } from "./send-link.tsx";

/** For who came by the bare address: why the guest is shortened, and how to see everything. */
export function MaskedNotice({ booking }: { booking: Confirmation }) {
  return (
    <div className="space-y-3 rounded-lg bg-sunken p-3 text-sm print:hidden">
      <p>
        For privacy, personal details are hidden here.{" "}
        {booking.linkByMail
          ? "Open the link in your email to see and manage this booking."
          : "Open this page in the browser you booked with to see and manage this booking."}
      </p>
      <SendLink booking={booking} />
    </div>
  );
}
