import type { BookingDetail } from "#contract/desk.ts";
import { Card, Fact, Facts } from "./card.tsx";

/** Who comes, one tap from a mail or a call, and what they asked for. */
export function GuestCard({ booking }: { booking: BookingDetail }) {
  const { guest, specialRequests } = booking;
  return (
    <Card title="Guest">
      <Facts>
        <Fact name="Name">{guest.name}</Fact>
        <Fact name="E-mail">
          {guest.email ? <ContactLink href={`mailto:${guest.email}`}>{guest.email}</ContactLink> : "None given"}
        </Fact>
        <Fact name="Phone">
          {guest.phone ? <ContactLink href={`tel:${dialled(guest.phone)}`}>{guest.phone}</ContactLink> : "None given"}
        </Fact>
        <Fact name="Special requests">
          <span className="whitespace-pre-line">{specialRequests ?? "None"}</span>
        </Fact>
      </Facts>
    </Card>
  );
}

function ContactLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="inline-flex min-h-11 items-center underline sm:min-h-6">
      {children}
    </a>
  );
}

/** Only what a telephone dials; people write brackets, dots and spaces. */
function dialled(phone: string): string {
  return phone.replace(/[^\d+]/g, "");
}
