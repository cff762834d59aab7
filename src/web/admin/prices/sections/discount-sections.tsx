import { MOST } from "#domain/pricing/price-document.ts";
import { Button } from "../../../ui/button.tsx";
import { fieldsOf, itemsOf } from "../../frame/binding.ts";
import { usePriceEditor } from "../editor.ts";
import { NumberInput, PercentInput } from "../inputs.tsx";
import { Remove } from "../terms-card.tsx";
import type { PriceSection } from "./price-section.ts";

export const DISCOUNT_SECTIONS: PriceSection[] = [
  {
    id: "longer",
    question: "Do longer stays get a discount?",
    title: "Longer stays",
    about:
      "The discount applies to the price of the nights, not to fees. A stay that qualifies for several gets the one for the most nights.",
    isUsed: ({ longerStays }) => longerStays.length > 0,
    start: () => ({ longerStays: [{ nights: 7, percent: 1000 }] }),
    end: null,
    content: () => <LongerStayFields />,
  },
  {
    id: "last-minute",
    question: "Do last-minute stays get a discount?",
    title: "Last minute",
    about: "For guests who arrive within this many days of booking.",
    isUsed: ({ lastMinute }) => lastMinute !== null,
    start: () => ({ lastMinute: { days: 7, percent: 1000 } }),
    end: () => ({ lastMinute: null }),
    content: () => <LeadTimeFields name="lastMinute" label="Days before arrival, at most" />,
  },
  {
    id: "early-bird",
    question: "Do early bookings get a discount?",
    title: "Early booking",
    about: "For guests who book this many days before they arrive, or earlier.",
    isUsed: ({ earlyBird }) => earlyBird !== null,
    start: () => ({ earlyBird: { days: 90, percent: 1000 } }),
    end: () => ({ earlyBird: null }),
    content: () => <LeadTimeFields name="earlyBird" label="Days before arrival, at least" />,
  },
];

function LongerStayFields() {
  const longerStays = usePriceEditor().field("longerStays");
  return (
    <div className="space-y-4">
      {itemsOf(longerStays).map((tier, place) => {
        const at = fieldsOf(tier);
        return (
          <div key={place} className="grid grid-cols-2 items-end gap-x-4">
            <NumberInput {...at("nights")} label="From (nights)" />
            <PercentInput {...at("percent")} label="Discount" />
            <div className="col-span-2">
              <Remove
                what={`the discount for ${tier.value.nights} nights`}
                onClick={() => longerStays.onChange(longerStays.value.toSpliced(place, 1))}
              />
            </div>
          </div>
        );
      })}
      {longerStays.value.length < MOST.longerStays ? (
        <Button
          look="secondary"
          onClick={() => longerStays.onChange([...longerStays.value, { nights: 28, percent: 2500 }])}
        >
          Add a discount for longer stays
        </Button>
      ) : null}
    </div>
  );
}

function LeadTimeFields({ name, label }: { name: "lastMinute" | "earlyBird"; label: string }) {
  const discount = usePriceEditor().field(name);
  if (!discount.value) return null;
  const at = fieldsOf({ ...discount, value: discount.value });
  return (
    <div className="grid grid-cols-2 items-end gap-4">
      <NumberInput {...at("days")} label={label} />
      <PercentInput {...at("percent")} label="Discount" />
    </div>
  );
}
