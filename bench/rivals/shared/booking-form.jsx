"use client";
import { useState } from "react";
import { addDays, counted, formatDay, formatMoney, formatTime, monthAfter, monthOf, nightsBetween } from "./days.js";
import { input, primary, quiet, secondary } from "./look.js";
import { Month } from "./month.jsx";

/** Checked only in the browser, and sent nowhere: a real form has more script. */
export function BookingForm({ property, site, nights, arrival, picture }) {
  const { today } = nights;
  const [stay, setStay] = useState(() => ({
    checkIn: arrival ?? addDays(today, 1),
    checkOut: arrival ? null : addDays(today, 4),
  }));
  const [taken] = useState(() => new Set(nights.unavailable));
  const calendar = { today, taken, ...stay };
  const choose = (day) =>
    setStay(({ checkIn, checkOut }) =>
      checkIn && !checkOut && day > checkIn ? { checkIn, checkOut: day } : { checkIn: day, checkOut: null },
    );
  const count = stay.checkIn && stay.checkOut ? nightsBetween(stay.checkIn, stay.checkOut) : 0;
  const total = count > 0 ? formatMoney(count * property.rateCents, property.currency) : null;
  return (
    <form
      method="post"
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_auto_1fr] lg:gap-8"
    >
      <div className="space-y-6 lg:col-start-1">
        <Section title="Your stay">
          <Chosen stay={stay} total={total} count={count} clear={() => setStay({ checkIn: null, checkOut: null })} />
          <Calendar calendar={calendar} onChoose={choose} />
          <Dates stay={stay} today={today} change={setStay} />
          <Guests most={site.mostGuests} />
          <Option property={property} />
          <div aria-live="polite" className="min-h-6">
            {total ? <p className="font-semibold text-good">The cottage is free for these dates.</p> : null}
          </div>
          <Code />
        </Section>
      </div>
      <div className="space-y-6 lg:sticky lg:top-26 lg:col-start-2 lg:row-span-3 lg:row-start-1">
        <Summary
          property={property}
          site={site}
          stay={stay}
          today={today}
          total={total}
          count={count}
          picture={picture}
        />
      </div>
      <div className="lg:col-start-1">
        <Section title="Your details">
          <Guest whatsapp={site.whatsappMessages} />
          <a href="/terms" className="underline">
            Our terms and cancellation policy apply
          </a>
        </Section>
      </div>
      <div className="sticky bottom-0 z-10 -mx-5 flex flex-wrap items-center justify-between gap-x-4 border-t border-line bg-surface px-5 py-3 max-[18rem]:static lg:static lg:col-start-1 lg:mx-0 lg:justify-end lg:border-0 lg:bg-transparent lg:px-0">
        <p className="grow basis-28 lg:sr-only">
          {total ? <span className="block text-xl font-bold">{total} total</span> : <span>Choose your dates</span>}
          {total ? (
            <span className="block text-sm leading-snug text-ink-soft">
              {`${counted(count, "night")}, taxes and fees included${site.payNote ? `. ${site.payNote}` : ""}`}
            </span>
          ) : null}
        </p>
        <button type="submit" className={`${primary} text-lg sm:min-w-36`}>
          Book Now
        </button>
      </div>
    </form>
  );
}

function Section({ title, children }) {
  return (
    <fieldset className="min-w-0 space-y-4 rounded-3xl border border-line bg-surface p-5 max-sm:-mx-5 max-sm:rounded-none max-sm:border-x-0 sm:p-7">
      <legend className="sr-only">{title}</legend>
      <p aria-hidden="true" className="serif text-2xl">
        {title}
      </p>
      {children}
    </fieldset>
  );
}

function Chosen({ stay: { checkIn, checkOut }, total, count, clear }) {
  const text = total
    ? `${total} total, ${counted(count, "night")}, ${formatDay(checkIn)} to ${formatDay(checkOut)}`
    : checkIn
      ? `Check-in ${formatDay(checkIn)}. Now choose your check-out day.`
      : "Choose your check-in day, then your check-out day.";
  return (
    <div className="flex min-h-26 flex-wrap content-start items-center justify-between gap-x-4 sm:min-h-12">
      <p aria-live="polite">{text}</p>
      {checkIn ? (
        <button type="button" onClick={clear} className={`${quiet} -mx-5 underline`}>
          Clear dates
        </button>
      ) : null}
    </div>
  );
}

function Calendar({ calendar, onChoose }) {
  const [shown, setShown] = useState(() => monthOf(calendar.checkIn));
  const step = "absolute top-0 size-11 touch-manipulation rounded-lg text-2xl hover:bg-sunken disabled:opacity-40";
  return (
    <div role="group" aria-label="Calendar">
      <div className="stay-months">
        <button
          type="button"
          aria-label="Previous month"
          disabled={shown <= monthOf(calendar.today)}
          onClick={() => setShown(monthAfter(shown, -1))}
          className={`${step} start-0`}
        >
          <span aria-hidden="true">‹</span>
        </button>
        <button
          type="button"
          aria-label="Next month"
          onClick={() => setShown(monthAfter(shown))}
          className={`${step} end-0`}
        >
          <span aria-hidden="true">›</span>
        </button>
        {[shown, monthAfter(shown)].map((month) => (
          <Month key={month} month={month} calendar={calendar} onChoose={onChoose} />
        ))}
      </div>
      <p className="mt-2 min-h-6 text-sm" />
      <p className="text-sm text-ink-soft">
        <s aria-hidden="true">12</s> Crossed out: already booked. Tap a grayed-out date to see why it isn&apos;t
        available. Past dates, and dates more than two years away, can&apos;t be booked. Dates are in the cottage&apos;s
        time zone.
      </p>
    </div>
  );
}

