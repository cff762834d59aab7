import { useState } from "react";
import type { Confirmation } from "#contract/booking.ts";
import { ownStayFile } from "#contract/own-stay.ts";
import type { PublicSite } from "#contract/property.ts";
import { urlOf } from "../api/client.ts";
import { calendarLinks } from "../lib/calendar-links.ts";
import { say } from "../lib/say.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { Button, ButtonAnchor } from "../ui/button.tsx";
import { toast } from "../ui/toast-store.ts";

export function SaveAndShare({ booking, site }: { booking: Confirmation; site: PublicSite }) {
  const scripted = useHydrated();
  const [linkToCopy, setLinkToCopy] = useState("");
  if (booking.status === "cancelled") return null;
  const texts = say.own.keep;
  const entry = {
    title: texts.stayAt(booking.property.name),
    place: site.sampleContact.includes("streetAddress") ? "" : site.contact.streetAddress,
    details: say.own.subject(booking.reference),
    checkIn: booking.checkInDate,
    checkOut: booking.checkOutDate,
  };
  return (
    <section aria-labelledby="keep" className="space-y-3 print:hidden">
      <h2 id="keep" className="serif text-2xl">
        {texts.title}
      </h2>
      <div className="flex flex-wrap gap-3">
        <ButtonAnchor
          look="secondary"
          href={urlOf(ownStayFile, { params: { bookingId: booking.id } })}
          download="stay.ics"
        >
          {texts.file}
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
              {texts.print}
            </Button>
            <Button look="secondary" onClick={() => void share(entry.title).then(setLinkToCopy)}>
              {texts.share}
            </Button>
          </>
        ) : null}
      </div>
      {linkToCopy ? (
        <p role="alert" className="font-semibold wrap-anywhere">
          {texts.notShared(linkToCopy)}
        </p>
      ) : null}
    </section>
  );
}

/**
 * Others who open the URL see the guest's name, email address and phone number masked. Returns the URL if it could not
 * be shared, so that the guest can copy it.
 */
async function share(title: string): Promise<string> {
  const url = location.origin + location.pathname;
  const texts = say.own.keep;
  try {
    if (typeof navigator.share === "function") await navigator.share({ title, url });
    else {
      await navigator.clipboard.writeText(url);
      toast({ title: texts.copied, description: texts.copiedAbout });
    }
  } catch (error) {
    // It is not an error if the guest closes the system's share dialog.
    if (!(error instanceof DOMException && error.name === "AbortError")) return url;
  }
  return "";
}
