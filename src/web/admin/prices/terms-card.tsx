import type { ReactNode } from "react";
import { moneyText } from "#domain/money/currency.ts";
import { counted } from "#domain/text/counted.ts";
import { EVERY_WEEKDAY, type NightTerms } from "#domain/pricing/price-document.ts";
import { weekdaysText } from "#domain/pricing/refusal-text.ts";
import { Button } from "../../ui/button.tsx";
import { usePriceEditor } from "./editor.ts";
import type { Folding } from "./folding.ts";
import { moreThan, OptionalMoneyInput, OptionalNumberInput, WeekdaysInput } from "./inputs.tsx";

type Props = {
  path: string;
  place: number;
  folding: Folding;
  /** `name` is the item's name, and `unnamed` is the text shown while the item has no name. */
  name: string;
  unnamed: string;
  /** The nights in words: "Dec 18 – Jan 6". */
  nights: string;
  terms: NightTerms;
  set: (part: Partial<NightTerms>) => void;
  remove: () => void;
  /** The fields other than the terms: the name and the nights. */
  children: ReactNode;
};

/** A season or special dates. Shows the fields while the host edits them; otherwise, shows one line. */
export function TermsCard({ path, place, folding, name, unnamed, nights, terms, set, remove, children }: Props) {
  const { currency } = usePriceEditor().prices;
  const id = `${path}.${place}`;
  const called = name || unnamed;
  if (!folding.isOpen(place)) {
    return (
      <div className="flex items-center justify-between gap-4 rounded-xl border border-line px-4 py-2">
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{called}</p>
          <p className="text-sm text-ink-soft">
            {nights}: {termsText(terms, currency)}
          </p>
        </div>
        <button
          id={`${id}-edit`}
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
    <fieldset id={id} className="min-w-0 space-y-4 rounded-xl border border-line p-4">
      <legend className="sr-only">{called}</legend>
      {children}
      <TermsFields path={id} terms={terms} set={set} />
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

type FieldsProps = { path: string; terms: NightTerms; set: (part: Partial<NightTerms>) => void };

/** The four terms. The placeholder of an empty field says what applies instead. */
function TermsFields({ path, terms, set }: FieldsProps) {
  const { everyNight, currency } = usePriceEditor().prices;
  const price = terms.priceCents ?? everyNight.priceCents;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <OptionalMoneyInput
          path={`${path}.priceCents`}
          label="Price per night"
          placeholder={`Usual: ${moneyText(everyNight.priceCents, currency)}`}
          value={terms.priceCents}
          onChange={(priceCents) => set({ priceCents })}
        />
        <OptionalMoneyInput
          path={`${path}.weekendPriceCents`}
          label="Weekend night"
          placeholder={terms.priceCents === null ? "Usual" : "Same price"}
          moreThan={price}
          value={terms.weekendPriceCents}
          onChange={(weekendPriceCents) => set({ weekendPriceCents })}
        />
        <OptionalNumberInput
          path={`${path}.minimumNights`}
          label="Minimum stay (nights)"
          placeholder={`Usual: ${everyNight.minimumNights}`}
          value={terms.minimumNights}
          onChange={(minimumNights) => set({ minimumNights })}
        />
      </div>
      {terms.weekendPriceCents === null ? null : (
        <p className="text-sm text-ink-soft">Weekend nights: {moreThan(terms.weekendPriceCents, price, currency)}.</p>
      )}
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
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 justify-self-start text-left font-semibold text-danger underline"
    >
      Remove {what}
    </button>
  );
}
