import type { ReactNode } from "react";
import { isLocalTime } from "#domain/calendar/time-zone.ts";
import { currencies } from "#domain/money/currency.ts";
import {
  type BookingNotice,
  EVERY_WEEKDAY,
  MOST,
  type PriceDocument,
  type Tax,
} from "#domain/pricing/price-document.ts";
import { Button } from "../../ui/button.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { Section } from "../settings/section.tsx";
import { usePriceEditor, withItem, withoutItem } from "./editor.ts";
import { MoneyInput, NumberInput, OptionalMoneyInput, PercentInput, TextInput, WeekdaysInput } from "./inputs.tsx";
import { CodeList } from "./code-list.tsx";
import { Remove, SeasonList, SpecialDatesList } from "./season-list.tsx";

/** A part of the prices that most hosts do without: it is there once somebody said yes to its question. */
export type Block = {
  id: string;
  question: string;
  title: string;
  about: string;
  isUsed: (prices: PriceDocument, codes: readonly unknown[]) => boolean;
  /** What the prices become when the host says yes. */
  start: (prices: PriceDocument) => Partial<PriceDocument>;
  /** What they become when the host takes the block away; null where parts are removed one by one. */
  end: ((prices: PriceDocument) => Partial<PriceDocument>) | null;
  content: () => ReactNode;
};

const base = (prices: PriceDocument, part: Partial<PriceDocument["everyNight"]>): Partial<PriceDocument> => ({
  everyNight: { ...prices.everyNight, ...part },
});

export const BLOCKS: Block[] = [
  {
    id: "weekend",
    question: "Do weekends cost more?",
    title: "Weekends",
    about: "These nights have a price of their own.",
    isUsed: ({ everyNight }) => everyNight.weekendPriceCents !== null,
    start: (prices) => base(prices, { weekendPriceCents: prices.everyNight.priceCents }),
    end: (prices) => base(prices, { weekendPriceCents: null }),
    content: () => <WeekendFields />,
  },
  {
    id: "minimum",
    question: "Should guests stay at least some nights?",
    title: "Shortest stay",
    about: "Counts for every night, unless a season or special dates say otherwise.",
    isUsed: ({ everyNight }) => everyNight.minimumNights > 1,
    start: (prices) => base(prices, { minimumNights: 2 }),
    end: (prices) => base(prices, { minimumNights: 1 }),
    content: () => <MinimumField />,
  },
  {
    id: "changeover",
    question: "May guests arrive and leave only on some days?",
    title: "Arrival and departure days",
    about: "For example only on Saturdays, from week to week.",
    isUsed: ({ everyNight }) => everyNight.changeoverDays.length < 7,
    start: (prices) => base(prices, { changeoverDays: [5] }),
    end: (prices) => base(prices, { changeoverDays: [...EVERY_WEEKDAY] }),
    content: () => <ChangeoverField />,
  },
  {
    id: "seasons",
    question: "Are some seasons dearer or cheaper?",
    title: "Seasons",
    about: "They come back every year. An empty field means: as usual.",
    isUsed: ({ seasons }) => seasons.length > 0,
    start: ({ seasons }) => ({ seasons: [...seasons, { name: "", from: "07-01", to: "08-31", ...NO_TERMS }] }),
    end: null,
    content: () => <SeasonList />,
  },
  {
    id: "special",
    question: "Are there special dates, such as a festival?",
    title: "Special dates",
    about: "They happen once and override the season.",
    isUsed: ({ specialDates }) => specialDates.length > 0,
    start: () => ({}),
    end: null,
    content: () => <SpecialDatesList />,
  },
  {
    id: "longer",
    question: "Is a longer stay cheaper?",
    title: "Longer stays",
    about: "A stay that reaches several of these gets the one for the most nights.",
    isUsed: ({ longerStays }) => longerStays.length > 0,
    start: () => ({ longerStays: [{ nights: 7, percent: 1000 }] }),
    end: null,
    content: () => <LongerStayFields />,
  },
  {
    id: "last-minute",
    question: "Is a last-minute stay cheaper?",
    title: "Last minute",
    about: "For guests who arrive soon.",
    isUsed: ({ lastMinute }) => lastMinute !== null,
    start: () => ({ lastMinute: { days: 7, percent: 1000 } }),
    end: () => ({ lastMinute: null }),
    content: () => <LeadTimeFields name="lastMinute" label="Arrival at most (days ahead)" />,
  },
  {
    id: "early-bird",
    question: "Is an early booking cheaper?",
    title: "Early booking",
    about: "For guests who book long before they arrive.",
    isUsed: ({ earlyBird }) => earlyBird !== null,
    start: () => ({ earlyBird: { days: 90, percent: 1000 } }),
    end: () => ({ earlyBird: null }),
    content: () => <LeadTimeFields name="earlyBird" label="Arrival at least (days ahead)" />,
  },
  {
    id: "guests",
    question: "Do more guests cost more?",
    title: "Extra guests",
    about: "Each guest beyond those included costs this much a night.",
    isUsed: ({ guests }) => guests.extraCents > 0,
    start: ({ guests }) => ({ guests: { ...guests, included: Math.min(4, guests.sleeps), extraCents: 1000 } }),
    end: ({ guests }) => ({ guests: { ...guests, included: guests.sleeps, extraCents: 0 } }),
    content: () => <GuestFields />,
  },
  {
    id: "cleaning",
    question: "Does cleaning cost extra?",
    title: "Cleaning",
    about: "Once for each stay. It is part of the first price that a guest sees.",
    isUsed: ({ cleaningCents }) => cleaningCents > 0,
    start: () => ({ cleaningCents: 3000 }),
    end: () => ({ cleaningCents: 0 }),
    content: () => <CleaningField />,
  },
  {
    id: "taxes",
    question: "Are there taxes to show?",
    title: "Taxes",
    about: "Either contained in your prices, or added to them.",
    isUsed: ({ taxes }) => taxes.length > 0,
    start: () => ({ taxes: [{ name: "VAT", included: true, per: "price", percent: 1000 }] }),
    end: null,
    content: () => <TaxFields />,
  },
  {
    id: "gaps",
    question: "May short gaps between two bookings be sold?",
    title: "Gaps",
    about: "A gap between two bookings can be booked in full, even if it is shorter than the minimum.",
    isUsed: ({ smallestGap }) => smallestGap !== null,
    start: () => ({ smallestGap: 2 }),
    end: () => ({ smallestGap: null }),
    content: () => <GapField />,
  },
  {
    id: "preparation",
    question: "Do you need time between two stays?",
    title: "Preparation",
    about:
      "These nights stay free before and after each stay, here and on the platforms. You can still book them yourself.",
    isUsed: ({ preparationNights }) => preparationNights > 0,
    start: () => ({ preparationNights: 1 }),
    end: () => ({ preparationNights: 0 }),
    content: () => <PreparationField />,
  },
  {
    id: "notice",
    question: "Is it ever too late to book?",
    title: "Minimum notice",
    about: "Guests cannot book closer to their arrival than this. You still can.",
    isUsed: ({ notice }) => notice !== null,
    start: () => ({ notice: { days: 0, until: "15:00" } }),
    end: () => ({ notice: null }),
    content: () => <NoticeFields />,
  },
  {
    id: "codes",
    question: "Do you give out discount codes?",
    title: "Discount codes",
    about: "Guests type them when they book. Codes are saved at once, apart from the rest.",
    isUsed: (_prices, codes) => codes.length > 0,
    start: () => ({}),
    end: null,
    content: () => <CodeList />,
  },
];

