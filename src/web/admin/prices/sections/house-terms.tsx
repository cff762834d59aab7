import { useState } from "react";
import { currencies } from "#domain/money/currency.ts";
import { type CancellationStep, MOST } from "#domain/pricing/price-document.ts";
import { Button } from "../../../ui/button.tsx";
import { Section } from "../../settings/section.tsx";
import { type Binding, fieldsOf, itemsOf } from "../../frame/binding.ts";
import { usePriceEditor } from "../editor.ts";
import { NumberInput, PercentInput, Select } from "../inputs.tsx";
import { Remove } from "../terms-card.tsx";

export function HouseTermsCard() {
  const { prices, change, field } = usePriceEditor();
  const { guests } = prices;
  const setSleeps = (sleeps: number) => {
    // If extra guests pay nothing, `included` has no field, so it must stay valid.
    const included = guests.extraCents > 0 ? guests.included : Math.min(Math.max(sleeps, 1), MOST.sleeps);
    change({ guests: { ...guests, sleeps, included } });
  };
  return (
    <Section title="Terms for every stay" about="We've filled in common values. Change any that are different for you.">
      <div className="space-y-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberInput path="guests.sleeps" label="Maximum guests" value={guests.sleeps} onChange={setSleeps} />
          <Select {...field("currency")} label="Currency" options={currencies().map((code) => [code, code] as const)} />
          <NumberInput {...field("longestStay")} label="Longest stay (nights)" />
          <NumberInput {...field("windowDays")} label="How far ahead guests can book (days)" />
        </div>
        <CancellationSteps />
      </div>
    </Section>
  );
}

function CancellationSteps() {
  const steps = usePriceEditor().field("cancellation");
  return (
    <div className="space-y-3">
      <h3 className="font-semibold">Cancellation</h3>
      <p className="text-sm text-ink-soft">
        Cancelling is free until the first step begins. After that, the step that began most recently applies. “Try a
        stay” shows the dates.
      </p>
      {itemsOf(steps).map((item, place) => (
        <StepFields
          key={place}
          place={place}
          item={item}
          remove={steps.value.length > 1 ? () => steps.onChange(steps.value.toSpliced(place, 1)) : null}
        />
      ))}
      {steps.value.length < MOST.cancellationSteps ? (
        <Button
          look="secondary"
          onClick={() =>
            steps.onChange([
              ...steps.value,
              { fromHoursBefore: Math.floor((steps.value.at(-1)?.fromHoursBefore ?? 48) / 2), percent: 10_000 },
            ])
          }
        >
          Add a step
        </Button>
      ) : null}
    </div>
  );
}

type StepProps = {
  place: number;
  item: Binding<CancellationStep>;
  /** Null if this is the only step, because every policy has at least one step. */
  remove: (() => void) | null;
};

const DAY_HOURS = 24;

function StepFields({ place, item, remove }: StepProps) {
  const { path, value: step, onChange } = item;
  const { fromHoursBefore } = step;
  const [unit, setUnit] = useState<"days" | "hours">(fromHoursBefore > 72 ? "days" : "hours");
  const inDays = unit === "days" && fromHoursBefore % DAY_HOURS === 0;
  return (
    <fieldset className="grid min-w-0 grid-cols-2 gap-4 rounded-xl border border-line p-4">
      <legend className="sr-only">Step {place + 1}</legend>
      <NumberInput
        path={`${path}.fromHoursBefore`}
        label="From"
        value={inDays ? fromHoursBefore / DAY_HOURS : fromHoursBefore}
        onChange={(count) => onChange({ ...step, fromHoursBefore: inDays ? count * DAY_HOURS : count })}
      />
      <Select
        path={`${path}.unit`}
        label="Before check-in"
        value={inDays ? "days" : "hours"}
        options={[
          ["days", "days"],
          ["hours", "hours"],
        ]}
        onChange={(chosen) => {
          setUnit(chosen);
          const days = Math.max(1, Math.round(fromHoursBefore / DAY_HOURS));
          if (chosen === "days") onChange({ ...step, fromHoursBefore: days * DAY_HOURS });
        }}
      />
      <Select
        path={`${path}.kind`}
        label="Cost"
        value={"nights" in step ? "nights" : "percent"}
        options={[
          ["nights", "nights"],
          ["percent", "percent"],
        ]}
        onChange={(kind) =>
          onChange(kind === "nights" ? { fromHoursBefore, nights: 1 } : { fromHoursBefore, percent: 5000 })
        }
      />
      {"nights" in step ? (
        <NumberInput {...fieldsOf({ ...item, value: step })("nights")} label="How many nights" />
      ) : (
        <PercentInput {...fieldsOf({ ...item, value: step })("percent")} label="Part of the total" />
      )}
      {remove ? (
        <div className="col-span-2">
          <Remove what={`step ${place + 1}`} onClick={remove} />
        </div>
      ) : null}
    </fieldset>
  );
}
