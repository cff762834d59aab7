import type { Confirmation } from "#contract/booking.ts";
import { say } from "../lib/say.ts";
import { SendLink } from "./send-link.tsx";

/** For who came by the bare address: why the guest is shortened, and how to see everything. */
export function MaskedNotice({ booking }: { booking: Confirmation }) {
  return (
    <div className="space-y-3 rounded-lg bg-sunken p-3 text-sm print:hidden">
      <p>{booking.linkByMail ? say.own.masked.email : say.own.masked.browser}</p>
      <SendLink booking={booking} />
    </div>
  );
}
