import { MOST } from "#domain/pricing/price-document.ts";
import { Button } from "../../../ui/button.tsx";
import { fieldsOf, itemsOf } from "../../frame/binding.ts";
import { usePriceEditor } from "../editor.ts";
import { MoneyInput, NumberInput, PercentInput, Select, TextInput } from "../inputs.tsx";
import { Remove } from "../terms-card.tsx";
import type { PriceSection } from "./price-section.ts";

export const FEE_SECTIONS: PriceSection[] = [
  {
    id: "guests",
    question: "Do more guests cost more?",
    title: "Extra guests",
    about: "What each guest beyond the included number pays per night.",
    isUsed: ({ guests }) => guests.extraCents > 0,
    start: ({ guests }) => ({ guests: { ...guests, included: Math.min(4, guests.sleeps), extraCents: 1000 } }),
    end: ({ guests }) => ({ guests: { ...guests, included: guests.sleeps, extraCents: 0 } }),
    content: ({ field }) => {
      const guests = fieldsOf(field("guests"));
      return (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberInput {...guests("included")} label="Guests included in the price" />
          <MoneyInput {...guests("extraCents")} label="Each extra guest, per night" />
        </div>
      );
    },
  },
  {
    id: "cleaning",
    question: "Do you charge a cleaning fee?",
    title: "Cleaning",
    about: "Charged once per stay. Shown beside the nightly price and included in the total.",
    isUsed: ({ cleaningCents }) => cleaningCents > 0,
    start: () => ({ cleaningCents: 3000 }),
    end: () => ({ cleaningCents: 0 }),
    content: ({ field }) => (
      <MoneyInput {...field("cleaningCents")} label="Cleaning fee per stay" className="max-w-xs" />
    ),
  },
  {
    id: "taxes",
    question: "Do you charge or show taxes?",
    title: "Taxes",
    about: "Included in your prices, or added to them.",
    isUsed: ({ taxes }) => taxes.length > 0,
    start: () => ({ taxes: [{ name: "VAT", included: true, per: "price", percent: 1000 }] }),
    end: null,
    content: () => <TaxFields />,
  },
];

function TaxFields() {
  const taxes = usePriceEditor().field("taxes");
  return (
    <div className="space-y-4">
      {itemsOf(taxes).map((item, place) => {
        const tax = item.value;
        const at = fieldsOf(item);
        return (
          <fieldset key={place} className="grid min-w-0 gap-4 rounded-xl border border-line p-4 sm:grid-cols-2">
            <legend className="sr-only">{tax.name || `Tax ${place + 1}`}</legend>
            <TextInput {...at("name")} label="Name of the tax" />
            <Select
              {...at("per")}
              label="Charged"
              options={[
                ["price", "as a percentage of the price"],
                ["guest-night", "for each guest and night"],
                ["stay", "once for each stay"],
              ]}
              onChange={(per) => {
                const { name, included } = tax;
                const amountCents = "amountCents" in tax ? tax.amountCents : 100;
                item.onChange(
                  per === "price" ? { name, included, per, percent: 1000 } : { name, included, per, amountCents },
                );
              }}
            />
            {tax.per === "price" ? (
              <PercentInput {...fieldsOf({ ...item, value: tax })("percent")} label="Percentage" />
            ) : (
              <MoneyInput {...fieldsOf({ ...item, value: tax })("amountCents")} label="Amount" />
            )}
            <Select
              path={at("included").path}
              label="Your prices"
              value={tax.included ? "yes" : "no"}
              options={[
                ["yes", "already include it"],
                ["no", "don't include it, so it is added"],
              ]}
              onChange={(contain) => at("included").onChange(contain === "yes")}
            />
            <Remove what={tax.name || "this tax"} onClick={() => taxes.onChange(taxes.value.toSpliced(place, 1))} />
          </fieldset>
        );
      })}
      {taxes.value.length < MOST.taxes ? (
        <Button
          look="secondary"
          onClick={() =>
            taxes.onChange([
              ...taxes.value,
              { name: "City tax", included: false, per: "guest-night", amountCents: 100 },
            ])
          }
        >
          Add a tax
        </Button>
      ) : null}
    </div>
  );
}
