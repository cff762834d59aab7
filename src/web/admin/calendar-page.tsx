import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { spanBetween } from "#domain/booking/occupancy.ts";
import { addDays, type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import { addMonths, firstDay, isMonth, type Month, monthOf, weeksOf } from "#domain/calendar/month.ts";
import { blocksQuery, staysQuery } from "../api/blocks.ts";
import { conflictsQuery } from "../api/channels.ts";
import { siteQuery } from "../api/property.ts";
import { Button } from "../ui/button.tsx";
import { BlockDialog } from "./calendar/block-dialog.tsx";
import { DayPanel } from "./calendar/day-panel.tsx";
import { entriesOf, type Entry } from "./calendar/entries.ts";
import { EntryLines } from "./calendar/entry-lines.tsx";
import { Legend } from "./calendar/legend.tsx";
import { MonthBar, monthName } from "./calendar/month-bar.tsx";
import { type Chosen, MonthGrid } from "./calendar/month-grid.tsx";
import { LoadError } from "./frame/load-error.tsx";

/** The nights of the cottage: who has them, which are free, and which the owner keeps. */
export function CalendarPage() {
  const site = useQuery(siteQuery);
  if (site.data) return <Calendar today={toLocalDate(site.data.today)} />;
  return (
    <div className="space-y-5">
      <h1 className="font-serif text-3xl">Calendar</h1>
      {site.error ? (
        <LoadError what="the calendar" error={site.error} retry={() => void site.refetch()} />
      ) : (
        <p role="status">Loading calendar...</p>
      )}
    </div>
  );
}

type Editing = { block: Entry["block"]; startsOn: string; endsOn: string };

function Calendar({ today }: { today: LocalDate }) {
  const [address, setAddress] = useSearchParams();
  const asked = address.get("month");
  const month = isMonth(asked) ? asked : monthOf(today);
  const [chosen, setChosen] = useState<Chosen>(() => startIn(month, today));
  const [editing, setEditing] = useState<Editing | null>(null);
  const panel = useRef<HTMLElement>(null);
  const { stays, entries } = useEntries(month);
  const clashes = useQuery(conflictsQuery).data ?? [];

  const go = (to: Month, then: Chosen = startIn(to, today)) => {
    setAddress(to === monthOf(today) ? {} : { month: to }, { replace: true });
    setChosen(then);
  };
  const choose = (next: Chosen) => {
    const visible = weeksOf(month).flat();
    if (visible.includes(next.at)) setChosen(next);
    else go(monthOf(next.at), next);
  };
  const span = spanBetween(chosen.anchor, chosen.at);
  const edit = ({ block, checkIn, checkOut }: Pick<Entry, "block" | "checkIn" | "checkOut">) =>
    setEditing({ block, startsOn: checkIn, endsOn: checkOut });
  const inMonth = entries.filter(
    (entry) => entry.checkIn < firstDay(addMonths(month, 1)) && entry.checkOut > firstDay(month),
  );

  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-serif text-3xl">Calendar</h1>
        <Button onClick={() => edit({ ...span, block: null })}>Block nights</Button>
      </div>
      <MonthBar month={month} thisMonth={monthOf(today)} onGo={go} />
      {stays.isError && !stays.data ? (
        <LoadError what="the calendar" error={stays.error} retry={() => void stays.refetch()} />
      ) : (
        <div className="grid items-start gap-5 xl:grid-cols-[1fr_22rem]">
          <div className="min-w-0 space-y-3">
            <MonthGrid
              month={month}
              title={monthName(month)}
              today={today}
              entries={entries}
              clashes={clashes}
              chosen={chosen}
              span={span}
              onChoose={choose}
              onEnter={() => panel.current?.querySelector<HTMLElement>("a, button")?.focus()}
              // On a phone what the day holds stands below the month: without this a tap would seem to do nothing.
              onTap={() => panel.current?.scrollIntoView({ block: "nearest" })}
            />
            <Legend />
          </div>
          <div className="min-w-0 space-y-5">
            <DayPanel
              ref={panel}
              span={span}
              entries={entries}
              clashes={clashes}
              onBlock={() => edit({ ...span, block: null })}
              onEdit={edit}
            />
            <section aria-labelledby="month-list" className="rounded-xl border border-line bg-surface p-4">
              <h2 id="month-list" className="font-serif text-xl">
                {monthName(month)} as a list
              </h2>
              {inMonth.length === 0 ? (
                <p className="mt-2">{stays.isPending ? "Loading..." : "Every night of this month is free."}</p>
              ) : (
                <EntryLines entries={inMonth} onEdit={edit} />
              )}
            </section>
          </div>
        </div>
      )}
      {editing ? <BlockDialog block={editing.block} nights={editing} onClose={() => setEditing(null)} /> : null}
    </div>
  );
}

/** Today in this month, the first in another. */
function startIn(month: Month, today: LocalDate): Chosen {
  const day = monthOf(today) === month ? today : firstDay(month);
  return { anchor: day, at: day };
}

/** Stays and blocks of the weeks that the month shows. */
function useEntries(month: Month) {
  const days = weeksOf(month).flat();
  const from = days[0] ?? firstDay(month);
  const to = addDays(from, days.length - 1);
  const stays = useQuery({ ...staysQuery(from, to), placeholderData: keepPreviousData });
  const blocks = useQuery({ ...blocksQuery(from, to), placeholderData: keepPreviousData });
  return { stays, entries: entriesOf(stays.data?.stays ?? [], blocks.data ?? []) };
}
