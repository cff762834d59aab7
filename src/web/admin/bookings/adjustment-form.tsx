import { useState } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import { addPriceLine } from "../../api/admin-bookings.ts";
import { Form } from "../../ui/form.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useBaseVersion } from "../frame/use-draft.ts";
import { ActError } from "./act-error.tsx";
import { fieldErrors } from "../../lib/display-error.ts";
import { useAct } from "./use-act.ts";

const KINDS = [
  ["discount", "Discount", "Amount off"],
  ["extra", "Extra", "Amount to add"],
  ["total", "Agreed price", "Total for the stay"],
] as const;
type Kind = (typeof KINDS)[number][0];

/** The guest sees the label. */
export function AdjustmentForm({ booking, onDone }: { booking: BookingDetail; onDone: () => void }) {
  const [kind, setKind] = useState<Kind>("discount");
  const [amount, setAmount] = useState("");
  const [label, setLabel] = useState("");
  const act = useAct(booking.id);
  const form = useBaseVersion(booking, { about: ({ totalAmount }) => totalAmount, error: act.error });
  const errors = fieldErrors(act.error);
  const amountLabel = KINDS.find(([name]) => name === kind)?.[2] ?? "Amount";
  const send = () => {
    act.mutate(
      {
        send: () => addPriceLine(form, { kind, amount, label }),
        done: "Price changed",
        failed: "We couldn't change the price",
      },
      { onSuccess: onDone },
    );
  };
  return (
    <Form onSubmit={send} className="mt-4 space-y-4 border-t border-line pt-4">
      <fieldset>
        <legend className="font-semibold">How do you want to change the price?</legend>
        <div className="mt-1 flex flex-wrap gap-2">
          {KINDS.map(([name, text]) => (
            <label
              key={name}
              htmlFor={`adjustment-${name}`}
              className="flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-line-strong px-4 has-checked:border-accent has-checked:bg-sunken"
            >
              <input
                id={`adjustment-${name}`}
                type="radio"
                name="adjustment"
                className="size-5 accent-accent"
                checked={kind === name}
                onChange={() => setKind(name)}
              />
              {text}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={`${amountLabel} (${booking.currency})`}
          error={errors["amount"]}
          inputMode="decimal"
          value={amount}
          onChange={setAmount}
        />
        <TextField
          label="What is it for?"
          error={errors["label"]}
          maxLength={80}
          placeholder={kind === "total" ? "Agreed price" : ""}
          value={label}
          onChange={setLabel}
        />
      </div>
      <p className="text-sm text-ink-soft">
        The guest sees this line on the booking.
        {booking.guest.email ? " If the stay is booked, we email them the new total." : ""}
      </p>
      <ActError error={act.error} />
      <FormButtons label="Save price" busyLabel="Saving..." busy={act.isPending} onCancel={onDone} />
    </Form>
  );
}
