import { useState } from "react";
import { addDays } from "#domain/calendar/local-date.ts";
import { counted } from "#domain/text/counted.ts";
import type { NightTerms } from "#domain/pricing/price-document.ts";
import { formatSpan } from "../../lib/format-span.ts";
import { Button } from "../../ui/button.tsx";
import { usePriceEditor, withItem, withoutItem } from "./editor.ts";
import { useFolding } from "./folding.ts";
import { monthDayText } from "./month-day-text.ts";
import { DateInput, MonthDayInput, TextInput } from "./inputs.tsx";
import { TermsCard } from "./terms-card.tsx";

const EMPTY: NightTerms = { priceCents: null, weekendPriceCents: null, minimumNights: null, changeoverDays: null };

export function SeasonList() {
  const { prices, change } = usePriceEditor();
  const { seasons } = prices;
  const folding = useFolding(
    "seasons",
    seasons.map(({ name }) => name),
  );
  const add = () => {
    change({ seasons: [...seasons, { name: "", from: "07-01", to: "08-31", ...EMPTY }] });
    folding.added();
  };
  return (
    <div className="space-y-3">
      {seasons.map((season, place) => {
        const path = `seasons.${place}`;
        const set = (part: Partial<typeof season>) => {
          folding.keepOpen(place);
          change({ seasons: withItem(seasons, place, part) });
        };
        return (
          <TermsCard
            key={place}
            path="seasons"
            place={place}
            folding={folding}
            name={season.name}
            unnamed={`Season ${place + 1}`}
            nights={`${monthDayText(season.from)} – ${monthDayText(season.to)}`}
            terms={season}
            set={set}
            remove={() => {
              change({ seasons: withoutItem(seasons, place) });
              folding.removed(new Set([place]));
            }}
          >
            <TextInput
              path={`${path}.name`}
              label="Name of the season"
              value={season.name}
              onChange={(name) => set({ name })}
            />
            <div className="grid gap-4 sm:grid-cols-2">
              <MonthDayInput
                path={`${path}.from`}
                label="First night"
                value={season.from}
                onChange={(from) => set({ from })}
              />
              <MonthDayInput path={`${path}.to`} label="Last night" value={season.to} onChange={(to) => set({ to })} />
            </div>
          </TermsCard>
        );
      })}
      <Button id="seasons-add" look="secondary" onClick={add}>
        Add a season
      </Button>
    </div>
  );
}

export function SpecialDatesList() {
  const { prices, change, today } = usePriceEditor();
  const { specialDates } = prices;
  const folding = useFolding(
    "specialDates",
    specialDates.map(({ name }) => name),
  );
  const [pastShown, setPastShown] = useState(false);
  const first = addDays(today, 30);
  const add = () => {
    change({
      specialDates: [...specialDates, { name: "", firstNight: first, lastNight: addDays(first, 2), ...EMPTY }],
    });
    folding.added();
  };
  const remove = (gone: ReadonlySet<number>) => {
    change({ specialDates: specialDates.filter((_special, place) => !gone.has(place)) });
    folding.removed(gone);
  };
  const past = new Set(
    specialDates.flatMap(({ lastNight }, place) => (lastNight < today && !folding.isOpen(place) ? [place] : [])),
  );
  return (
    <div className="space-y-3">
      {specialDates.map((special, place) => {
        const path = `specialDates.${place}`;
        const set = (part: Partial<typeof special>) => {
          folding.keepOpen(place);
          change({ specialDates: withItem(specialDates, place, part) });
        };
        if (past.has(place) && !pastShown) return null;
        return (
          <TermsCard
            key={place}
            path="specialDates"
            place={place}
            folding={folding}
            name={special.name}
            unnamed={`Special dates ${place + 1}`}
            nights={formatSpan(special.firstNight, special.lastNight)}
            terms={special}
            set={set}
            remove={() => remove(new Set([place]))}
          >
            <TextInput path={`${path}.name`} label="Occasion" value={special.name} onChange={(name) => set({ name })} />
            <div className="grid gap-4 sm:grid-cols-2">
              <DateInput
                path={`${path}.firstNight`}
                label="First night"
                required
                value={special.firstNight}
                onChange={(firstNight) => firstNight && set({ firstNight })}
              />
              <DateInput
                path={`${path}.lastNight`}
                label="Last night"
                required
                value={special.lastNight}
                onChange={(lastNight) => lastNight && set({ lastNight })}
              />
            </div>
          </TermsCard>
        );
      })}
      {past.size > 0 ? (
        <div className="flex flex-wrap items-center gap-x-6 text-ink-soft">
          <p>{counted(past.size, "special date")} in the past</p>
          <button
            type="button"
            aria-expanded={pastShown}
            onClick={() => setPastShown(!pastShown)}
            className="min-h-11 font-semibold text-ink underline"
          >
            {pastShown ? "Hide" : "Show"} past dates
          </button>
          <button type="button" onClick={() => remove(past)} className="min-h-11 font-semibold text-danger underline">
            Remove past dates
          </button>
        </div>
      ) : null}
      <Button id="specialDates-add" look="secondary" onClick={add}>
        Add special dates
      </Button>
    </div>
  );
}
