import { useState } from "react";
import { addDays } from "#domain/calendar/local-date.ts";
import { counted } from "#domain/text/counted.ts";
import type { NightTerms } from "#domain/pricing/price-document.ts";
import { formatSpan } from "../../lib/format-span.ts";
import { Button } from "../../ui/button.tsx";
import { fieldsOf } from "../frame/binding.ts";
import { usePriceEditor } from "./editor.ts";
import { useFolding } from "./folding.ts";
import { monthDayText } from "./month-day-text.ts";
import { DateInput, MonthDayInput, TextInput } from "./inputs.tsx";
import { TermsCard } from "./terms-card.tsx";

const EMPTY: NightTerms = { priceCents: null, weekendPriceCents: null, minimumNights: null, changeoverDays: null };
export const NEW_SEASON = { name: "", from: "07-01", to: "08-31", ...EMPTY } as const;

export function SeasonList() {
  const seasons = usePriceEditor().field("seasons");
  const folding = useFolding(seasons);
  const add = () => {
    seasons.onChange([...seasons.value, NEW_SEASON]);
    folding.added();
  };
  return (
    <div className="space-y-3">
      {folding.items.map((item, place) => {
        const season = item.value;
        const at = fieldsOf(item);
        return (
          <TermsCard
            key={place}
            terms={{ ...item, onChange: (terms) => item.onChange({ ...season, ...terms }) }}
            place={place}
            folding={folding}
            name={season.name}
            unnamed={`Season ${place + 1}`}
            nights={`${monthDayText(season.from)} – ${monthDayText(season.to)}`}
            remove={() => {
              seasons.onChange(seasons.value.toSpliced(place, 1));
              folding.removed(new Set([place]));
            }}
          >
            <TextInput {...at("name")} label="Name of the season" />
            <div className="grid gap-4 sm:grid-cols-2">
              <MonthDayInput {...at("from")} label="First night" />
              <MonthDayInput {...at("to")} label="Last night" />
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
  const { field, today } = usePriceEditor();
  const specialDates = field("specialDates");
  const folding = useFolding(specialDates);
  const [pastShown, setPastShown] = useState(false);
  const first = addDays(today, 30);
  const add = () => {
    const added = { name: "", firstNight: first, lastNight: addDays(first, 2), ...EMPTY };
    specialDates.onChange([...specialDates.value, added]);
    folding.added();
  };
  const remove = (gone: ReadonlySet<number>) => {
    specialDates.onChange(specialDates.value.filter((_special, place) => !gone.has(place)));
    folding.removed(gone);
  };
  const past = new Set(
    specialDates.value.flatMap(({ lastNight }, place) => (lastNight < today && !folding.isOpen(place) ? [place] : [])),
  );
  return (
    <div className="space-y-3">
      {folding.items.map((item, place) => {
        const special = item.value;
        const at = fieldsOf(item);
        if (past.has(place) && !pastShown) return null;
        return (
          <TermsCard
            key={place}
            terms={{ ...item, onChange: (terms) => item.onChange({ ...special, ...terms }) }}
            place={place}
            folding={folding}
            name={special.name}
            unnamed={`Special dates ${place + 1}`}
            nights={formatSpan(special.firstNight, special.lastNight)}
            remove={() => remove(new Set([place]))}
          >
            <TextInput {...at("name")} label="Occasion" />
            <div className="grid gap-4 sm:grid-cols-2">
              <DateInput {...at("firstNight")} label="First night" />
              <DateInput {...at("lastNight")} label="Last night" />
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
