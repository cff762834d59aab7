import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { addDays, isLocalDate, type LocalDate } from "#domain/calendar/local-date.ts";
import { addMonths, firstDay, type Month, monthOf } from "#domain/calendar/month.ts";
import { type ChosenDays, chooseDay } from "#domain/pricing/day-choices.ts";
import type { SellingCalendar } from "#domain/pricing/selling-calendar.ts";
import { formatMonth } from "../lib/format-date.ts";
import { say } from "../lib/say.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { dayAfterKey } from "./calendar-keys.ts";
import { calendarMonth, whyRefused } from "./calendar-days.ts";
import { MonthTable } from "./month-table.tsx";

/** Sent by a browser without JavaScript, or given in the URL. */
export type CalendarRequest = { month: Month | null; day: LocalDate | null };

/** The names and prefixes with which a browser without JavaScript sends days and months. */
export type CalendarFields = { dayName: string; dayPrefix: string; monthName: string; monthPrefix: string };

type Props = {
  selling: SellingCalendar;
  chosen: ChosenDays;
  onChoose: (chosen: ChosenDays) => void;
  request: CalendarRequest;
  fields: CalendarFields;
  below?: ReactNode;
};

/**
 * Each day is a button in the surrounding form, so that the calendar works without JavaScript and before it has loaded.
 * Except at the end of the booking window, two months are rendered; the style sheet shows the second if there is room
 * (docs/decisions/0038).
 */
export function StayCalendar({ selling, chosen, onChoose, request, fields, below }: Props) {
  const scripted = useHydrated();
  const first = monthOf(selling.today);
  const last = monthOf(addDays(selling.today, selling.end));
  const within = (month: Month) => (month < first ? first : month > last ? last : month);
  const [shown, setShown] = useState(() => within(request.month ?? monthOf(chosen.checkIn ?? selling.today)));
  const [announcement, setAnnouncement] = useState(() =>
    request.day ? { text: whyRefused(selling, chosen, request.day), byTap: true } : NO_ANNOUNCEMENT,
  );
  const [stop, setStop] = useState<LocalDate | null>(null);
  const [followed, setFollowed] = useState(chosen.checkIn);
  // The day to focus once its month is rendered.
  const focusDay = useRef<LocalDate | null>(null);
  const months = useRef<HTMLDivElement>(null);
  const next = addMonths(shown, 1);
  const drawn = useMemo(
    () =>
      [shown, next]
        .filter((month) => month <= last)
        .map((month) => ({ month, weeks: calendarMonth(selling, chosen, month) })),
    // This depends on the two days and not on their object, which is a new object on each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [selling, chosen.checkIn, chosen.checkOut, shown, next, last],
  );

  // The check-in was typed or came from a nearby stay.
  if (chosen.checkIn !== followed) {
    setFollowed(chosen.checkIn);
    setAnnouncement(NO_ANNOUNCEMENT);
    if (chosen.checkIn) setShown(within(monthOf(chosen.checkIn)));
  }

  const choose = (day: LocalDate) => {
    setStop(day);
    const result = chooseDay(selling, chosen, day);
    if (!result.ok) return setAnnouncement({ text: whyRefused(selling, chosen, day), byTap: true });
    setAnnouncement(NO_ANNOUNCEMENT);
    // The months must not move under the guest's finger.
    setFollowed(result.chosen.checkIn);
    onChoose(result.chosen);
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const day = dayAt(event.target);
    if (!day) return;
    event.preventDefault();
    choose(day);
  };
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const day = dayAt(event.target);
    // A press is handled by its click event. Ignoring its focus event avoids a second render.
    if (!day || !event.target.matches(":focus-visible")) return;
    setStop(day);
    const why = whyRefused(selling, chosen, day);
    setAnnouncement(why ? { text: why, byTap: false } : NO_ANNOUNCEMENT);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = dayAt(event.target);
    const to = from && dayAfterKey(event, from, selling);
    if (!to) return;
    event.preventDefault();
    focusOn(to);
  };
  const focusOn = (day: LocalDate) => {
    const button = buttonOf(months.current, day);
    if (button && isVisible(button)) return button.focus();
    const both = isVisible(months.current?.lastElementChild);
    focusDay.current = day;
    setShown(within(both && monthOf(day) > shown ? addMonths(monthOf(day), -1) : monthOf(day)));
  };
  const step = (by: -1 | 1) => {
    const to = addMonths(shown, by);
    return {
      to: to === within(to) ? to : null,
      scripted,
      fields,
      onClick: (event: MouseEvent) => {
        event.preventDefault();
        setStop(null);
        setShown(to);
      },
    };
  };
  useLayoutEffect(() => {
    if (focusDay.current) buttonOf(months.current, focusDay.current)?.focus();
    focusDay.current = null;
  }, [shown]);

  const texts = say.stay.calendar;
  const tabStop = scripted ? tabStopIn(shown, stop, chosen, selling.today) : null;
  return (
    // The buttons are inside; this element only handles their events.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div role="group" aria-label={texts.label} onClick={onClick} onFocus={onFocus} onKeyDown={onKeyDown}>
      <input type="hidden" name="month" value={shown} readOnly />
      <div className="stay-months" ref={months}>
        <StepButton label={texts.previous} sign="‹" look="start-0" {...step(-1)} />
        <StepButton label={texts.next} sign="›" look="end-0" {...step(1)} />
        {drawn.map(({ month, weeks }) => (
          <MonthTable
            key={month}
            title={formatMonth(month)}
            weeks={weeks}
            scripted={scripted}
            tabStop={tabStop}
            dayName={fields.dayName}
            dayPrefix={fields.dayPrefix}
          />
        ))}
      </div>
      <div className="mt-2 flex min-h-11 flex-wrap items-start gap-x-4">
        <p aria-live={announcement.byTap ? "polite" : "off"} className="text-sm">
          {announcement.text ? <span>{announcement.text}</span> : null}
        </p>
        {below}
      </div>
      <p className="text-sm text-ink-soft">
        <s aria-hidden="true">12</s> {texts.crossedOut} {texts.howTo} {texts.horizon(selling.document.windowDays)}{" "}
        {texts.local}
      </p>
    </div>
  );
}

