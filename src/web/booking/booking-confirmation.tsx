import { Link, useSearch } from "wouter";
import type { Confirmation } from "#contract/booking.ts";
import type { PublicSite } from "#contract/property.ts";
import { formatDay, formatTime } from "../lib/format-date.ts";
import { formatCurrency } from "../lib/format-money.ts";
import { hostLang } from "../lib/host-lang.ts";
import { paths } from "../lib/paths.ts";
import { phoneLink } from "../lib/phone-link.ts";
import { rich } from "../lib/rich.tsx";
import { say } from "../lib/say.ts";
import { buttonClass } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { ArrivalPanel } from "./arrival-panel.tsx";
import { EmailNotice } from "./email-notice.tsx";
import { ConversationPanel } from "./conversation-panel.tsx";
import { KeepBookedStay } from "./change-stay.tsx";
import { deadlineText } from "./cancellation-policy.ts";
import { cancellationText } from "./own-cancellation.ts";
import { SaveAndShare } from "./save-and-share.tsx";
import { OfferNotice } from "./offer-notice.tsx";
import { PaymentPanel } from "./payment-panel.tsx";
import { OwnStayActions } from "./own-acts.tsx";
import { Fact, Facts, Panel } from "./panel.tsx";
import { StayProblem } from "./stay-problem.tsx";
import { SendLink, MaskedNotice } from "./send-link.tsx";

type Props = { booking: Confirmation; site: PublicSite };

export function BookingConfirmation({ booking, site }: Props) {
  const { property, guest } = booking;
  const texts = say.own;
  // Guests on the way need these most often, so they then come before the details of the stay.
  const arriving = Boolean(booking.arrival?.notes);
  return (
    <article className="frame max-w-5xl space-y-6 py-8 sm:py-12 print:max-w-none print:space-y-3 print:p-0 print:text-sm">
      <StayProblem booking={booking} />
      <header className="space-y-2 rounded-3xl border border-line bg-good-surface p-6 sm:p-8 print:border-0 print:bg-transparent print:p-0">
        <h1 className="serif text-title print:text-2xl">{headingOf(booking, site)}</h1>
        <p className="text-lg print:text-sm">
          {rich(texts.reference(booking.reference), {
            b: (words) => <strong className="inline-block max-w-full font-mono text-xl">{words}</strong>,
          })}
        </p>
      </header>
      <DoneNotice booking={booking} />
      <WaitingNotice booking={booking} timeZone={site.timeZone} />
      <PaymentPanel booking={booking} />
      <ChangeRequestNotice booking={booking} timeZone={site.timeZone} />
      {arriving ? <ArrivalPanel booking={booking} site={site} /> : null}

      <div className="grid items-start gap-6 md:grid-cols-2 print:grid-cols-2 print:gap-3">
        <Panel title={texts.yourStay}>
          <p>
            <strong className="block text-lg">{property.name}</strong>
            <span lang={hostLang(property, property.location)}>{property.location}</span>
          </p>
          <Facts>
            <Fact name={say.stay.checkIn}>
              {say.stay.from(formatDay(booking.checkInDate, "short"), formatTime(site.houseTimes.checkInFrom))}
            </Fact>
            <Fact name={say.stay.checkOut}>
              {say.stay.by(formatDay(booking.checkOutDate, "short"), formatTime(site.houseTimes.checkOutBy))}
            </Fact>
            <Fact name={texts.nights}>{booking.nights}</Fact>
            <Fact name={texts.guests}>{booking.guestCount}</Fact>
          </Facts>
        </Panel>

        <Panel title={texts.guest}>
          <Facts>
            <Fact name={texts.name}>{guest.name}</Fact>
            <Fact name={texts.email}>{guest.email || texts.notGiven}</Fact>
            <Fact name={texts.phone}>{guest.phone || texts.notGiven}</Fact>
            {booking.specialRequests ? (
              <Fact name={texts.requests}>
                <span dir="auto" className="whitespace-pre-line">
                  {booking.specialRequests}
                </span>
              </Fact>
            ) : null}
          </Facts>
          {booking.guestMasked ? <MaskedNotice booking={booking} /> : <EmailNotice booking={booking} />}
        </Panel>

        <Panel title={texts.price}>
          {booking.status === "cancelled" ? (
            <CancelledPrice booking={booking} />
          ) : (
            <StayPrice booking={booking} site={site} />
          )}
          {isOver(booking, site) ? null : <p>{cancellationText(booking, site.timeZone)}</p>}
        </Panel>

        <NextSteps booking={booking} site={site} />
      </div>

      {arriving ? null : <ArrivalPanel booking={booking} site={site} />}
      <SaveAndShare booking={booking} site={site} />
      {booking.acts ? <ConversationPanel booking={booking} /> : null}
      {isOver(booking, site) ? null : <OwnStayActions booking={booking} site={site} />}

      <Panel title={texts.contact}>
        <Contact site={site} reference={booking.reference} />
      </Panel>

      <nav aria-label={texts.after} className="flex flex-wrap gap-3 print:hidden">
        <Link href={paths.home} className={buttonClass()}>
          {say.frame.backHome}
        </Link>
        <Link href={paths.guestInfo} className={buttonClass("secondary")}>
          {texts.guestInfo}
        </Link>
        <Link href={paths.attractions} className={buttonClass("secondary")}>
          {texts.thingsToDo}
        </Link>
      </nav>
    </article>
  );
}

