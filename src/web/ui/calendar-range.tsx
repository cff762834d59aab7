import { type CalendarDate, type DateValue, parseDate, toCalendarDate } from "@internationalized/date";
import { clsx } from "clsx";
import { use } from "react";
import { Button } from "react-aria-components/Button";
import { I18nProvider } from "react-aria-components/I18nProvider";
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  RangeCalendar,
  RangeCalendarStateContext,
} from "react-aria-components/RangeCalendar";
import { type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";

export type DateSpan = { start: LocalDate; end: LocalDate };

type Props = {
  label: string;
  value: DateSpan | null;
  onChange: (span: DateSpan) => void;
  /** The first and the last day that can be reached. */
  min: LocalDate;
  max: LocalDate;
  /** Which day is called today: the cottage's, which need not be the browser's. */
  today: LocalDate;
  /** Where the calendar opens and the keyboard begins. */
  startAt: LocalDate;
  months: 1 | 2;
  /** `start` is the day that was chosen first, null before. Blocked days can be reached by keyboard and not be chosen. */
  isBlocked: (day: LocalDate, start: LocalDate | null) => boolean;
  /** Why the day in focus cannot be chosen, null where it can. */
  whyBlocked: (day: LocalDate, start: LocalDate | null) => string | null;
  /** Days that are struck through while they cannot be chosen; others are pale. */
  isStruck: (day: LocalDate) => boolean;
  /** A few characters below the day's number, and how a screen reader says them. */
  noteOf: (day: LocalDate) => { text: string; label: string } | null;
};

/**
 * React Aria adds one rule in a style element when it finds none of this name. The site's policy refuses styles that
 * it does not know, so this empty element holds the name, and `touch-manipulation` below does the rule's work.
 */
const PRESS_STYLE_ID = "react-aria-pressable-style";

/** Two days on a calendar, by keyboard, touch or mouse. */
export function RangeCalendarMonths(props: Props) {
  const { label, value, onChange, min, max, today, startAt, months, isBlocked, whyBlocked, isStruck, noteOf } = props;
  return (
    <I18nProvider locale="en-US">
      <span id={PRESS_STYLE_ID} hidden />
      <RangeCalendar
        aria-label={label}
        value={value ? { start: parseDate(value.start), end: parseDate(value.end) } : null}
        onChange={({ start, end }) => onChange({ start: dayOf(start), end: dayOf(end) })}
        minValue={parseDate(min)}
        maxValue={parseDate(max)}
        defaultFocusedValue={parseDate(startAt)}
        visibleDuration={{ months }}
        pageBehavior="single"
        // The rules alone decide: otherwise the first blocked day would end every range, and with a minimum stay that is the
        // day after the arrival.
        allowsNonContiguousRanges
        isDateUnavailable={(day, start) => isBlocked(dayOf(day), start ? dayOf(start) : null)}
        // The person has opened the calendar to choose, so the keyboard begins on a day.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      >
        <div className="relative flex flex-wrap items-start justify-center gap-8">
          <Button slot="previous" className={clsx(STEP, "left-0")}>
            <span aria-hidden="true">‹</span>
          </Button>
          {Array.from({ length: months }, (_, offset) => (
            <Month key={offset} offset={offset} today={today} isStruck={isStruck} noteOf={noteOf} />
          ))}
          <Button slot="next" className={clsx(STEP, "right-0")}>
            <span aria-hidden="true">›</span>
          </Button>
        </div>
        <Reason whyBlocked={whyBlocked} />
      </RangeCalendar>
    </I18nProvider>
  );
}

/** React Aria says "Today" of the browser's day. */
const BROWSER_TODAY = /^Today, /;

/** Says why the day in focus cannot be chosen. */
function Reason({ whyBlocked }: Pick<Props, "whyBlocked">) {
  const state = use(RangeCalendarStateContext);
  const day = state ? dayOf(state.focusedDate) : null;
  const start = state?.anchorDate ? dayOf(state.anchorDate) : null;
  const why = day && whyBlocked(day, start);
  return (
    <p aria-live="polite" className="mt-3 min-h-6 text-sm">
      {why ? <span>{why}</span> : null}
    </p>
  );
}

type MonthProps = Pick<Props, "today" | "isStruck" | "noteOf"> & { offset: number };

function Month({ offset, today, isStruck, noteOf }: MonthProps) {
  return (
    <div>
      <CalendarHeading
        offset={{ months: offset }}
        className="flex min-h-11 items-center justify-center font-serif text-lg"
      />
      <CalendarGrid offset={{ months: offset }} className="border-collapse">
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className="pb-2 text-sm font-normal text-ink-soft">{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell
              date={date}
              render={({ "aria-label": name = "", ...cell }) => (
                <div
                  {...cell}
                  aria-label={[
                    `${dayOf(date) === today ? "Today, " : ""}${name.replace(BROWSER_TODAY, "")}`,
                    noteOf(dayOf(date))?.label ?? [],
                  ]
                    .flat()
                    .join(", ")}
                />
              )}
              className={({
                isOutsideMonth,
                isDisabled,
                isUnavailable,
                isSelected,
                isSelectionStart,
                isSelectionEnd,
              }) => {
                // A day on which another arrives can be the day to leave, though it is no night to have.
                const isEnd = isSelectionStart || isSelectionEnd;
                return clsx(
                  "flex size-11 cursor-default touch-manipulation flex-col items-center justify-center rounded-lg leading-tight tabular-nums",
                  isOutsideMonth && "invisible",
                  isDisabled && "text-ink-soft opacity-50",
                  isUnavailable && !isDisabled && !isEnd && "text-ink-soft",
                  isUnavailable &&
                    !isDisabled &&
                    !isEnd &&
                    (isStruck(dayOf(date)) ? "line-through decoration-2" : "opacity-50"),
                  isEnd ? "bg-accent font-semibold text-accent-ink" : isSelected && "bg-good-surface",
                  !isSelected && !isUnavailable && !isDisabled && "cursor-pointer hover:bg-sunken",
                );
              }}
            >
              {({ formattedDate, isDisabled }) => (
                // The note is drawn by the style: the cell's name has it in words.
                <span data-note={isDisabled ? undefined : noteOf(dayOf(date))?.text} className={NOTED}>
                  {formattedDate}
                </span>
              )}
            </CalendarCell>
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </div>
  );
}

const NOTED =
  "text-center data-note:after:block data-note:after:text-[0.6875rem] data-note:after:font-normal data-note:after:content-[attr(data-note)]";

const STEP =
  "absolute top-0 inline-flex size-11 touch-manipulation items-center justify-center rounded-lg text-2xl hover:bg-sunken disabled:opacity-40";

function dayOf(date: DateValue): LocalDate {
  const day: CalendarDate = toCalendarDate(date);
  return toLocalDate(day.toString());
}