const NO_ANNOUNCEMENT: { text: string | null; byTap: boolean } = { text: null, byTap: false };

function dayAt(target: EventTarget): LocalDate | null {
  const day = target instanceof Element ? target.closest<HTMLElement>("[data-day]")?.dataset["day"] : null;
  return isLocalDate(day) ? day : null;
}

const buttonOf = (months: HTMLElement | null, day: LocalDate) =>
  months?.querySelector<HTMLButtonElement>(`[data-day="${day}"]`) ?? null;

/** The second month is hidden if there is no room for it. */
const isVisible = (element: Element | null | undefined) => (element?.getClientRects().length ?? 0) > 0;

/**
 * The day that was focused or pressed last if it is shown, else, in the first month shown, the stay's first day, today
 * or the first day.
 */
function tabStopIn(month: Month, stop: LocalDate | null, { checkIn }: ChosenDays, today: LocalDate): LocalDate {
  if (stop && (monthOf(stop) === month || monthOf(stop) === addMonths(month, 1))) return stop;
  if (checkIn && checkIn >= today && monthOf(checkIn) === month) return checkIn;
  return monthOf(today) === month ? today : firstDay(month);
}

type StepProps = {
  label: string;
  sign: string;
  look: string;
  /** Null in the first or last month. */
  to: Month | null;
  scripted: boolean;
  fields: CalendarFields;
  onClick: (event: MouseEvent) => void;
};

function StepButton({ label, sign, look, to, scripted, fields, onClick }: StepProps) {
  return (
    <button
      // With JavaScript, pressing Enter in one of the form's fields must submit the form, not press this button.
      type={scripted ? "button" : "submit"}
      formNoValidate
      name={fields.monthName}
      value={`${fields.monthPrefix}${to ?? ""}`}
      disabled={to === null}
      data-replay=""
      aria-label={label}
      onClick={onClick}
      className={`absolute top-0 ${look} size-11 touch-manipulation rounded-lg text-2xl hover:bg-sunken disabled:opacity-40`}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