function StayPrice({ booking, site }: Props) {
  const { payNote } = site.offer;
  return (
    <>
      <Facts>
        {booking.priceLines.map((line, place) => (
          <Fact
            // Two price lines may have the same text.
            key={place}
            name={
              booking.lines[place]?.kind === "nights"
                ? say.own.line(
                    line.label,
                    say.stay.nights(line.quantity),
                    formatCurrency(line.unitAmount, booking.currency),
                  )
                : line.label
            }
          >
            {formatCurrency(line.amount, booking.currency)}
          </Fact>
        ))}
        <Fact name={say.own.total}>
          <span className="text-lg">{formatCurrency(booking.totalAmount, booking.currency)}</span>
        </Fact>
      </Facts>
      <p className="text-ink-soft">{say.stay.taxesIncluded}</p>
      {booking.payNoteApplies && payNote ? <p lang={hostLang(site, payNote)}>{payNote}</p> : null}
    </>
  );
}

/** Viewers who have only the page's URL do not see the fee. */
function CancelledPrice({ booking }: { booking: Confirmation }) {
  const { endedAs, cancellationFee: fee, cancellationFeeDue: due, currency } = booking;
  const texts = say.own;
  if (endedAs) return <p>{texts.ended.nothingToPay}</p>;
  if (fee === null || due === null) return <p>{texts.noPrice}</p>;
  return (
    <Facts>
      <Fact name={texts.fee}>{Number(fee) > 0 ? formatCurrency(fee, currency) : texts.none}</Fact>
      <Fact name={texts.totalToPay}>
        <span className="text-lg">{formatCurrency(due, currency)}</span>
      </Fact>
    </Facts>
  );
}

function headingOf(booking: Confirmation, site: PublicSite): string {
  const { heading, ended } = say.own;
  if (booking.endedAs) return ended[booking.endedAs];
  if (booking.waiting?.for === "payment") return heading.payment;
  if (booking.waiting?.for === "offer") return heading.offer;
  if (booking.waiting?.for === "guest") return heading.email;
  return booking.status !== "cancelled" && isOver(booking, site) ? heading.completed : heading[booking.status];
}

/** Nobody will arrive. */
function isOver({ status, checkOutDate }: Confirmation, { today }: PublicSite): boolean {
  return status === "cancelled" || status === "checked-out" || status === "completed" || checkOutDate < today;
}

function NextSteps({ booking, site }: Props) {
  const texts = say.own.next;
  const link = (href: string) => (words: string) => (
    <Link href={href} className="underline">
      {words}
    </Link>
  );
  if (isOver(booking, site)) {
    return (
      <Panel title={texts.title}>
        <p>
          {isSettled(booking) ? `${texts.settled} ` : ""}
          {rich(texts.again, { link: link(paths.book) })}
        </p>
      </Panel>
    );
  }
  const hasArrived = booking.status === "checked-in" || booking.checkInDate < site.today;
  return (
    <Panel title={texts.title}>
      <ol className="list-decimal space-y-2 ps-5">
        {/* While a booking waits to be paid, its guest may not have received an email yet. */}
        <li>
          {booking.acts && booking.linkByMail && booking.waiting?.for !== "payment" ? texts.saveEmail : texts.savePage}
        </li>
        {hasArrived ? null : <li>{texts.tellUs(formatTime(site.houseTimes.checkInFrom))}</li>}
        <li>{rich(texts.read, { rules: link(paths.houseRules), way: link(paths.location) })}</li>
      </ol>
    </Panel>
  );
}