const NO_TERMS = { priceCents: null, weekendPriceCents: null, minimumNights: null, changeoverDays: null };

export function EveryNightCard() {
  const { prices, change } = usePriceEditor();
  return (
    <Section
      title="Every night"
      about="One price for every night. This is all you need; the questions below add to it."
    >
      <MoneyInput
        path="everyNight.priceCents"
        label="Price of a night"
        className="max-w-xs"
        value={prices.everyNight.priceCents}
        onChange={(priceCents) => change(base(prices, { priceCents }))}
      />
    </Section>
  );
}

function WeekendFields() {
  const { prices, change } = usePriceEditor();
  const { weekendPriceCents, weekendNights } = prices.everyNight;
  return (
    <div className="space-y-4">
      <OptionalMoneyInput
        path="everyNight.weekendPriceCents"
        label="Price of a weekend night"
        placeholder="the same"
        className="max-w-xs"
        value={weekendPriceCents}
        onChange={(cents) => change(base(prices, { weekendPriceCents: cents }))}
      />
      <WeekdaysInput
        path="everyNight.weekendNights"
        legend="Weekend nights"
        value={weekendNights}
        onChange={(nights) => change(base(prices, { weekendNights: nights }))}
      />
    </div>
  );
}

function MinimumField() {
  const { prices, change } = usePriceEditor();
  return (
    <NumberInput
      path="everyNight.minimumNights"
      label="At least (nights)"
      className="max-w-xs"
      value={prices.everyNight.minimumNights}
      onChange={(minimumNights) => change(base(prices, { minimumNights }))}
    />
  );
}

function ChangeoverField() {
  const { prices, change } = usePriceEditor();
  return (
    <WeekdaysInput
      path="everyNight.changeoverDays"
      legend="Guests arrive and leave on"
      value={prices.everyNight.changeoverDays}
      onChange={(changeoverDays) => change(base(prices, { changeoverDays }))}
    />
  );
}

