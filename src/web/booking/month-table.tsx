import { memo } from "react";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { weekdayNames } from "../lib/format-date.ts";
import { say } from "../lib/say.ts";
import type { CalendarCell } from "./calendar-days.ts";

type Props = {
  title: string;
  weeks: (CalendarCell | null)[][];
  /** If false, pressing a day submits the form. False until hydration; always false on the landing page. */
  scripted: boolean;
  /** The only day that the Tab key reaches; null if it reaches every day. */
  tabStop: LocalDate | null;
  dayName: string;
  dayPrefix: string;
  /** Whether each day leads to another page. A day that cannot be chosen is then disabled. */
  leadsOn?: boolean;
};

export function MonthTable({ title, weeks, scripted, tabStop, dayName, dayPrefix, leadsOn = false }: Props) {
  return (
    <table {...(scripted ? { role: "grid" } : {})} className="stay-month">
      <caption>{title}</caption>
      <thead>
        <tr>
          {weekdayNames(say.frame.firstWeekday).map(({ short, long }) => (
            <th key={long} scope="col" abbr={long}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.find((day) => day)?.date}>
            {week.map((day, place) =>
              day ? (
                <Day
                  key={day.date}
                  {...day}
                  submits={!scripted}
                  leadsOn={leadsOn}
                  reached={!scripted || day.date === tabStop}
                  name={dayName}
                  value={`${dayPrefix}${day.date}`}
                />
              ) : (
                // Days in adjacent months are distinguished only by their position.
                // oxlint-disable-next-line react/no-array-index-key, jsx-a11y/control-has-associated-label
                <td key={place} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type DayProps = CalendarCell & { submits: boolean; leadsOn: boolean; reached: boolean; name: string; value: string };

/** Memoized, because a tap changes only a few of about sixty days. */
const Day = memo(function Day({ date, label, note, state, place, submits, leadsOn, reached, name, value }: DayProps) {
  return (
    <td {...(submits ? {} : { "aria-selected": place !== null })}>
      <button
        type={submits ? "submit" : "button"}
        // Other fields may still be empty while days are chosen.
        formNoValidate
        name={name}
        value={value}
        disabled={state === "out" || (leadsOn && state !== "open")}
        aria-disabled={(!leadsOn && (state === "taken" || state === "closed")) || undefined}
        aria-label={label}
        tabIndex={reached ? undefined : -1}
        data-day={date}
        data-state={state}
        data-place={place ?? undefined}
        // The style sheet shows the note; the accessible name contains the exact price or why the day is refused.
        data-note={note ?? undefined}
        data-replay={leadsOn ? undefined : ""}
        className="stay-day"
      >
        {String(Number(date.slice(8)))}
      </button>
    </td>
  );
});
