import { Link, useSearch } from "wouter";
import type { Confirmation } from "#contract/booking.ts";
import type { PublicSite } from "#contract/property.ts";
import { moneyText } from "#domain/money/currency.ts";
import { formatDay, formatTime } from "../lib/format-date.ts";
import { formatCurrency } from "../lib/format-money.ts";
import { paths } from "../lib/paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { ArrivalPanel } from "./arrival-panel.tsx";
import { EmailNotice } from "./email-notice.tsx";
import { ConversationPanel } from "./conversation-panel.tsx";
import { deadlineText } from "./cancellation-policy.ts";
import { MaskedNotice } from "./masked-notice.tsx";
import { nightsText } from "./nights-text.ts";
import { KeepBar } from "./keep-bar.tsx";
import { OfferNotice } from "./offer-notice.tsx";
import { offerTexts } from "./offer-texts.ts";
import { PaymentPanel } from "./payment-panel.tsx";
import { OwnActs } from "./own-acts.tsx";
import { Fact, Facts, Panel } from "./panel.tsx";
import { SendLink } from "./send-link.tsx";

type Props = { booking: Confirmation; site: PublicSite };

/** Everything about one stay, on one sheet of paper when printed. */
export function BookingConfirmation({ booking, site }: Props) {
  const { property, guest } = booking;
  // On the way and in the house nothing is looked up so often as the way, the door and the WiFi.
  const arriving = Boolean(booking.arrival?.notes);
  return (
    <article className="frame max-w-5xl space-y-6 py-8 sm:py-12 print:max-w-none print:space-y-3 print:p-0 print:text-sm">
      <header className="space-y-2 rounded-3xl border border-line bg-good-surface p-6 sm:p-8 print:border-0 print:bg-transparent print:p-0">
        <h1 className="serif text-title print:text-2xl">{headingOf(booking, site)}</h1>
        <p className="text-lg print:text-sm">
          Your reference is <strong className="whitespace-nowrap font-mono text-xl">{booking.reference}</strong>
        </p>
      </header>
      <DoneNotice booking={booking} />
      <WaitingNotice booking={booking} timeZone={site.timeZone} />
      <PaymentPanel booking={booking} />
      <ChangeRequestNotice booking={booking} timeZone={site.timeZone} />
      {arriving ? <ArrivalPanel booking={booking} site={site} /> : null}

      <div className="grid items-start gap-6 md:grid-cols-2 print:grid-cols-2 print:gap-3">
        <Panel title="Your stay">
          <p>
            <strong className="block text-lg">{property.name}</strong>
            {property.location}
          </p>
          <Facts>
            <Fact name="Check-in">
              {formatDay(booking.checkInDate, "short")}, from {formatTime(site.houseTimes.checkInFrom)}
            </Fact>
            <Fact name="Check-out">
              {formatDay(booking.checkOutDate, "short")}, by {formatTime(site.houseTimes.checkOutBy)}
            </Fact>
            <Fact name="Nights">{booking.nights}</Fact>
            <Fact name="Guests">{booking.guestCount}</Fact>
          </Facts>
        </Panel>

        <Panel title="Guest">
          <Facts>
            <Fact name="Name">{guest.name}</Fact>
            <Fact name="Email">{guest.email}</Fact>
            <Fact name="Phone">{guest.phone || "Not given"}</Fact>
            {booking.specialRequests ? (
              <Fact name="Special requests">
                <span dir="auto" className="whitespace-pre-line">
                  {booking.specialRequests}
                </span>
              </Fact>
            ) : null}
          </Facts>
          {booking.guestMasked ? <MaskedNotice booking={booking} /> : <EmailNotice booking={booking} />}
        </Panel>

        <Panel title="Price">
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
      <KeepBar booking={booking} site={site} />
      {booking.acts ? <ConversationPanel booking={booking} /> : null}
      {isOver(booking, site) ? null : <OwnActs booking={booking} site={site} />}

      <Panel title="Contact">
        <Contact site={site} reference={booking.reference} />
      </Panel>

      <nav aria-label="After booking" className="flex flex-wrap gap-3 print:hidden">
        <Link href={paths.home} className={buttonClass()}>
          Back to Home
        </Link>
        <Link href={paths.guestInfo} className={buttonClass("secondary")}>
          Guest information
        </Link>
        <Link href={paths.attractions} className={buttonClass("secondary")}>
          Things to do nearby
        </Link>
      </nav>
    </article>
  );
}

