import type { Confirmation } from "#contract/booking.ts";
import { ownStayFile } from "#contract/own-stay.ts";
import type { PublicSite } from "#contract/property.ts";
import { urlOf } from "../api/client.ts";
import { calendarLinks } from "../lib/calendar-links.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { Button, ButtonAnchor } from "../ui/button.tsx";
import { toast } from "../ui/toast-store.ts";

type Props = { booking: Confirmation; site: PublicSite };

/** Ways to save and share the stay: calendars, paper, a link. */
export function KeepBar({ booking, site }: Props) {
  const scripted = useHydrated();
  if (booking.status === "cancelled") return null;
  const entry = {
    title: `Stay at ${booking.property.name}`,
    place: site.contact.streetAddress,
    details: `Booking ${booking.reference}`,
    checkIn: booking.checkInDate,
    checkOut: booking.checkOutDate,
  };
  return (
    <section aria-labelledby="keep" className="space-y-3 print:hidden">
      <h2 id="keep" className="serif text-2xl">
        Save your booking
      </h2>
      <div className="flex flex-wrap gap-3">
        <ButtonAnchor
          look="secondary"
          href={urlOf(ownStayFile, { params: { bookingId: booking.id } })}
          download="stay.ics"
        >
          Add to calendar (.ics)
        </ButtonAnchor>
        <ButtonAnchor look="secondary" href={calendarLinks.google(entry)} rel="noopener noreferrer">
          Google Calendar
        </ButtonAnchor>
        <ButtonAnchor look="secondary" href={calendarLinks.outlook(entry)} rel="noopener noreferrer">
          Outlook
        </ButtonAnchor>
        {scripted ? (
          <>
            <Button look="secondary" onClick={() => window.print()}>
              Print
            </Button>
            <Button look="secondary" onClick={() => void share(entry.title)}>
              Share
            </Button>
          </>
        ) : null}
      </div>
    </section>
  );
}

/** Whoever opens the address sees the stay without the guest's name, mail and phone. */
async function share(title: string): Promise<void> {
  const url = location.origin + location.pathname;
  try {
    if (typeof navigator.share === "function") await navigator.share({ title, url });
    else {
      await navigator.clipboard.writeText(url);
      toast({ title: "Link copied", description: "It shows your stay, but not your name or contact details." });
    }
  } catch (error) {
    // Closing the system's own dialog is no failure.
    if (error instanceof DOMException && error.name === "AbortError") return;
    toast({ title: "Sharing didn't work", description: `Please copy this link: ${url}`, variant: "destructive" });
  }
}