function Field({ id, label, hint, children }) {
  return (
    <div className="min-w-0 space-y-1">
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      ) : null}
      {children}
    </div>
  );
}

function Dates({ stay: { checkIn, checkOut }, today, change }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field id="checkInDate" label="Check-in">
        <input
          id="checkInDate"
          type="date"
          required
          min={today}
          value={checkIn ?? ""}
          onChange={({ target }) => change({ checkIn: target.value || null, checkOut: null })}
          className={input}
        />
      </Field>
      <Field id="checkOutDate" label="Check-out">
        <input
          id="checkOutDate"
          type="date"
          required
          min={checkIn ?? today}
          value={checkOut ?? ""}
          onChange={({ target }) => change({ checkIn, checkOut: target.value || null })}
          className={input}
        />
      </Field>
    </div>
  );
}

function Guests({ most }) {
  return (
    <Field id="guestCount" label="Number of guests" hint={`1 to ${most}, children included`}>
      <input
        id="guestCount"
        type="number"
        inputMode="numeric"
        required
        min={1}
        max={most}
        defaultValue={2}
        aria-describedby="guestCount-hint"
        className={input}
      />
    </Field>
  );
}

function Option({ property }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">Booking option</legend>
      <label className="flex min-h-11 items-center gap-3 rounded-lg border border-line-strong bg-sunken px-3 py-2">
        <input type="radio" name="bookingOption" defaultChecked className="size-5 accent-accent" />
        <span>
          Entire cottage
          <span className="block text-sm text-ink-soft">
            {`${counted(property.bedrooms, "bedroom")} and ${counted(property.bathrooms, "bathroom")}, just for your group`}
          </span>
        </span>
      </label>
    </fieldset>
  );
}

function Code() {
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center underline">Have a discount code?</summary>
      <div className="flex flex-wrap items-end gap-3">
        <Field id="code" label="Discount code">
          <input id="code" maxLength={60} autoComplete="off" className={input} />
        </Field>
        <button type="button" className={secondary}>
          Use code
        </button>
      </div>
    </details>
  );
}

function Guest({ whatsapp }) {
  return (
    <>
      <Field id="name" label="Guest name">
        <input id="name" required autoComplete="name" className={input} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="email" label="Email">
          <input id="email" type="email" required autoComplete="email" className={input} />
        </Field>
        <Field id="phone" label="Phone">
          <input id="phone" type="tel" required autoComplete="tel" className={input} />
        </Field>
      </div>
      {whatsapp ? (
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input type="checkbox" name="whatsapp" className="size-5 shrink-0 accent-accent" />
          <span>
            Also send me messages about this stay on WhatsApp
            <span className="block text-sm text-ink-soft">
              To the number above, with its country code. Reply STOP at any time to opt out.
            </span>
          </span>
        </label>
      ) : null}
      <Field
        id="specialRequests"
        label="Special requests (optional)"
        hint="For example a cot, a late arrival or an allergy."
      >
        <textarea id="specialRequests" rows={3} aria-describedby="specialRequests-hint" className={input} />
      </Field>
    </>
  );
}

/** Within two days of check-in, cancelling is no longer free. */
function cancellationOf({ checkIn }, today, { rateCents, currency }, { cancellation }) {
  const freeFrom = addDays(today, 3);
  if (checkIn >= freeFrom) return cancellation;
  const price = formatMoney(rateCents, currency);
  return `You pay at most ${price} (one night). Arrive on ${formatDay(freeFrom)} or later, and cancellation is free up to 48 hours before check-in`;
}

function Summary({ property, site, stay, today, total, count, picture }) {
  const { checkInFrom, checkOutBy } = site.houseTimes;
  return (
    <section
      aria-labelledby="summary-title"
      className="overflow-hidden rounded-3xl border border-line bg-surface raised"
    >
      {picture}
      <div className="space-y-4 p-5 sm:p-6">
        <div>
          <h2 id="summary-title" className="font-serif text-2xl">
            {property.name}
          </h2>
          <p className="text-ink-soft">{property.location}</p>
          <p className="text-ink-soft">
            {`${counted(property.bedrooms, "bedroom")} · ${counted(property.bathrooms, "bathroom")}`}
          </p>
        </div>
        {total ? (
          <div aria-live="polite" className="space-y-4">
            <div className="border-t border-line pt-4">
              <p className="serif text-4xl">{total} total</p>
              <p>{`${counted(count, "night")} × ${formatMoney(property.rateCents, property.currency)}`}</p>
              <p className="text-ink-soft">Taxes and fees included</p>
              <p>{site.payNote}</p>
            </div>
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 border-t max-[18rem]:grid-cols-1 border-line pt-4">
              <Fact name="Check-in">{`${formatDay(stay.checkIn)}, from ${formatTime(checkInFrom)}`}</Fact>
              <Fact name="Check-out">{`${formatDay(stay.checkOut)}, by ${formatTime(checkOutBy)}`}</Fact>
              <Fact name="Nights">{count}</Fact>
              <Fact name="Rate">{property.rate}</Fact>
              <Fact name="Cancellation">{cancellationOf(stay, today, property, site)}</Fact>
            </dl>
          </div>
        ) : (
          <div className="border-t border-line pt-4">
            <p className="font-serif text-2xl">{site.nightRate}</p>
            <p className="text-ink-soft">{site.extras}. Choose your dates to see the total.</p>
          </div>
        )}
      </div>
    </section>
  );
}

function Fact({ name, children }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </>
  );
}
