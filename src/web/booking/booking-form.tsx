import { type ReactNode, useEffect, useRef } from "react";
import { formatCents } from "../lib/format-money.ts";
import { inLanguage, paths } from "../lib/paths.ts";
import { say } from "../lib/say.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { LiveText } from "../ui/live-text.tsx";
import { requestedStay } from "./requested-stay.ts";
import { CodeField } from "./code-field.tsx";
import { FormProblems } from "./form-problems.tsx";
import { FormSection } from "./stay-fields.tsx";
import { expectedPrice } from "./shown-price.ts";
import { ChosenStay, ClearDates } from "./chosen-stay.tsx";
import { StayCalendar } from "./stay-calendar.tsx";
import { StayNotice } from "./stay-notice.tsx";
import { StaySummary } from "./stay-summary.tsx";
import { CALENDAR_INTENTS, PRICE_INTENT } from "./form-intents.ts";
import { TRAP_FIELD } from "./bot-signals.ts";
import { BOOKING_FORM_ID } from "./pre-hydration-input.ts";
import type { Cottage } from "./use-cottage.ts";
import type { BookingForm } from "./use-booking-form.ts";

type Props = {
  booking: BookingForm;
  cottage: Cottage;
  action: string;
  /** For the error summary. */
  invalid: { title: string; description?: string };
  stayFields: ReactNode;
  guestFields: ReactNode;
  beside?: ReactNode;
};

/**
 * A real form element, so guests can also book without JavaScript. With JavaScript, the fields are validated in the
 * browser and sent with the two API calls from SPEC 7.
 */
export function BookingFormFrame({ booking, cottage, action, invalid, stayFields, guestFields, beside }: Props) {
  const { tries, formKey, hints } = booking;
  const stay = requestedStay(booking.values);
  const { price } = booking;
  const { payInFull, payNote } = cottage.site;
  const note = stay && payInFull && stay.checkIn <= payInFull.until ? payInFull.note : payNote;
  const problems = useRef<HTMLDivElement>(null);
  // Also moves the focus if the form was submitted before its script had loaded, and the server returned it.
  useEffect(() => problems.current?.focus(), [tries]);

  return (
    <form
      id={BOOKING_FORM_ID}
      method="post"
      action={inLanguage(action)}
      noValidate
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_auto_1fr] lg:gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        void booking.submit();
      }}
    >
      {Object.entries({ formKey, ...expectedPrice(price, cottage) }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <NotForPeople />
      {booking.scripted ? null : <EnterAsksForPrice />}
      <div className="space-y-6 lg:col-start-1">
        <FormProblems ref={problems} booking={booking} invalid={invalid} />
        {hints.map((hint) => (
          <p key={hint} className="rounded-xl border border-line bg-sunken p-4">
            {hint}
          </p>
        ))}
        <FormSection title={say.booking.yourStay} plain>
          <ChosenStay booking={booking} />
          <StayCalendar
            selling={cottage.selling}
            chosen={booking.chosen}
            onChoose={booking.setDates}
            request={booking.calendar}
            fields={CALENDAR_INTENTS}
            below={<ClearDates booking={booking} />}
          />
          {stayFields}
          <StayNotice
            cottage={cottage}
            stay={stay}
            guestCount={booking.values.guestCount}
            unsettled={booking.unsettled}
            choose={booking.setDates}
          />
          <CodeField booking={booking} />
          <noscript>
            <button type="submit" name="intent" value={PRICE_INTENT} className={buttonClass("secondary")}>
              {say.booking.updatePrice}
            </button>
          </noscript>
        </FormSection>
      </div>
      <div className="space-y-6 lg:sticky lg:top-26 lg:col-start-2 lg:row-span-3 lg:row-start-1">
        <StaySummary cottage={cottage} offer={stay && price && { stay, price, note }} />
        {beside}
      </div>
      <div className="lg:col-start-1">
        <FormSection title={say.booking.yourDetails}>
          {guestFields}
          {/* The terms page has no script, so it is loaded from the server. */}
          <a href={inLanguage(paths.terms)} className="underline">
            {say.booking.terms}
          </a>
        </FormSection>
      </div>
      <SubmitBar
        sending={booking.sending}
        total={price && formatCents(price.totalCents, price.currency)}
        about={price && say.booking.nightsIncluded(say.stay.nights(price.nights), note)}
      />
    </form>
  );
}

/** Many bots fill in every field; people can neither see nor reach this field. */
function NotForPeople() {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        {say.booking.leaveEmpty}
        <input type="text" name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

/**
 * Pressing Enter in a field presses the first button in the form. This button comes first, so that Enter does not
 * choose a day in the calendar.
 */
function EnterAsksForPrice() {
  return (
    <button type="submit" name="intent" value={PRICE_INTENT} tabIndex={-1} aria-hidden="true" className="sr-only">
      {say.booking.updatePrice}
    </button>
  );
}

/** On narrow screens, the button stays at the bottom of the screen, beside the total. */
function SubmitBar({ sending, total, about }: { sending: boolean; total: string | null; about: string | null }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-5 flex flex-wrap items-center gap-x-4 border-t border-line bg-surface px-5 py-3 max-[18rem]:static lg:static lg:col-start-1 lg:justify-end lg:border-0 lg:bg-transparent">
      <p className="grow basis-28 lg:sr-only">
        {total ? (
          <LiveText className="block text-xl font-bold">{say.stay.total(total)}</LiveText>
        ) : (
          <span>{say.booking.chooseDates}</span>
        )}
        {about ? <span className="block text-sm leading-snug text-ink-soft">{about}</span> : null}
      </p>
      <Button type="submit" aria-disabled={sending || undefined} className="text-lg sm:min-w-36">
        {sending ? say.booking.processing : say.booking.bookNow}
      </Button>
    </div>
  );
}
