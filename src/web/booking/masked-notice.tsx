import type { Confirmation } from "#contract/booking.ts";
import { SendLink } from "./send-link.tsx";

/** For who came by the bare address: why the guest is shortened, and how to see everything. */
export function MaskedNotice({ booking }: { booking: Confirmation }) {
  return (
    <div className="space-y-3 rounded-lg bg-sunken p-3 text-sm print:hidden">
      <p>
        Name, email and phone are shortened because this browser did not make the booking. They are shown in full in the
        browser that did{booking.linkByMail ? ", and in one that opens the link in your email" : ""}.
      </p>
      <SendLink booking={booking} />
    </div>
  );
}
