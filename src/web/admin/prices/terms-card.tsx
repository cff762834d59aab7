import type { ReactNode } from "react";
import { moneyText } from "#domain/money/currency.ts";
import { counted } from "#domain/text/counted.ts";
import { EVERY_WEEKDAY, type NightTerms } from "#domain/pricing/price-document.ts";
import { weekdaysText } from "#domain/pricing/refusal-text.ts";
import { Button } from "../../ui/button.tsx";
import { type Binding, fieldsOf } from "../frame/binding.ts";
import { usePriceEditor } from "./editor.ts";
import type { Folding } from "./folding.ts";
import { moreThan, OptionalMoneyInput, OptionalNumberInput, WeekdaysInput } from "./inputs.tsx";

type Props = {
  terms: Binding<NightTerms>;
  place: number;
  folding: Folding;
  /** `unnamed` is shown while there is no name. */
  name: string;
  unnamed: string;
  /** The nights in words: "Dec 18 – Jan 6". */
  nights: string;
  remove: () => void;
  children: ReactNode;
};

/** A season or special dates. */
export function TermsCard({ terms, place, folding, name, unnamed, nights, remove, children }: Props) {
  const { currency } = usePriceEditor().prices;
  const called = name || unnamed;
  if (!folding.isOpen(place)) {
    return (
      <div className="flex items-center justify-between gap-4 rounded-xl border border-line px-4 py-2">
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{called}</p>
          <p className="text-sm text-ink-soft">
            {nights}: {termsText(terms.value, currency)}
          </p>
        </div>
        <button
          id={`${terms.path}-edit`}
          type="button"
          aria-label={`Edit ${called}`}
          onClick={() => folding.open(place)}
          className="min-h-11 shrink-0 font-semibold underline"
        >
          Edit
        </button>
      </div>
    );
  }
  return (
    <fieldset id={terms.path} className="min-w-0 space-y-4 rounded-xl border border-line p-4">
      <legend className="sr-only">{called}</legend>
      {children}
      <TermsFields {...terms} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Button look="secondary" aria-label={`Done with ${called}`} onClick={() => folding.close(place)}>
          Done
        </Button>
        <Remove what={called} onClick={remove} />
      </div>
    </fieldset>
  );
}

/** "$240 a night, at least 5 nights". */
function termsText(terms: NightTerms, currency: string): string {
  const { priceCents, weekendPriceCents, minimumNights, changeoverDays } = terms;
  const days = changeoverDays && (changeoverDays.length < 7 ? weekdaysText(changeoverDays) : "any day");
  const parts = [
    ...(priceCents === null ? [] : [`${moneyText(priceCents, currency)} a night`]),
    ...(weekendPriceCents === null ? [] : [`${moneyText(weekendPriceCents, currency)} on weekends`]),
    ...(minimumNights === null ? [] : [`at least ${counted(minimumNights, "night")}`]),
    ...(days === null ? [] : [`arrival and departure on ${days}`]),
  ];
  return parts.length > 0 ? parts.join(", ") : "usual price and rules";
}

/** The placeholder of an empty field shows the usual value, which a season may replace. */
function TermsFields(binding: Binding<NightTerms>) {
  const terms = binding.value;
  const at = fieldsOf(binding);
  const { everyNight, currency } = usePriceEditor().prices;
  const price = terms.priceCents ?? everyNight.priceCents;
  const changeoverDays = at("changeoverDays");
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <OptionalMoneyInput
          {...at("priceCents")}
          label="Price per night"
          placeholder={`Usual: ${moneyText(everyNight.priceCents, currency)}`}
        />
        <OptionalMoneyInput
          {...at("weekendPriceCents")}
          label="Weekend night"
          placeholder={terms.priceCents === null ? "Usual" : "Same price"}
          moreThan={price}
        />
        <OptionalNumberInput
          {...at("minimumNights")}
          label="Minimum stay (nights)"
          placeholder={`Usual: ${everyNight.minimumNights}`}
        />
      </div>
      {terms.weekendPriceCents === null ? null : (
        <p className="text-sm text-ink-soft">Weekend nights: {moreThan(terms.weekendPriceCents, price, currency)}.</p>
      )}
      {terms.changeoverDays ? (
        <WeekdaysInput {...changeoverDays} value={terms.changeoverDays} legend="Guests arrive and leave on" />
      ) : (
        <button
          type="button"
          onClick={() => changeoverDays.onChange([...EVERY_WEEKDAY])}
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
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 justify-self-start text-left font-semibold text-danger underline"
    >
      Remove {what}
    </button>
  );
}