function StayPrice({ booking, site }: Props) {
  return (
    <>
      <Facts>
        {booking.priceLines.map((line, place) => (
          <Fact
            // Two lines may have the same words.
            key={place}
            name={
              booking.lines[place]?.kind === "nights"
                ? `${line.label}, ${nightsText(line.quantity)} × ${formatCurrency(line.unitAmount, booking.currency)}`
                : line.label
            }
          >
            {formatCurrency(line.amount, booking.currency)}
          </Fact>
        ))}
        <Fact name="Total">
          <span className="text-lg">{formatCurrency(booking.totalAmount, booking.currency)}</span>
        </Fact>
      </Facts>
      <p className="text-ink-soft">Taxes and fees included</p>
      {site.offer.payNote && !site.paidBy ? <p>{site.offer.payNote}</p> : null}
    </>
  );
}

/** A cancelled stay costs its fee and nothing else. Others than its guest do not read of the fee. */
function CancelledPrice({ booking: { cancellationFee: fee, currency } }: { booking: Confirmation }) {
  if (fee === null) return <p>This stay is cancelled, so its price no longer applies.</p>;
  return (
    <Facts>
      <Fact name="Cancellation fee">{Number(fee) > 0 ? formatCurrency(fee, currency) : "None"}</Fact>
      <Fact name="Total to pay">
        <span className="text-lg">{formatCurrency(fee, currency)}</span>
      </Fact>
    </Facts>
  );
}

function cancellationText(booking: Confirmation, timeZone: string): string {
  const { cancellation: charges, currency, lines } = booking;
  const isOneNight = (amountCents: number) =>
    charges.length === 1 && lines.some((line) => line.kind === "nights" && line.unitCents === amountCents);
  if (booking.freeCancellationOver) {
    const most = charges.at(-1)?.amountCents ?? 0;
    return `If you cancel, you pay ${isOneNight(most) ? "for one night" : moneyText(most, currency)} at most.`;
  }
  const [first, ...later] = charges;
  if (!first) return "Cancellation is free.";
  const fee = isOneNight(first.amountCents) ? "one night's stay" : moneyText(first.amountCents, currency);
  const rest = later.map(
    ({ from, amountCents }) => `, from ${deadlineText(from, timeZone)} ${moneyText(amountCents, currency)}`,
  );
  const until = deadlineText(booking.freeCancellationUntil, timeZone);
  return `Cancellation is free until ${until}. Afterwards the fee is ${fee}${rest.join("")}.`;
}

function headingOf(booking: Confirmation, site: PublicSite): string {
  if (booking.waiting?.for === "payment") return "Pay to complete your booking";
  if (booking.waiting?.for === "offer") return offerTexts.headline;
  if (booking.waiting?.for === "guest") return "Check your email to complete your booking";
  return booking.status !== "cancelled" && isOver(booking, site) ? HEADING.completed : HEADING[booking.status];
}

/** Cancelled, or left: nobody arrives any more. */
function isOver({ status, checkOutDate }: Confirmation, { today }: PublicSite): boolean {
  return status === "cancelled" || status === "checked-out" || status === "completed" || checkOutDate < today;
}

function NextSteps({ booking, site }: Props) {
  if (isOver(booking, site)) {
    return (
      <Panel title="Next steps">
        <p>
          There's nothing more to do. Would you like to stay another time?{" "}
          <Link href={paths.book} className="underline">
            See which dates are free
          </Link>
          .
        </p>
      </Panel>
    );
  }
  return (
    <Panel title="Next steps">
      <ol className="list-decimal space-y-2 pl-5">
        <li>
          {booking.linkByMail
            ? "Save the email we sent you: its link opens this page again on any device."
            : "Save or print this page, or bookmark it: its address opens your booking again."}
        </li>
        <li>
          Tell us when you expect to arrive, by phone or email. Check-in is from{" "}
          {formatTime(site.houseTimes.checkInFrom)}.
        </li>
        <li>
          Read the{" "}
          <Link href={paths.houseRules} className="underline">
            house rules
          </Link>{" "}
          and{" "}
          <Link href={paths.location} className="underline">
            how to find us
          </Link>
          .
        </li>
      </ol>
    </Panel>
  );
}

