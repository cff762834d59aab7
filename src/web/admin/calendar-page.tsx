import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useSearchParams } from "wouter";
import type { Block } from "#contract/blocks.ts";
import { nightOf, spanBetween } from "#domain/booking/occupancy.ts";
import { nightsOf, type Stay } from "#domain/booking/stay.ts";
import { addDays, type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import { addMonths, firstDay, isMonth, type Month, monthOf, weeksOf } from "#domain/calendar/month.ts";
import { moneyText } from "#domain/money/currency.ts";
import { nightOf as nightPrice } from "#domain/pricing/night.ts";
import { blocksQuery, staysQuery, dayNotesQuery } from "../api/calendar.ts";
import { conflictsQuery } from "../api/channels.ts";
import { pricesQuery } from "../api/prices.ts";
import { siteQuery } from "../api/property.ts";
import { formatMonth } from "../lib/format-date.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { BlockForm } from "./calendar/block-form.tsx";
import { DayPanel } from "./calendar/day-panel.tsx";
import { type DayFacts, entriesOf, type Entry } from "./calendar/entries.ts";
import { EntryLines } from "./calendar/entry-lines.tsx";
import { Legend } from "./calendar/legend.tsx";
import { MonthBar } from "./calendar/month-bar.tsx";
import { type Chosen, MonthGrid } from "./calendar/month-grid.tsx";
import { MoveDialog } from "./calendar/move-dialog.tsx";
import { type NightsAct, NightsDialog } from "./calendar/nights-dialog.tsx";
import { LoadError } from "./frame/load-error.tsx";
import { Loaded } from "./frame/loaded.tsx";

export function CalendarPage() {
  const site = useQuery(siteQuery);
  if (site.data) return <Calendar loadedOn={toLocalDate(site.data.today)} />;
  return (
    <div className="space-y-5">
      <h1 className="font-serif text-3xl">Calendar</h1>
      <Loaded query={site} what="the calendar" loading="Loading calendar...">
        {() => null}
      </Loaded>
    </div>
  );
}

type Doing =
  | { act: "nights"; span: Stay; first: NightsAct }
  | { act: "edit"; block: Block }
  | { act: "move"; id: string; to: Stay };

function Calendar({ loadedOn }: { loadedOn: LocalDate }) {
  const [today, setToday] = useState(loadedOn);
  const [address, setAddress] = useSearchParams();
  const param = address.get("month");
  // The weeks of the month and its neighbours must be within the years that the server accepts.
  const month = isMonth(param) && "2001" < param && param < "2199" ? param : monthOf(today);
  const [chosenByHost, setChosen] = useState<Chosen | null>(null);
  const chosen = chosenByHost ?? startIn(month, today);
  const [doing, setDoing] = useState<Doing | null>(null);
  const [extending, setExtending] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const { stays, failed, isLoading, entries, factsOf } = useMonth(month, today);
  // If the portal has been open since yesterday, it gets today's date along with the stays.
  const now = stays.data ? toLocalDate(stays.data.today) : today;
  if (now !== today) setToday(now);
  const conflicts = useQuery(conflictsQuery).data ?? [];

  const go = (to: Month, then: Chosen | null = null) => {
    setAddress(to === monthOf(today) ? {} : { month: to }, { replace: true });
    setChosen(then);
  };
  const choose = (next: Chosen) => {
    if (next.anchor === next.at) setExtending(false);
    const visible = weeksOf(month).flat();
    if (visible.includes(next.at)) setChosen(next);
    else go(monthOf(next.at), next);
  };
  const span = spanBetween(chosen.anchor, chosen.at);
  const actOnNights = (first: NightsAct = "price") => {
    setExtending(false);
    setDoing({ act: "nights", span, first });
  };
  const opened = doing?.act === "edit" ? doing.block : null;
  // If another host frees or moves the block that is being edited, its dialog keeps what was typed.
  const edited = opened && (entries.find(({ block }) => block?.id === opened.id)?.block ?? opened);
  const close = () => setDoing(null);
  const edit = ({ block }: Entry) => {
    if (block) setDoing({ act: "edit", block });
  };
  const move = ({ id, checkIn, checkOut }: Entry, days = 0) =>
    setDoing({ act: "move", id, to: { checkIn: addDays(checkIn, days), checkOut: addDays(checkOut, days) } });
  const isFree = nightsOf(span).every((night) => nightOf(night, entries).length === 0);
  const enter = (by: "key" | "pointer") => {
    // If only one night is chosen and it is taken, the panel offers the actions for its stay.
    const several = span.checkOut > addDays(span.checkIn, 1);
    if (by === "pointer" || several || isFree) actOnNights();
    else panel.current?.querySelector<HTMLElement>("a, button")?.focus();
  };
  const inMonth = entries.filter(
    (entry) => entry.checkIn < firstDay(addMonths(month, 1)) && entry.checkOut > firstDay(month),
  );

  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-serif text-3xl">Calendar</h1>
        <Button look="secondary" onClick={() => actOnNights("block")}>
          Block nights
        </Button>
      </div>
      <MonthBar month={month} thisMonth={monthOf(today)} onGo={go} />
      {failed?.error ? (
        <LoadError what="the calendar" error={failed.error} retry={() => void failed.refetch()} />
      ) : (
        // The two parts are side by side if both fit, whatever the text size.
        <div className="flex flex-wrap items-start gap-5">
          <div className="min-w-0 flex-[999_1_36rem] space-y-3">
            <MonthGrid
              month={month}
              title={formatMonth(month)}
              today={today}
              entries={entries}
              conflicts={conflicts}
              chosen={chosen}
              span={span}
              onChoose={choose}
              factsOf={factsOf}
              extending={extending}
              onEnter={enter}
              onMove={move}
              // On a phone, the panel is below the month, so a tap would seem to do nothing if we did not scroll.
              onTap={() => panel.current?.scrollIntoView({ block: "nearest" })}
            />
            <Legend />
          </div>
          <div className="min-w-0 flex-[1_1_22rem] space-y-5">
            <DayPanel
              ref={panel}
              span={span}
              entries={entries}
              conflicts={conflicts}
              facts={factsOf(span.checkIn)}
              extending={extending}
              onExtend={setExtending}
              onAct={() => actOnNights()}
              onEdit={edit}
              onMove={(entry) => move(entry)}
            />
            <section aria-labelledby="month-list" className="rounded-xl border border-line bg-surface p-4">
              <h2 id="month-list" className="font-serif text-xl">
                {formatMonth(month)} as a list
              </h2>
              {inMonth.length === 0 ? (
                <p className="mt-2">{isLoading ? "Loading..." : "No stays or blocks in this month."}</p>
              ) : (
                <EntryLines entries={inMonth} onEdit={edit} />
              )}
            </section>
          </div>
        </div>
      )}
      {doing?.act === "nights" ? <NightsDialog span={doing.span} first={doing.first} onClose={close} /> : null}
      {doing?.act === "move" ? <MoveDialog bookingId={doing.id} to={doing.to} onClose={close} /> : null}
      {edited ? (
        <Dialog title="Edit block" onClose={close}>
          <BlockForm block={edited} nights={edited} onClose={close} />
        </Dialog>
      ) : null}
    </div>
  );
}