/**
 * Whether we know that there is nothing left to pay. We do not if the viewer has only the page's URL, which hides the
 * fee for a cancelled stay, or if a completed stay may have been paid in cash.
 */
function isSettled({ endedAs, cancellationFeeDue: due }: Confirmation): boolean {
  return endedAs !== null || (due !== null && Number(due) === 0);
}

function WaitingNotice({ booking, timeZone }: { booking: Confirmation; timeZone: string }) {
  const { waiting } = booking;
  if (!waiting) return null;
  const until = deadlineText(waiting.until, timeZone);
  if (waiting.for === "guest") return <CheckEmail booking={booking} until={until} />;
  if (waiting.for === "offer") return <OfferNotice booking={booking} until={until} />;
  if (waiting.for === "payment") {
    return <Notice look="info">{say.own.waiting.payment(until)}</Notice>;
  }
  return <Notice look="info">{say.own.waiting.host(until)}</Notice>;
}

/** We hold the nights until the guest opens the emailed link. */
function CheckEmail({ booking, until }: { booking: Confirmation; until: string }) {
  return (
    <div className="space-y-3">
      <Notice look="info">
        {rich(say.own.waiting.guest(until, booking.guest.email), {
          b: (words) => <strong className="wrap-anywhere">{words}</strong>,
        })}
      </Notice>
      {booking.acts ? <SendLink booking={booking} label={say.own.waiting.sendAgain} /> : null}
    </div>
  );
}

function ChangeRequestNotice({ booking, timeZone }: { booking: Confirmation; timeZone: string }) {
  const { changeRequest: request } = booking;
  if (!request) return null;
  const ask = booking.linkByMail ? say.own.changeAsked.byEmail : say.own.changeAsked.here;
  const text = ask(
    say.stay.span(formatDay(request.checkInDate, "short"), formatDay(request.checkOutDate, "short")),
    say.stay.guests(request.guestCount),
    formatCurrency(request.totalAmount, booking.currency),
    deadlineText(request.until, timeZone),
  );
  return (
    <div className="space-y-3">
      <Notice look="info">{rich(text, { b: (words) => <strong>{words}</strong> })}</Notice>
      <KeepBookedStay booking={booking} />
    </div>
  );
}

function DoneNotice({ booking }: { booking: Confirmation }) {
  const done = new URLSearchParams(useSearch()).get("done");
  const texts = say.own.done;
  if (booking.endedAs) return null;
  if (booking.status === "cancelled") {
    const fee = Number(booking.cancellationFee ?? 0);
    if (booking.guestMasked) return null;
    return (
      <Notice look="info">
        {fee > 0 ? texts.cancelledFee(formatCurrency(fee, booking.currency)) : texts.cancelled}
      </Notice>
    );
  }
  if (done === "change" && !booking.changeRequest) {
    return <Notice look="good">{texts.changed}</Notice>;
  }
  if (done !== "email" || booking.guestMasked) return null;
  return <Notice look="good">{texts.emailed(booking.guest.email)}</Notice>;
}

function Contact({ site, reference }: { site: PublicSite; reference: string }) {
  const { contact } = site;
  return (
    <Facts>
      <Fact name={say.own.address}>{contact.streetAddress}</Fact>
      <Fact name={say.own.phone}>
        <a href={phoneLink(contact.phone)} className="underline">
          {contact.phone}
        </a>
      </Fact>
      <Fact name={say.own.email}>
        <a
          href={`mailto:${contact.email}?subject=${encodeURIComponent(say.own.subject(reference))}`}
          className="break-all underline"
        >
          {contact.email}
        </a>
      </Fact>
      {contact.social.whatsapp ? (
        <Fact name="WhatsApp">
          <a
            href={`${contact.social.whatsapp}?text=${encodeURIComponent(`${say.own.subject(reference)}: `)}`}
            rel="noopener noreferrer"
            className="underline"
          >
            {say.own.question}
          </a>
        </Fact>
      ) : null}
    </Facts>
  );
}