/** Who has to confirm the booking, and how long we hold its nights. */
function WaitingNotice({ booking, timeZone }: { booking: Confirmation; timeZone: string }) {
  const { waiting } = booking;
  if (!waiting) return null;
  const until = deadlineText(waiting.until, timeZone);
  if (waiting.for === "guest") return <CheckEmail booking={booking} until={until} />;
  if (waiting.for === "offer") return <OfferNotice booking={booking} until={until} />;
  if (waiting.for === "payment") {
    return <Notice look="info">We keep the nights until {until}. Your stay is booked as soon as you have paid.</Notice>;
  }
  return (
    <Notice look="info">
      We've received your request and hold your nights until {until}. The host will answer by then. There's nothing to
      pay until your stay is confirmed.
    </Notice>
  );
}

/** We hold the nights; one tap on the emailed link completes the booking. */
function CheckEmail({ booking, until }: { booking: Confirmation; until: string }) {
  return (
    <div className="space-y-3">
      <Notice look="info">
        We hold these nights for you until {until}. We've sent an email to{" "}
        <strong className="wrap-anywhere">{booking.guest.email}</strong>: open the link in it, on any device, and your
        booking is complete. You don't have to fill in anything again.
      </Notice>
      {booking.acts ? <SendLink booking={booking} label="Send the email again" /> : null}
    </div>
  );
}

/** The host has not answered yet: what is booked, and what is asked for. */
function ChangeRequestNotice({ booking, timeZone }: { booking: Confirmation; timeZone: string }) {
  const { changeRequest: wanted } = booking;
  if (!wanted) return null;
  const guests = wanted.guestCount === 1 ? "1 guest" : `${wanted.guestCount} guests`;
  return (
    <Notice look="info">
      We've asked the host to change your stay to{" "}
      <strong>
        {formatDay(wanted.checkInDate, "short")} to {formatDay(wanted.checkOutDate, "short")}, {guests},{" "}
        {formatCurrency(wanted.totalAmount, booking.currency)}
      </strong>
      . We hold those nights and your current ones until {deadlineText(wanted.until, timeZone)}.{" "}
      {booking.linkByMail ? "We'll email you the answer." : "You'll find the answer on this page."} Until then your
      booking stays as it is.
    </Notice>
  );
}

/** What the last act on this page has led to. */
function DoneNotice({ booking }: { booking: Confirmation }) {
  const done = new URLSearchParams(useSearch()).get("done");
  if (booking.status === "cancelled") {
    const fee = Number(booking.cancellationFee ?? 0);
    if (booking.guestMasked) return null;
    return (
      <Notice look="info">
        {fee > 0
          ? `Your stay is cancelled. The cancellation fee is ${formatCurrency(fee, booking.currency)}.`
          : "Your stay is cancelled, free of charge."}
      </Notice>
    );
  }
  if (done === "change" && !booking.changeRequest) {
    return <Notice look="good">Your stay has been changed. Here are the new details.</Notice>;
  }
  if (done !== "email" || booking.guestMasked) return null;
  return <Notice look="good">{`Thank you. We've sent the link to your booking to ${booking.guest.email}.`}</Notice>;
}

const HEADING = {
  upcoming: "Your stay is booked",
  confirmed: "Your stay is confirmed",
  pending: "We've sent your request to the host",
  "checked-in": "Welcome to the cottage",
  "checked-out": "Thank you for staying",
  completed: "Thank you for staying",
  cancelled: "This stay is cancelled",
} satisfies Record<Confirmation["status"], string>;

function Contact({ site, reference }: { site: PublicSite; reference: string }) {
  const { contact } = site;
  return (
    <Facts>
      <Fact name="Address">{contact.streetAddress}</Fact>
      <Fact name="Phone">
        <a href={`tel:${contact.phone.replace(/[^+\d]/g, "")}`} className="underline">
          {contact.phone}
        </a>
      </Fact>
      <Fact name="Email">
        <a
          href={`mailto:${contact.email}?subject=${encodeURIComponent(`Booking ${reference}`)}`}
          className="break-all underline"
        >
          {contact.email}
        </a>
      </Fact>
      {contact.social.whatsapp ? (
        <Fact name="WhatsApp">
          <a
            href={`${contact.social.whatsapp}?text=${encodeURIComponent(`Booking ${reference}: `)}`}
            rel="noopener noreferrer"
            className="underline"
          >
            Ask us a question
          </a>
        </Fact>
      ) : null}
    </Facts>
  );
}