function startIn(month: Month, today: LocalDate): Chosen {
  const day = monthOf(today) === month ? today : firstDay(month);
  return { anchor: day, at: day };
}

function useMonth(month: Month, today: LocalDate) {
  const days = weeksOf(month).flat();
  const from = days[0] ?? firstDay(month);
  const to = addDays(from, days.length - 1);
  const stays = useQuery({ ...staysQuery(from, to), placeholderData: keepPreviousData });
  const blocks = useQuery({ ...blocksQuery(from, to), placeholderData: keepPreviousData });
  const notes = useQuery({ ...dayNotesQuery(from, to), placeholderData: keepPreviousData });
  const both = [stays, blocks];
  const isLoading = both.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData);
  const prices = useQuery(pricesQuery).data?.prices;
  const preparation = new Set(stays.data?.preparation);
  const noteOf = new Map(notes.data?.map(({ day, text }) => [day, text]));
  const factsOf = (date: LocalDate): DayFacts => {
    const night = prices && date >= today ? nightPrice(prices, date) : null;
    return {
      price: night && prices ? moneyText(night.priceCents, prices.currency) : null,
      minimumNights: night?.minimumNights ?? 1,
      preparation: preparation.has(date),
      loading: isLoading,
      note: noteOf.get(date) ?? "",
    };
  };
  return {
    stays,
    failed: both.find(({ isError, data }) => isError && !data),
    isLoading,
    entries: entriesOf(stays.data ?? { stays: [], requested: [] }, blocks.data ?? []),
    factsOf,
  };
}