function LongerStayFields() {
  const { prices, change } = usePriceEditor();
  const { longerStays } = prices;
  return (
    <div className="space-y-4">
      {longerStays.map((tier, place) => (
        <div key={place} className="grid grid-cols-2 items-end gap-x-4">
          <NumberInput
            path={`longerStays.${place}.nights`}
            label="Nights or more"
            value={tier.nights}
            onChange={(nights) => change({ longerStays: withItem(longerStays, place, { nights }) })}
          />
          <PercentInput
            path={`longerStays.${place}.percent`}
            label="Off the nights"
            value={tier.percent}
            onChange={(percent) => change({ longerStays: withItem(longerStays, place, { percent }) })}
          />
          <Remove
            what={`the discount for ${tier.nights} nights`}
            onClick={() => change({ longerStays: withoutItem(longerStays, place) })}
          />
        </div>
      ))}
      {longerStays.length < MOST.longerStays ? (
        <Button
          look="secondary"
          onClick={() => change({ longerStays: [...longerStays, { nights: 28, percent: 2500 }] })}
        >
          Add a discount for longer stays
        </Button>
      ) : null}
    </div>
  );
}

function LeadTimeFields({ name, label }: { name: "lastMinute" | "earlyBird"; label: string }) {
  const { prices, change } = usePriceEditor();
  const discount = prices[name];
  if (!discount) return null;
  return (
    <div className="grid grid-cols-2 gap-4">
      <NumberInput
        path={`${name}.days`}
        label={label}
        value={discount.days}
        onChange={(days) => change({ [name]: { ...discount, days } })}
      />
      <PercentInput
        path={`${name}.percent`}
        label="Off the nights"
        value={discount.percent}
        onChange={(percent) => change({ [name]: { ...discount, percent } })}
      />
    </div>
  );
}

function GuestFields() {
  const { prices, change } = usePriceEditor();
  const { guests } = prices;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NumberInput
        path="guests.included"
        label="Guests included in the price"
        value={guests.included}
        onChange={(included) => change({ guests: { ...guests, included } })}
      />
      <MoneyInput
        path="guests.extraCents"
        label="Each further guest, a night"
        value={guests.extraCents}
        onChange={(extraCents) => change({ guests: { ...guests, extraCents } })}
      />
    </div>
  );
}

function CleaningField() {
  const { prices, change } = usePriceEditor();
  return (
    <MoneyInput
      path="cleaningCents"
      label="Cleaning, each stay"
      className="max-w-xs"
      value={prices.cleaningCents}
      onChange={(cleaningCents) => change({ cleaningCents })}
    />
  );
}

function GapField() {
  const { prices, change } = usePriceEditor();
  return (
    <NumberInput
      path="smallestGap"
      label="Smallest gap that can be booked (nights)"
      className="max-w-xs"
      value={prices.smallestGap ?? 2}
      onChange={(smallestGap) => change({ smallestGap })}
    />
  );
}

function PreparationField() {
  const { prices, change } = usePriceEditor();
  return (
    <NumberInput
      path="preparationNights"
      label="Nights kept free before and after a stay"
      className="max-w-xs"
      value={prices.preparationNights}
      onChange={(preparationNights) => change({ preparationNights })}
    />
  );
}

function NoticeFields() {
  const { prices, change, problems } = usePriceEditor();
  const { notice } = prices;
  if (!notice) return null;
  return (
    <div className="space-y-3">
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberInput
          path="notice.days"
          label="Days before arrival"
          hint="0: also on the day of arrival"
          value={notice.days}
          onChange={(days) => change({ notice: { ...notice, days } })}
        />
        <Field id="notice.until" label="Until" hint="Empty: all day" error={problems["notice.until"]}>
          {(parts) => (
            <input
              {...parts}
              type="time"
              className={inputClass}
              value={notice.until ?? ""}
              onChange={({ target: { value } }) => {
                if (value === "" || isLocalTime(value)) change({ notice: { ...notice, until: value || null } });
              }}
            />
          )}
        </Field>
      </div>
      <p className="rounded-lg bg-sunken p-3">{noticeText(notice)}</p>
    </div>
  );
}

/** The rule as one sentence, so that nobody has to work it out. */
function noticeText({ days, until }: BookingNotice): string {
  const day = days === 0 ? "the day of arrival" : days === 1 ? "the day before arrival" : `${days} days before arrival`;
  if (until !== null) return `Guests can book until ${until} on ${day}, in the cottage's time zone.`;
  return days === 0 ? "Guests can book until the day of arrival is over." : `Guests can book until the end of ${day}.`;
}

