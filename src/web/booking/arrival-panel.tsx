import type { Confirmation } from "#contract/booking.ts";
import type { PublicSite } from "#contract/property.ts";
import { mapLinks } from "../lib/map-links.ts";
import { phoneLink } from "../lib/phone-link.ts";
import { Prose } from "../ui/prose.tsx";
import { deadlineText } from "./cancellation-policy.ts";
import { Fact, Facts, Panel } from "./panel.tsx";
import { SendLink } from "./send-link.tsx";

/** How to get there and in, from three days before check-in until check-out. */
export function ArrivalPanel({ booking, site }: { booking: Confirmation; site: PublicSite }) {
  if (!booking.arrival) return null;
  const { notes, notesFrom, unverified } = booking.arrival;
  if (unverified) return <HowToGetNotes booking={booking} site={site} />;
  if (notesFrom) {
    return (
      <Panel title="Arriving">
        <p>
          Directions, check-in instructions and the WiFi password appear on this page from{" "}
          <strong>{deadlineText(notesFrom, site.timeZone)}</strong> until you check out.
        </p>
      </Panel>
    );
  }
  if (!notes) return null;
  return (
    <Panel title="Arriving">
      <div className="grid gap-5 md:grid-cols-[1fr_auto] print:grid-cols-[1fr_auto]">
        <div className="space-y-4 print:space-y-2">
          <div>
            <h3 className="font-semibold">How to find us</h3>
            <Prose html={notes.directionsHtml} />
            <p className="print:hidden">
              <a
                href={mapLinks.directions(site.location)}
                rel="noopener noreferrer"
                className="inline-flex min-h-11 items-center underline"
              >
                Directions on your map
              </a>
            </p>
          </div>
          {notes.instructionsHtml ? (
            <div>
              <h3 className="font-semibold">Getting in</h3>
              <Prose html={notes.instructionsHtml} />
            </div>
          ) : null}
          {notes.wifiPassword ? (
            <div>
              <h3 className="font-semibold">WiFi</h3>
              <Facts>
                {notes.wifiName ? <Fact name="Name">{notes.wifiName}</Fact> : null}
                <Fact name="Password">
                  <span className="font-mono select-all">{notes.wifiPassword}</span>
                </Fact>
              </Facts>
            </div>
          ) : null}
        </div>
        {notes.wifiQr ? (
          <figure className="justify-self-center text-center">
            <img
              src={`data:image/svg+xml,${encodeURIComponent(notes.wifiQr)}`}
              alt={`QR code that joins the WiFi ${notes.wifiName}`}
              width={176}
              height={176}
              className="rounded-xl bg-white print:size-24"
            />
            <figcaption className="mt-1 text-sm text-ink-soft">Point your camera here to join</figcaption>
          </figure>
        ) : null}
      </div>
    </Panel>
  );
}

/** Codes and the WiFi password are for guests whose email is proven, or whom the host knows. */
function HowToGetNotes({ booking, site }: { booking: Confirmation; site: PublicSite }) {
  return (
    <Panel title="Arriving">
      {booking.linkByMail ? (
        <>
          <p>
            To see check-in instructions and the WiFi password here, please open the link in the email we sent to{" "}
            <strong className="wrap-anywhere">{booking.guest.email}</strong>. They appear 3 days before you arrive.
          </p>
          <SendLink booking={booking} />
        </>
      ) : (
        <p>
          To get the check-in instructions and the WiFi password, please call us at{" "}
          <a href={phoneLink(site.contact.phone)} className="underline">
            {site.contact.phone}
          </a>
          . Have your reference ready.
        </p>
      )}
    </Panel>
  );
}
