import { addMonths, type Month } from "#domain/calendar/month.ts";
import { Button } from "../../ui/button.tsx";
import { inputClass } from "../../ui/field.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";

const NAMES = Array.from({ length: 12 }, (_, index) =>
  new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" }).format(new Date(Date.UTC(2026, index, 1))),
);

type Props = { month: Month; thisMonth: Month; onGo: (month: Month) => void };

export function MonthBar({ month, thisMonth, onGo }: Props) {
  const [year = "", number = ""] = month.split("-");
  const thisYear = Number(thisMonth.slice(0, 4));
  const years = [...new Set([...Array.from({ length: 8 }, (_, index) => thisYear - 5 + index), Number(year)])].sort(
    (a, b) => a - b,
  );
  const go = (toYear: string, toMonth: string) => onGo(`${Number(toYear)}-${toMonth}` as Month); // from the two lists below
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Step label="Previous month" sign="‹" onClick={() => onGo(addMonths(month, -1))} />
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
      <Step label="Next month" sign="›" onClick={() => onGo(addMonths(month, 1))} />
      <Button look="quiet" className="px-3!" onClick={() => onGo(thisMonth)}>
        Today
      </Button>
    </div>
  );
}

function Step({ label, sign, onClick }: { label: string; sign: string; onClick: () => void }) {
  return (
    <Tooltip text={label}>
      <Button look="secondary" className="px-3! min-w-11" aria-label={label} onClick={onClick}>
        <span aria-hidden="true">{sign}</span>
      </Button>
    </Tooltip>
  );
}
