import { clsx } from "clsx";
import { useState } from "react";
import { daysBetween, type LocalDate } from "#domain/calendar/local-date.ts";
import { addMonths, daysOf, firstDay, type Month, monthOf, weekday } from "#domain/calendar/month.ts";
import { moneyText } from "#domain/money/currency.ts";
import { counted } from "#domain/text/counted.ts";
import { type Night, nightOf } from "#domain/pricing/night.ts";
import type { PriceDocument } from "#domain/pricing/price-document.ts";
import { WEEKDAY_NAMES, weekdaysText } from "#domain/pricing/refusal-text.ts";
import { formatDay, formatMonth } from "../../lib/format-date.ts";
import { DateField } from "../../ui/date-field.tsx";
import { Section } from "../settings/section.tsx";
import { usePriceEditor } from "./editor.ts";

/**
 * Assigned in turn, so that adjacent seasons usually have different colours. Names and prices are also shown as text.
 */
const SEASON_LOOKS = [
  "bg-[color-mix(in_srgb,var(--color-chart-2)_40%,var(--color-surface))]",
  "bg-[color-mix(in_srgb,var(--color-chart-4)_25%,var(--color-surface))]",
  "bg-[color-mix(in_srgb,var(--color-chart-5)_30%,var(--color-surface))]",
  "bg-[color-mix(in_srgb,var(--color-chart-3)_30%,var(--color-surface))]",
];
const SPECIAL_LOOK = "bg-accent text-accent-ink";

function lookOf(night: Night, prices: PriceDocument): string {
  const { priceFrom } = night;
  if (!priceFrom) return "bg-sunken";
  if (priceFrom.level === "special") return SPECIAL_LOOK;
  return seasonLook(priceFrom.name, prices);
}

/** Two seasons with the same name, such as two parts of a high season, have the same colour. */
function seasonLook(name: string, { seasons }: PriceDocument): string {
  const names = [...new Set(seasons.map((season) => season.name))];
  return SEASON_LOOKS[names.indexOf(name) % SEASON_LOOKS.length] ?? "bg-sunken";
}

export function YearView() {
  const { prices, today, taken } = usePriceEditor();
  const [day, setDay] = useState<LocalDate>(today);
  const months = Array.from({ length: 12 }, (_unused, count) => addMonths(monthOf(today), count));
  return (
    <Section
      title="The year"
      about="The colors show which price applies. Tap a night or choose a date to see its price."
    >
      <div className="flex flex-wrap items-end gap-4">
        <DateField label="Look up a night" id="year-day" value={day} onChange={(date) => date && setDay(date)} />
        <p role="status" aria-label="The night" className="min-h-11 flex-1 basis-64 py-2 font-semibold">
          {nightText(nightOf(prices, day), prices, taken.has(day))}
        </p>
      </div>
      <Legend prices={prices} />
      <div className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(100%,11.5rem),1fr))] gap-5">
        {months.map((month) => (
          <SmallMonth key={month} month={month} chosen={day} choose={setDay} />
        ))}
      </div>
    </Section>
  );
}

type MonthProps = { month: Month; chosen: LocalDate; choose: (day: LocalDate) => void };

function SmallMonth({ month, chosen, choose }: MonthProps) {
  const { prices, today, taken } = usePriceEditor();
  const name = formatMonth(month);
  const days = daysFrom(month, today);
  return (
    <div role="group" aria-label={name}>
      <p className="mb-1 text-sm font-semibold" aria-hidden="true">
        {name}
      </p>
      <div className="grid grid-cols-7 gap-0.5 text-xs">
        {WEEKDAY_NAMES.map((weekdayName) => (
          <span key={weekdayName} aria-hidden="true" className="text-center text-ink-soft">
            {weekdayName.slice(0, 1)}
          </span>
        ))}
        {Array.from({ length: weekday(days[0] ?? firstDay(month)) }, (_unused, place) => (
          <span key={place} />
        ))}
        {days.map((date) => {
          const night = nightOf(prices, date);
          return (
            <button
              key={date}
              type="button"
              // Keyboard users have the date field above instead of 365 tab stops.
              tabIndex={-1}
              aria-label={nightText(night, prices, taken.has(date))}
              aria-pressed={date === chosen}
              onClick={() => choose(date)}
              className={clsx(
                "min-h-6 rounded tabular-nums",
                lookOf(night, prices),
                daysBetween(today, date) < 0 && "invisible",
                taken.has(date) && "line-through",
                night.priceCents !== prices.everyNight.priceCents && "font-bold",
                date === chosen && "outline-2 outline-clay",
              )}
            >
              {Number(date.slice(8))}
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** Without the weeks that are in the past. */
function daysFrom(month: Month, today: LocalDate): LocalDate[] {
  return daysOf(month).filter((date) => daysBetween(today, date) >= -weekday(today));
}

function Legend({ prices }: { prices: PriceDocument }) {
  const items = [
    { name: "Every night", look: "bg-sunken" },
    ...[...new Set(prices.seasons.map(({ name }) => name))].map((name) => ({
      name: name || "Season without a name",
      look: seasonLook(name, prices),
    })),
    ...(prices.specialDates.length > 0 ? [{ name: "Special dates", look: SPECIAL_LOOK }] : []),
  ];
  return (
    <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {items.map(({ name, look }, place) => (
        <li key={place} className="flex items-center gap-2">
          <span aria-hidden="true" className={clsx("size-4 rounded border border-line-strong", look)} />
          {name}
        </li>
      ))}
      <li>
        <span aria-hidden="true" className="mr-2 line-through">
          12
        </span>
        Booked or blocked
      </li>
      <li>
        <strong aria-hidden="true" className="mr-2">
          12
        </strong>
        Differs from the usual price
      </li>
    </ul>
  );
}

/** "Fri, Dec 18, 2026: $240 (Christmas), at least 5 nights (Christmas)". */
function nightText(night: Night, { currency }: PriceDocument, isTaken: boolean): string {
  const from = (origin: Night["priceFrom"]) => (origin ? ` (${origin.name})` : "");
  const parts = [
    `${moneyText(night.priceCents, currency)}${from(night.priceFrom)}`,
    ...(night.minimumNights > 1 ? [`at least ${counted(night.minimumNights, "night")}${from(night.minimumFrom)}`] : []),
    ...(night.changeoverDays.length < 7 ? [`arrival and departure on ${weekdaysText(night.changeoverDays)}`] : []),
    ...(isTaken ? ["booked or blocked"] : []),
  ];
  return `${formatDay(night.date, "short")}: ${parts.join(", ")}`;
}
