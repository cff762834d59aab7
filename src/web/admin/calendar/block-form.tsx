import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Block } from "#contract/blocks.ts";
import { type BlockFields, closeNights, freeNights, moveBlock } from "../../api/calendar.ts";
import { deliveriesQuery } from "../../api/channels.ts";
import { statusOf } from "../../api/client.ts";
import { siteQuery } from "../../api/property.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast-store.ts";
import { TextField } from "../../ui/text-field.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { DeliveryLines } from "../bookings/delivery-lines.tsx";
import { formatDay } from "../../lib/format-date.ts";
import { ChangesByOthers } from "../frame/changes-by-others.tsx";
import { failureToast } from "../frame/failure-toast.ts";
import { areEqual, useDraft } from "../frame/use-draft.ts";
import { refreshCalendar } from "./refresh-calendar.ts";

type Sending = { seen: Block; fields: BlockFields };

type Props = {
  /** Null for a new block. */
  block: Block | null;
  /** The nights of a new block. If they change, the form keeps the reason. */
  nights: { startsOn: string; endsOn: string };
  onClose: () => void;
};

export function BlockForm({ block, nights, onClose }: Props) {
  const save = useBlockAct(({ seen, fields }: Sending) => (block ? moveBlock(seen, fields) : closeNights(fields)), {
    done: block ? "Block changed" : "Nights blocked",
    failed: block ? "We couldn't change the block" : "We couldn't block the nights",
    onClose,
  });
  const free = useBlockAct(freeNights, {
    done: "Nights free again",
    failed: "We couldn't free the nights",
    onClose,
  });
  const stored = block ?? { id: "", ...nights, reason: "", createdBy: "", version: 0 };
  const draft = useDraft(stored, fieldsOf, { error: save.error ?? free.error });
  const { fields, seen } = draft;
  const [given, setGiven] = useState(nights);
  if (!block && !areEqual(given, nights)) {
    setGiven(nights);
    draft.change(nights);
  }
  const busy = save.isPending || free.isPending;
  const send = () => {
    free.reset();
    save.mutate({ seen, fields });
  };

  return (
    <Form onSubmit={send} className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...draft.field("startsOn")} label={LABELS.startsOn} type="date" />
        <TextField {...draft.field("endsOn")} label={LABELS.endsOn} type="date" />
      </div>
      <TextField {...draft.field("reason")} label={LABELS.reason} hint="Only hosts see this." />
      {block ? <Deliveries block={block} /> : null}
      {block && !busy ? <ChangesByOthers lines={draft.changedByOthers.map((name) => lineOf(name, block))} /> : null}
      <ActError error={save.error ?? free.error} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        {block ? (
          <Button
            look="danger"
            className="sm:mr-auto"
            disabled={free.isPending}
            onClick={() => {
              save.reset();
              free.mutate(seen);
            }}
          >
            Free these nights
          </Button>
        ) : null}
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? "Saving..." : block ? "Save" : "Block nights"}
        </Button>
      </div>
    </Form>
  );
}

function fieldsOf({ startsOn, endsOn, reason }: Block): BlockFields {
  return { startsOn, endsOn, reason };
}

const LABELS = { startsOn: "First night", endsOn: "Free again on", reason: "Reason" } satisfies Record<
  keyof BlockFields,
  string
>;

function lineOf(name: keyof BlockFields, block: Block): string {
  return `${LABELS[name]}: ${name === "reason" ? block.reason : formatDay(block[name])}`;
}

function Deliveries({ block }: { block: Block }) {
  const deliveries = useQuery(deliveriesQuery("block", block.id));
  const site = useQuery(siteQuery);
  if (!deliveries.data || deliveries.data.length === 0 || !site.data) return null;
  return (
    <section aria-label="Have the platforms been updated?" className="rounded-xl bg-sunken p-3">
      <DeliveryLines deliveries={deliveries.data} free={false} timeZone={site.data.timeZone} />
    </section>
  );
}

type Texts = { done: string; failed: string; onClose: () => void };

function useBlockAct<Sent>(send: (sent: Sent) => Promise<unknown>, { done, failed, onClose }: Texts) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await refreshCalendar(client);
      toast({ title: done });
      onClose();
    },
    onError: (error) => {
      failureToast(failed)(error);
      if (statusOf(error) === 409) void refreshCalendar(client);
    },
  });
}
