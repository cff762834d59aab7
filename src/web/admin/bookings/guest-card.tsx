import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import { asciiDigits } from "#domain/text/ascii-digits.ts";
import { conversationQuery } from "../../api/conversation.ts";
import { exportAddress } from "../../api/privacy.ts";
import { phoneLink } from "../../lib/phone-link.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { DownloadLink } from "../frame/download-link.tsx";
import { Card, Fact, Facts } from "./card.tsx";
import { GuestLanguage } from "./guest-language.tsx";
import { EditContactDialog, EraseDialog } from "./guest-dialogs.tsx";

export function GuestCard({ booking }: { booking: BookingDetail }) {
  const { guest, specialRequests } = booking;
  const number = useQuery(conversationQuery(booking.id)).data?.whatsappNumber;
  const [open, setOpen] = useState<"edit" | "erase" | null>(null);
  return (
    <Card title="Guest">
      <Facts>
        <Fact name="Name">{guest.name}</Fact>
        <Fact name="Email">
          {guest.email ? <ContactLink href={`mailto:${guest.email}`}>{guest.email}</ContactLink> : "None given"}
        </Fact>
        <Fact name="Phone">
          {guest.phone ? (
            <span className="flex flex-wrap items-center gap-x-4">
              <ContactLink href={phoneLink(asciiDigits(guest.phone))}>{guest.phone}</ContactLink>
              {number ? (
                <ContactLink href={`https://wa.me/${number}`} rel="noopener noreferrer">
                  WhatsApp
                </ContactLink>
              ) : null}
            </span>
          ) : (
            "None given"
          )}
        </Fact>
        <Fact name="Special requests">
          <span className="whitespace-pre-line">{specialRequests ?? "None"}</span>
        </Fact>
      </Facts>
      <GuestLanguage booking={booking} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="secondary" onClick={() => setOpen("edit")}>
          Edit
        </Button>
        <DownloadLink className={buttonClass("secondary")} href={exportAddress(booking.id)}>
          Export details
        </DownloadLink>
        <Button look="secondary" onClick={() => setOpen("erase")}>
          Delete details
        </Button>
      </div>
      {open === "edit" ? <EditContactDialog booking={booking} onClose={() => setOpen(null)} /> : null}
      {open === "erase" ? <EraseDialog booking={booking} onClose={() => setOpen(null)} /> : null}
    </Card>
  );
}

function ContactLink({ href, rel, children }: { href: string; rel?: string; children: string }) {
  return (
    <a href={href} rel={rel} className="-my-2.5 inline-flex min-h-11 items-center underline sm:my-0 sm:min-h-6">
      {children}
    </a>
  );
}
