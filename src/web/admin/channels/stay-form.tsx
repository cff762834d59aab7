import { useQueryClient } from "@tanstack/react-query";
import type { ChannelStayDetail } from "#contract/channels.ts";
import type { HostOverride } from "#domain/channels/imported-stay.ts";
import { channelStayQuery, saveStay, type StayFields } from "../../api/channels.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextAreaField, TextField } from "../../ui/text-field.tsx";
import { ChangesByOthers } from "../frame/changes-by-others.tsx";
import { useDraft } from "../frame/use-draft.ts";
import { ActError } from "../bookings/act-error.tsx";
import { Card } from "../bookings/card.tsx";
import { formatDay } from "../../lib/format-date.ts";
import { useChannelAct } from "./use-channel-act.ts";

const HOST_OVERRIDE_LABELS = {
  booking: "A booking: guests are coming",
  closure: "A block: no guests, the nights stay closed",
  ignore: "Ignore it: keep these nights on sale",
} satisfies Record<HostOverride, string>;
const HOST_OVERRIDES = [
  ["", "Same as on the platform"],
  ...(["booking", "closure", "ignore"] as const).map((one) => [one, HOST_OVERRIDE_LABELS[one]] as const),
] as const;

type Sending = { seen: ChannelStayDetail; fields: StayFields };

/** S-27: an import never changes what is entered here. */
export function StayForm({ stay }: { stay: ChannelStayDetail }) {
  const client = useQueryClient();
  const save = useChannelAct(
    ({ seen, fields: { amount, ...sent } }: Sending) => saveStay({ seen }, { ...sent, amount: amount || null }),
    {
      done: "Saved",
      failed: "We couldn't save this",
    },
  );
  const draft = useDraft(stay, fieldsOf, { error: save.error });
  const { fields } = draft;
  const saved = (after: ChannelStayDetail) => {
    client.setQueryData(channelStayQuery(stay.id).queryKey, after);
    draft.saved(fields, after);
  };
  return (
    <Card title="Your details for this stay">
      <Form className="space-y-4" onSubmit={() => save.mutate({ seen: draft.seen, fields }, { onSuccess: saved })}>
        <SelectField
          {...draft.field("hostOverride")}
          label="What it is"
          value={fields.hostOverride ?? ""}
          options={HOST_OVERRIDES}
          onChange={(hostOverride) => draft.change({ hostOverride: hostOverride || null })}
        />
        {stay.bookings.length > 0 ? (
          <SelectField
            {...draft.field("bookingId")}
            label="Same stay as"
            hint="Choose the booking if you also entered this stay here. The two then count as one, with the booking's price, and do not conflict."
            value={fields.bookingId ?? ""}
            options={[
              ["", "No booking here"],
              ...stay.bookings.map(
                ({ id, reference, checkIn }) => [id, `Booking ${reference}, arrives ${formatDay(checkIn)}`] as const,
              ),
            ]}
            onChange={(bookingId) => draft.change({ bookingId: bookingId || null })}
          />
        ) : null}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...draft.field("guestName")} label="Guest" />
          <TextField {...draft.field("guestPhone")} label="Phone" type="tel" />
        </div>
        <TextField
          {...draft.field("amount")}
          label={`Amount (${stay.currency})`}
          hint="Leave this empty if you don't know it."
          inputMode="decimal"
          value={fields.amount ?? ""}
        />
        <TextAreaField {...draft.field("notes")} label="Notes" rows={3} />
        {save.isPending ? null : <ChangesByOthers lines={draft.changedByOthers.map((name) => lineOf(name, stay))} />}
        <ActError error={save.error} />
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? "Saving..." : "Save"}
        </Button>
      </Form>
    </Card>
  );
}

function fieldsOf({ hostOverride, guestName, guestPhone, amount, notes, bookingId }: ChannelStayDetail): StayFields {
  return { hostOverride, guestName, guestPhone, amount, notes, bookingId };
}

const FIELD_LABELS = {
  hostOverride: "What it is",
  guestName: "Guest",
  guestPhone: "Phone",
  amount: "Amount",
  notes: "Notes",
  bookingId: "Same stay as",
} satisfies Record<keyof StayFields, string>;

function lineOf(field: keyof StayFields, stay: ChannelStayDetail): string {
  const linked = stay.bookings.find(({ id }) => id === stay.bookingId);
  const text = {
    ...fieldsOf(stay),
    hostOverride: stay.hostOverride && HOST_OVERRIDE_LABELS[stay.hostOverride],
    bookingId: linked && `Booking ${linked.reference}`,
  };
  return `${FIELD_LABELS[field]}: ${text[field] || "none"}`;
}
