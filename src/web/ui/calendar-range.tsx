import { type CalendarDate, type DateValue, parseDate, toCalendarDate } from "@internationalized/date";
import { clsx } from "clsx";
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
  onFocus: (day: LocalDate) => void;
};

/**
 * React Aria adds one rule in a style element when it finds none of this name. The site's policy refuses styles that
 * it does not know, so this empty element holds the name, and `touch-manipulation` below does the rule's work.
 */
const PRESS_STYLE_ID = "react-aria-pressable-style";

/** Two days on a calendar, by keyboard, touch or mouse. */
export function RangeCalendarMonths(props: Props) {
  const { label, value, onChange, min, max, today, startAt, months, isBlocked, onFocus } = props;
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
        onFocusChange={(day) => onFocus(toLocalDate(day.toString()))}
        visibleDuration={{ months }}
        pageBehavior="single"
        isDateUnavailable={(day, start) => isBlocked(dayOf(day), start ? toLocalDate(start.toString()) : null)}
        // The person has opened the calendar to choose, so the keyboard begins on a day.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      >
        <div className="relative flex flex-wrap items-start justify-center gap-8">
          <Button slot="previous" className={clsx(STEP, "left-0")}>
            <span aria-hidden="true">‹</span>
          </Button>
          {Array.from({ length: months }, (_, offset) => (
            <Month key={offset} offset={offset} today={today} />
          ))}
          <Button slot="next" className={clsx(STEP, "right-0")}>
            <span aria-hidden="true">›</span>
          </Button>
        </div>
      </RangeCalendar>
    </I18nProvider>
  );
}

/** React Aria says "Today" of the browser's day. */
const BROWSER_TODAY = /^Today, /;

function Month({ offset, today }: { offset: number; today: LocalDate }) {
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
                  aria-label={`${dayOf(date) === today ? "Today, " : ""}${name.replace(BROWSER_TODAY, "")}`}
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
                  "flex size-11 cursor-default touch-manipulation items-center justify-center rounded-lg tabular-nums",
                  isOutsideMonth && "invisible",
                  isDisabled && "text-ink-soft opacity-50",
                  isUnavailable && !isDisabled && !isEnd && "text-ink-soft line-through decoration-2",
                  isEnd ? "bg-accent font-semibold text-accent-ink" : isSelected && "bg-good-surface",
                  !isSelected && !isUnavailable && !isDisabled && "cursor-pointer hover:bg-sunken",
                );
              }}
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </div>
  );
}

const STEP =
  "absolute top-0 inline-flex size-11 touch-manipulation items-center justify-center rounded-lg text-2xl hover:bg-sunken disabled:opacity-40";

function dayOf(date: DateValue): LocalDate {
  const day: CalendarDate = toCalendarDate(date);
  return toLocalDate(day.toString());
}
