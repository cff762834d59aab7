import { currencies } from "#domain/money/currency.ts";
import { MOST } from "#domain/pricing/price-document.ts";
import { Button } from "../../../ui/button.tsx";
import { Section } from "../../settings/section.tsx";
import { usePriceEditor, withItem, withoutItem } from "../editor.ts";
import { NumberInput, PercentInput } from "../inputs.tsx";
import { Remove } from "../season-list.tsx";
import { Select } from "../select.tsx";

/** Terms that hold for every stay. */
export function HouseTermsCard() {
  const { prices, change } = usePriceEditor();
  const { guests } = prices;
  const setSleeps = (sleeps: number) =>
    change({ guests: { ...guests, sleeps, included: guests.extraCents > 0 ? guests.included : sleeps } });
  return (
    <Section
      title="House terms"
      about="These apply to every stay. The values are common ones; change them if yours differ."
    >
      <div className="space-y-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberInput path="guests.sleeps" label="Maximum guests" value={guests.sleeps} onChange={setSleeps} />
          <Select
            path="currency"
            label="Currency"
            value={prices.currency}
            options={currencies().map((code) => [code, code] as const)}
            onChange={(currency) => change({ currency })}
          />
          <NumberInput
            path="longestStay"
            label="Longest stay (nights)"
            value={prices.longestStay}
            onChange={(longestStay) => change({ longestStay })}
          />
          <NumberInput
            path="windowDays"
            label="Guests can book ahead (days)"
            value={prices.windowDays}
            onChange={(windowDays) => change({ windowDays })}
          />
        </div>
        <CancellationSteps />
      </div>
    </Section>
  );
}

function CancellationSteps() {
  const { prices, change } = usePriceEditor();
  const { cancellation } = prices;
  return (
    <div className="space-y-3">
      <h3 className="font-semibold">Cancellation</h3>
      <p className="text-sm text-ink-soft">
        Cancelling is free until the first step. From then on, it costs what the latest step says.
      </p>
      {cancellation.map((step, place) => (
        <div key={place} className="grid gap-4 rounded-xl border border-line p-4 sm:grid-cols-3">
          <NumberInput
            path={`cancellation.${place}.fromHoursBefore`}
            label="From (hours before check-in)"
            value={step.fromHoursBefore}
            onChange={(fromHoursBefore) => change({ cancellation: withItem(cancellation, place, { fromHoursBefore }) })}
          />
          <Select
            path={`cancellation.${place}.kind`}
            label="Cost"
            value={"nights" in step ? "nights" : "percent"}
            options={[
              ["nights", "the first nights"],
              ["percent", "a percentage of the total"],
            ]}
            onChange={(kind) => {
              const { fromHoursBefore } = step;
              const changed = kind === "nights" ? { fromHoursBefore, nights: 1 } : { fromHoursBefore, percent: 5000 };
              change({ cancellation: cancellation.map((one, at) => (at === place ? changed : one)) });
            }}
          />
          {"nights" in step ? (
            <NumberInput
              path={`cancellation.${place}.nights`}
              label="How many nights"
              value={step.nights}
              onChange={(nights) => change({ cancellation: withItem(cancellation, place, { nights }) })}
            />
          ) : (
            <PercentInput
              path={`cancellation.${place}.percent`}
              label="Percentage of the total"
              value={step.percent}
              onChange={(percent) => change({ cancellation: withItem(cancellation, place, { percent }) })}
            />
          )}
          {cancellation.length > 1 ? (
            <Remove
              what={`step ${place + 1}`}
              onClick={() => change({ cancellation: withoutItem(cancellation, place) })}
            />
          ) : null}
        </div>
      ))}
      {cancellation.length < MOST.cancellationSteps ? (
        <Button
          look="secondary"
          onClick={() =>
            change({
              cancellation: [
                ...cancellation,
                { fromHoursBefore: Math.floor((cancellation.at(-1)?.fromHoursBefore ?? 48) / 2), percent: 10_000 },
              ],
            })
          }
        >
          Add a step
        </Button>
      ) : null}
    </div>
  );
}
