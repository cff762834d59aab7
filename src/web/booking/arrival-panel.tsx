import type { Confirmation } from "#contract/booking.ts";
import type { PublicSite } from "#contract/property.ts";
import { mapLinks } from "../lib/map-links.ts";
import { phoneLink } from "../lib/phone-link.ts";
import { rich } from "../lib/rich.tsx";
import { say } from "../lib/say.ts";
import { Prose } from "../ui/prose.tsx";
import { deadlineText } from "./cancellation-policy.ts";
import { Fact, Facts, Panel } from "./panel.tsx";
import { SendLink } from "./send-link.tsx";

/**
 * How to get to the cottage and how to get in, from three days before check-in until check-out. Before that, says from
 * when this is shown, or what the guest has to do first.
 */
export function ArrivalPanel({ booking, site }: { booking: Confirmation; site: PublicSite }) {
  if (!booking.arrival) return null;
  const { notes, notesFrom, unverified } = booking.arrival;
  const texts = say.own.arriving;
  if (unverified) return <HowToGetNotes booking={booking} site={site} />;
  if (notesFrom) {
    return (
      <Panel title={texts.title}>
        <p>{rich(texts.from(deadlineText(notesFrom, site.timeZone)), { b: (words) => <strong>{words}</strong> })}</p>
      </Panel>
    );
  }
  if (!notes) return null;
  const hasWay = notes.directions.html !== "" || site.location.latitude !== null;
  if (!hasWay && !notes.instructions.html && !notes.wifiPassword) return null;
  return (
    <Panel title={texts.title}>
      <div className="grid gap-5 md:grid-cols-[1fr_auto] print:grid-cols-[1fr_auto]">
        <div className="space-y-4 print:space-y-2">
          {hasWay ? (
            <div>
              <h3 className="font-semibold">{texts.way}</h3>
              <Prose html={notes.directions.html} lang={notes.directions.language} />
              {site.location.latitude === null ? null : (
                <p className="print:hidden">
                  <a
                    href={mapLinks.directions(site.location)}
                    rel="noopener noreferrer"
                    className="inline-flex min-h-11 items-center underline"
                  >
                    {texts.map}
                  </a>
                </p>
              )}
            </div>
          ) : null}
          {notes.instructions.html ? (
            <div>
              <h3 className="font-semibold">{texts.in}</h3>
              <Prose html={notes.instructions.html} lang={notes.instructions.language} />
            </div>
          ) : null}
          {notes.wifiPassword ? (
            <div>
              <h3 className="font-semibold">{texts.wifi}</h3>
              <Facts>
                {notes.wifiName ? <Fact name={say.own.name}>{notes.wifiName}</Fact> : null}
                <Fact name={texts.password}>
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
              alt={texts.qr(notes.wifiName)}
              width={176}
              height={176}
              className="rounded-xl bg-white print:size-24"
            />
            <figcaption className="mt-1 text-sm text-ink-soft">{texts.point}</figcaption>
          </figure>
        ) : null}
      </div>
    </Panel>
  );
}

/**
 * The notes are shown only after the guest has verified the email address or paid online, or the host has confirmed the
 * booking.
 */
function HowToGetNotes({ booking, site }: { booking: Confirmation; site: PublicSite }) {
  const texts = say.own.arriving;
  return (
    <Panel title={texts.title}>
      {booking.linkByMail ? (
        <>
          <p>
            {rich(texts.openLink(booking.guest.email), {
              b: (words) => <strong className="wrap-anywhere">{words}</strong>,
            })}
          </p>
          <SendLink booking={booking} />
        </>
      ) : (
        <p>
          {rich(texts.call(site.contact.phone), {
            a: (words) => (
              <a href={phoneLink(words)} className="underline">
                {words}
              </a>
            ),
          })}
        </p>
      )}
    </Panel>
  );
}
