import { addMonths, type Month } from "#domain/calendar/month.ts";
import { Button } from "../../ui/button.tsx";
import { inputClass } from "../../ui/field.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";

const NAMES = Array.from({ length: 12 }, (_, index) =>
  new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" }).format(new Date(Date.UTC(2026, index, 1))),
);

/** `2026-12` -> `December 2026`. */
export function monthName(month: Month): string {
  const [year = "", number = ""] = month.split("-");
  return `${NAMES[Number(number) - 1] ?? ""} ${year}`;
}

type Props = { month: Month; thisMonth: Month; onGo: (month: Month) => void };

/** Goes to the previous month, the next month or any other month, and back to today. */
export function MonthBar({ month, thisMonth, onGo }: Props) {
  const [year = "", number = ""] = month.split("-");
  const thisYear = Number(thisMonth.slice(0, 4));
  // The years from five years ago to two years ahead.
  const years = [...new Set([...Array.from({ length: 8 }, (_, index) => thisYear - 5 + index), Number(year)])].sort(
    (a, b) => a - b,
  );
  const go = (toYear: string, toMonth: string) => onGo(`${Number(toYear)}-${toMonth}` as Month); // from the two lists below
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Tooltip text="Previous month">
        <Button
          look="secondary"
          className="px-3! min-w-11"
          aria-label="Previous month"
          onClick={() => onGo(addMonths(month, -1))}
        >
          <span aria-hidden="true">‹</span>
        </Button>
      </Tooltip>
      <select
        aria-label="Month"
        className={`${inputClass} w-auto!`}
        value={number}
        onChange={(event) => go(year, event.target.value)}
      >
        {NAMES.map((name, index) => (
          <option key={name} value={String(index + 1).padStart(2, "0")}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Year"
        className={`${inputClass} w-auto!`}
        value={Number(year)}
        onChange={(event) => go(event.target.value, number)}
      >
        {years.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <Tooltip text="Next month">
        <Button
          look="secondary"
          className="px-3! min-w-11"
          aria-label="Next month"
          onClick={() => onGo(addMonths(month, 1))}
        >
          <span aria-hidden="true">›</span>
        </Button>
      </Tooltip>
      <Button look="quiet" className="px-3!" onClick={() => onGo(thisMonth)}>
        Today
      </Button>
    </div>
  );
}
