import { EVERY_WEEKDAY } from "#domain/pricing/price-document.ts";
import { fieldsOf } from "../../frame/binding.ts";
import { Section } from "../../settings/section.tsx";
import { usePriceEditor } from "../editor.ts";
import { MoneyInput, moreThan, NumberInput, OptionalMoneyInput, WeekdaysInput } from "../inputs.tsx";
import { type PriceSection, withEveryNight } from "./price-section.ts";

export const NIGHT_SECTIONS: PriceSection[] = [
  {
    id: "weekend",
    question: "Do weekends cost more?",
    title: "Weekends",
    about: "What a weekend night costs, and which nights are weekend nights.",
    isUsed: ({ everyNight }) => everyNight.weekendPriceCents !== null,
    start: (prices) => withEveryNight(prices, { weekendPriceCents: prices.everyNight.priceCents }),
    end: (prices) => withEveryNight(prices, { weekendPriceCents: null }),
    content: () => <WeekendFields />,
  },
  {
    id: "minimum",
    question: "Is there a minimum stay?",
    title: "Minimum stay",
    about: "For every night, unless a season or special dates have their own minimum.",
    isUsed: ({ everyNight }) => everyNight.minimumNights > 1,
    start: (prices) => withEveryNight(prices, { minimumNights: 2 }),
    end: (prices) => withEveryNight(prices, { minimumNights: 1 }),
    content: ({ field }) => (
      <NumberInput
        {...fieldsOf(field("everyNight"))("minimumNights")}
        label="Minimum stay (nights)"
        className="max-w-xs"
      />
    ),
  },
  {
    id: "changeover",
    question: "Can guests arrive and leave only on certain days?",
    title: "Arrival and departure days",
    about: "For example, only on Saturdays, so that guests stay for whole weeks.",
    isUsed: ({ everyNight }) => everyNight.changeoverDays.length < 7,
    start: (prices) => withEveryNight(prices, { changeoverDays: [5] }),
    end: (prices) => withEveryNight(prices, { changeoverDays: [...EVERY_WEEKDAY] }),
    content: ({ field }) => (
      <WeekdaysInput {...fieldsOf(field("everyNight"))("changeoverDays")} legend="Guests arrive and leave on" />
    ),
  },
];

export function EveryNightCard() {
  const everyNight = fieldsOf(usePriceEditor().field("everyNight"));
  return (
    <Section title="Every night" about="One price is all you need. The questions below add to it.">
      <MoneyInput {...everyNight("priceCents")} label="Price per night" className="max-w-xs" />
    </Section>
  );
}

function WeekendFields() {
  const { prices, field } = usePriceEditor();
  const everyNight = fieldsOf(field("everyNight"));
  const { priceCents, weekendPriceCents } = prices.everyNight;
  const isOther = weekendPriceCents !== null && weekendPriceCents !== priceCents;
  return (
    <div className="space-y-4">
      <OptionalMoneyInput
        {...everyNight("weekendPriceCents")}
        label="Price per weekend night"
        hint={
          isOther
            ? moreThan(weekendPriceCents, priceCents, prices.currency)
            : "A price, or +20 for 20 more than the usual price"
        }
        placeholder="Same price"
        className="max-w-xs"
        moreThan={priceCents}
      />
      <WeekdaysInput {...everyNight("weekendNights")} legend="Weekend nights" />
    </div>
  );
}
