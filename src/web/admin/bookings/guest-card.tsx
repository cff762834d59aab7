import { useState } from "react";
import type { BookingDetail } from "#contract/desk.ts";
import { exportAddress } from "../../api/privacy.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { DownloadLink } from "../frame/download-link.tsx";
import { Card, Fact, Facts } from "./card.tsx";
import { GuestLanguage } from "./guest-language.tsx";
import { CorrectDialog, EraseDialog } from "./guest-dialogs.tsx";

/** Who comes, one tap from a mail or a call, and what they asked for. */
export function GuestCard({ booking }: { booking: BookingDetail }) {
  const { guest, specialRequests } = booking;
  const [open, setOpen] = useState<"correct" | "erase" | null>(null);
  return (
    <Card title="Guest">
      <Facts>
        <Fact name="Name">{guest.name}</Fact>
        <Fact name="Email">
          {guest.email ? <ContactLink href={`mailto:${guest.email}`}>{guest.email}</ContactLink> : "None given"}
        </Fact>
        <Fact name="Phone">
          {guest.phone ? <ContactLink href={`tel:${dialled(guest.phone)}`}>{guest.phone}</ContactLink> : "None given"}
        </Fact>
        <Fact name="Special requests">
          <span className="whitespace-pre-line">{specialRequests ?? "None"}</span>
        </Fact>
      </Facts>
      <GuestLanguage booking={booking} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="secondary" onClick={() => setOpen("correct")}>
          Edit
        </Button>
        <DownloadLink guarded className={buttonClass("secondary")} href={exportAddress(booking.id)}>
          Export details
        </DownloadLink>
        <Button look="secondary" onClick={() => setOpen("erase")}>
          Delete details
        </Button>
      </div>
      {open === "correct" ? <CorrectDialog booking={booking} onClose={() => setOpen(null)} /> : null}
      {open === "erase" ? <EraseDialog booking={booking} onClose={() => setOpen(null)} /> : null}
    </Card>
  );
}

function ContactLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="-my-2.5 inline-flex min-h-11 items-center underline sm:my-0 sm:min-h-6">
      {children}
    </a>
  );
}

/** Only what a telephone dials; people write brackets, dots and spaces. */
function dialled(phone: string): string {
  return phone.replace(/[^\d+]/g, "");
}
