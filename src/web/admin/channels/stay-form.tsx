import { useState } from "react";
import type { ChannelStayDetail } from "#contract/channels.ts";
import type { HostOverride } from "#domain/channels/imported-stay.ts";
import { saveStay, type StayFields } from "../../api/channels.ts";
import { Button } from "../../ui/button.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { Card } from "../bookings/card.tsx";
import { fieldErrors } from "../bookings/use-act.ts";
import { useChannelAct } from "./use-channel-act.ts";

const HOST_OVERRIDE_LABELS = {
  booking: "A booking: guests are coming",
  closure: "A block: no guests, the nights stay closed",
  ignore: "Ignore it: keep these nights on sale",
} satisfies Record<HostOverride, string>;
const HOST_OVERRIDES = ["booking", "closure", "ignore"] as const;

/** S-27: the details that only the host knows. An import never changes what is entered here. */
export function StayForm({ stay }: { stay: ChannelStayDetail }) {
  const [fields, setFields] = useState<StayFields>({
    hostOverride: stay.hostOverride,
    guestName: stay.guestName,
    guestPhone: stay.guestPhone,
    amount: stay.amount,
    notes: stay.notes,
    bookingId: stay.bookingId,
  });
  const save = useChannelAct(() => saveStay(stay, { ...fields, amount: fields.amount || null }), {
    done: "Saved",
    failed: "Nothing was saved",
  });
  const errors = fieldErrors(save.error);
  const input = (name: "guestName" | "guestPhone") => ({
    className: inputClass,
    autoComplete: "off",
    value: fields[name],
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  });
  return (
    <Card title="Your details for this stay">
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Field label="What it is" error={errors["hostOverride"]}>
          {(parts) => (
            <select
              {...parts}
              className={inputClass}
              value={fields.hostOverride ?? ""}
              onChange={(event) =>
                setFields({ ...fields, hostOverride: HOST_OVERRIDES.find((one) => one === event.target.value) ?? null })
              }
            >
              <option value="">Same as on the platform</option>
              {HOST_OVERRIDES.map((hostOverride) => (
                <option key={hostOverride} value={hostOverride}>
                  {HOST_OVERRIDE_LABELS[hostOverride]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Guest" error={errors["guestName"]}>
            {(parts) => <input {...parts} {...input("guestName")} />}
          </Field>
          <Field label="Phone" error={errors["guestPhone"]}>
            {(parts) => <input {...parts} {...input("guestPhone")} type="tel" />}
          </Field>
        </div>
        <Field
          label={`Amount (${stay.currency})`}
          hint="Leave this empty if you don't know it."
          error={errors["amount"]}
        >
          {(parts) => (
            <input
              {...parts}
              className={inputClass}
              inputMode="decimal"
              autoComplete="off"
              value={fields.amount ?? ""}
              onChange={(event) => setFields({ ...fields, amount: event.target.value })}
            />
          )}
        </Field>
        <Field label="Notes" error={errors["notes"]}>
          {(parts) => (
            <textarea
              {...parts}
              className={inputClass}
              rows={3}
              value={fields.notes}
              onChange={(event) => setFields({ ...fields, notes: event.target.value })}
            />
          )}
        </Field>
        {Object.keys(errors).length > 0 ? null : <ActError error={save.error} />}
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? "Saving..." : "Save"}
        </Button>
      </form>
    </Card>
  );
}
