import { addDays } from "#domain/calendar/local-date.ts";
import { moneyText } from "#domain/money/currency.ts";
import { EVERY_WEEKDAY, type NightTerms, type PriceDocument } from "#domain/pricing/price-document.ts";
import { Button } from "../../ui/button.tsx";
import { focusSoon } from "../content/list-editor.tsx";
import { usePriceEditor, withItem, withoutItem } from "./editor.ts";
import {
  DateInput,
  MonthDayInput,
  OptionalMoneyInput,
  OptionalNumberInput,
  TextInput,
  WeekdaysInput,
} from "./inputs.tsx";

const EMPTY: NightTerms = { priceCents: null, weekendPriceCents: null, minimumNights: null, changeoverDays: null };
const itemClass = "min-w-0 space-y-4 rounded-xl border border-line p-4";

export function SeasonList() {
  const { prices, change } = usePriceEditor();
  const { seasons } = prices;
  const add = () => {
    change({ seasons: [...seasons, { name: "", from: "07-01", to: "08-31", ...EMPTY }] });
    focusSoon(`seasons.${seasons.length}.name`);
  };
  return (
    <div className="space-y-4">
      {seasons.map((season, place) => {
        const path = `seasons.${place}`;
        const set = (part: Partial<typeof season>) => change({ seasons: withItem(seasons, place, part) });
        return (
          <fieldset key={place} className={itemClass}>
            <legend className="sr-only">{season.name || `Season ${place + 1}`}</legend>
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
            <TermsFields path={path} terms={season} prices={prices} set={set} />
            <Remove
              what={season.name || "this season"}
              onClick={() => change({ seasons: withoutItem(seasons, place) })}
            />
          </fieldset>
        );
      })}
      <Button look="secondary" onClick={add}>
        Add a season
      </Button>
    </div>
  );
}

export function SpecialDatesList() {
  const { prices, change, today } = usePriceEditor();
  const { specialDates } = prices;
  const first = addDays(today, 30);
  const add = () =>
    change({
      specialDates: [...specialDates, { name: "", firstNight: first, lastNight: addDays(first, 2), ...EMPTY }],
    });
  return (
    <div className="space-y-4">
      {specialDates.map((special, place) => {
        const path = `specialDates.${place}`;
        const set = (part: Partial<typeof special>) => change({ specialDates: withItem(specialDates, place, part) });
        return (
          <fieldset key={place} className={itemClass}>
            <legend className="sr-only">{special.name || `Special dates ${place + 1}`}</legend>
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
            <TermsFields path={path} terms={special} prices={prices} set={set} />
            <Remove
              what={special.name || "these dates"}
              onClick={() => change({ specialDates: withoutItem(specialDates, place) })}
            />
          </fieldset>
        );
      })}
      <Button look="secondary" onClick={add}>
        Add special dates
      </Button>
    </div>
  );
}

type TermsProps = { path: string; terms: NightTerms; prices: PriceDocument; set: (part: Partial<NightTerms>) => void };

/** The four fields of a level. An empty one says in grey what counts then. */
function TermsFields({ path, terms, prices, set }: TermsProps) {
  const usual = moneyText(prices.everyNight.priceCents, prices.currency);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <OptionalMoneyInput
          path={`${path}.priceCents`}
          label="Price of a night"
          placeholder={`Usual: ${usual}`}
          value={terms.priceCents}
          onChange={(priceCents) => set({ priceCents })}
        />
        <OptionalMoneyInput
          path={`${path}.weekendPriceCents`}
          label="Weekend night"
          placeholder={terms.priceCents === null ? "Usual" : "Same price"}
          value={terms.weekendPriceCents}
          onChange={(weekendPriceCents) => set({ weekendPriceCents })}
        />
        <OptionalNumberInput
          path={`${path}.minimumNights`}
          label="At least (nights)"
          placeholder={`Usual: ${prices.everyNight.minimumNights}`}
          value={terms.minimumNights}
          onChange={(minimumNights) => set({ minimumNights })}
        />
      </div>
      {terms.changeoverDays ? (
        <WeekdaysInput
          path={`${path}.changeoverDays`}
          legend="Guests arrive and leave on"
          value={terms.changeoverDays}
          onChange={(changeoverDays) => set({ changeoverDays })}
        />
      ) : (
        <button
          type="button"
          onClick={() => set({ changeoverDays: [...EVERY_WEEKDAY] })}
          className="block min-h-11 font-semibold underline"
        >
          Choose arrival and departure days
        </button>
      )}
    </>
  );
}

export function Remove({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className="min-h-11 font-semibold text-danger underline">
      Remove {what}
    </button>
  );
}