function TaxFields() {
  const { prices, change } = usePriceEditor();
  const { taxes } = prices;
  const set = (place: number, tax: Tax) => change({ taxes: taxes.map((one, at) => (at === place ? tax : one)) });
  return (
    <div className="space-y-4">
      {taxes.map((tax, place) => (
        <fieldset key={place} className="grid min-w-0 gap-4 rounded-xl border border-line p-4 sm:grid-cols-2">
          <legend className="sr-only">{tax.name || `Tax ${place + 1}`}</legend>
          <TextInput
            path={`taxes.${place}.name`}
            label="Name of the tax"
            value={tax.name}
            onChange={(name) => set(place, { ...tax, name })}
          />
          <Select
            path={`taxes.${place}.per`}
            label="Counted"
            value={tax.per}
            options={[
              ["price", "as a part of the price"],
              ["guest-night", "for each guest and night"],
              ["stay", "once for each stay"],
            ]}
            onChange={(per) => {
              const { name, included } = tax;
              const amountCents = "amountCents" in tax ? tax.amountCents : 100;
              set(
                place,
                per === "price" ? { name, included, per, percent: 1000 } : { name, included, per, amountCents },
              );
            }}
          />
          {tax.per === "price" ? (
            <PercentInput
              path={`taxes.${place}.percent`}
              label="Part of the price"
              value={tax.percent}
              onChange={(percent) => set(place, { ...tax, percent })}
            />
          ) : (
            <MoneyInput
              path={`taxes.${place}.amountCents`}
              label="Amount"
              value={tax.amountCents}
              onChange={(amountCents) => set(place, { ...tax, amountCents })}
            />
          )}
          <Select
            path={`taxes.${place}.included`}
            label="Your prices"
            value={tax.included ? "yes" : "no"}
            options={[
              ["yes", "contain it already"],
              ["no", "do not contain it: it is added"],
            ]}
            onChange={(contain) => set(place, { ...tax, included: contain === "yes" })}
          />
          <Remove what={tax.name || "this tax"} onClick={() => change({ taxes: withoutItem(taxes, place) })} />
        </fieldset>
      ))}
      {taxes.length < MOST.taxes ? (
        <Button
          look="secondary"
          onClick={() =>
            change({ taxes: [...taxes, { name: "City tax", included: false, per: "guest-night", amountCents: 100 }] })
          }
        >
          Add a tax
        </Button>
      ) : null}
    </div>
  );
}

type SelectProps<V extends string> = {
  path: string;
  label: string;
  value: V;
  options: readonly (readonly [V, string])[];
  onChange: (value: V) => void;
};

function Select<V extends string>({ path, label, value, options, onChange }: SelectProps<V>) {
  const { problems } = usePriceEditor();
  return (
    <Field id={path} label={label} error={problems[path]}>
      {(parts) => (
        <select
          {...parts}
          value={value}
          onChange={(event) => {
            const chosen = options.find(([option]) => option === event.target.value);
            if (chosen) onChange(chosen[0]);
          }}
          className={inputClass}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Terms that hold for every stay. */
export function HouseTermsCard() {
  const { prices, change } = usePriceEditor();
  const { guests, cancellation } = prices;
  const setSleeps = (sleeps: number) =>
    change({ guests: { ...guests, sleeps, included: guests.extraCents > 0 ? guests.included : sleeps } });
  return (
    <Section
      title="House terms"
      about="What holds for every stay. These are the usual ones; change them if yours differ."
    >
      <div className="space-y-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberInput path="guests.sleeps" label="Most guests" value={guests.sleeps} onChange={setSleeps} />
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
            label="Bookings open ahead (days)"
            value={prices.windowDays}
            onChange={(windowDays) => change({ windowDays })}
          />
        </div>
        <div className="space-y-3">
          <h3 className="font-semibold">Cancellation</h3>
          <p className="text-sm text-ink-soft">
            Free before the first step. From each step on, a cancellation costs what the step says.
          </p>
          {cancellation.map((step, place) => (
            <div key={place} className="grid gap-4 rounded-xl border border-line p-4 sm:grid-cols-3">
              <NumberInput
                path={`cancellation.${place}.fromHoursBefore`}
                label="From (hours before check-in)"
                value={step.fromHoursBefore}
                onChange={(fromHoursBefore) =>
                  change({ cancellation: withItem(cancellation, place, { fromHoursBefore }) })
                }
              />
              <Select
                path={`cancellation.${place}.kind`}
                label="It costs"
                value={"nights" in step ? "nights" : "percent"}
                options={[
                  ["nights", "the first nights"],
                  ["percent", "a part of the total"],
                ]}
                onChange={(kind) => {
                  const { fromHoursBefore } = step;
                  const changed =
                    kind === "nights" ? { fromHoursBefore, nights: 1 } : { fromHoursBefore, percent: 5000 };
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
                  label="Part of the total"
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
      </div>
    </Section>
  );
}
