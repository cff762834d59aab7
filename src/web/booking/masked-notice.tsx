import type { Confirmation } from "#contract/booking.ts";
import { say } from "../lib/say.ts";
import { SendLink } from "./send-link.tsx";

/** For visitors without the guest's link: why details are masked, and how to see everything. */
export function MaskedNotice({ booking }: { booking: Confirmation }) {
  return (
    <div className="space-y-3 rounded-lg bg-sunken p-3 text-sm print:hidden">
      <p>{booking.linkByMail ? say.own.masked.email : say.own.masked.browser}</p>
      <SendLink booking={booking} />
    </div>
  );
}
