import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Block } from "#contract/blocks.ts";
import { type BlockFields, closeNights, freeNights, moveBlock } from "../../api/calendar.ts";
import { deliveriesQuery } from "../../api/channels.ts";
import { ApiError } from "../../api/client.ts";
import { siteQuery } from "../../api/property.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { TextField } from "../../ui/text-field.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { DeliveryLines } from "../bookings/delivery-lines.tsx";
import { fieldErrors, reasonOf } from "../../lib/display-error.ts";
import { refreshCalendar } from "./refresh-calendar.ts";

type Props = {
  /** The block to change, or null for a new one. */
  block: Block | null;
  /** If they change while the form is open, the form shows the new nights and keeps the reason. */
  nights: { startsOn: string; endsOn: string };
  onClose: () => void;
};

/** Creates, changes or removes a block. */
export function BlockForm({ block, nights, onClose }: Props) {
  const [fields, setFields] = useState<BlockFields>({ ...nights, reason: block?.reason ?? "" });
  const [given, setGiven] = useState(nights);
  if (given.startsOn !== nights.startsOn || given.endsOn !== nights.endsOn) {
    setGiven(nights);
    setFields({ ...nights, reason: fields.reason });
  }
  const save = useBlockAct(() => (block ? moveBlock(block, fields) : closeNights(fields)), {
    done: block ? "Block changed" : "Nights blocked",
    failed: "We couldn't block the nights",
    onClose,
  });
  const free = useBlockAct(async () => (block ? freeNights(block) : null), {
    done: "Nights free again",
    failed: "We couldn't free the nights",
    onClose,
  });
  const errors = fieldErrors(save.error);
  const input = (name: keyof BlockFields) => ({
    error: errors[name],
    value: fields[name],
    onChange: (value: string) => setFields({ ...fields, [name]: value }),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };

  return (
    <form noValidate onSubmit={send} className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...input("startsOn")} label="First night" type="date" />
        <TextField {...input("endsOn")} label="Free again on" type="date" />
      </div>
      <TextField {...input("reason")} label="Reason" hint="Only hosts see this." />
      {block ? <Deliveries block={block} /> : null}
      <ActError error={save.error ?? free.error} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        {block ? (
          <Button look="danger" className="sm:mr-auto" disabled={free.isPending} onClick={() => free.mutate()}>
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
    </form>
  );
}

/** Shows which platforms have read this block, or nothing if no platform is connected. */
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

function useBlockAct(send: () => Promise<unknown>, { done, failed, onClose }: Texts) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await refreshCalendar(client);
      toast({ title: done });
      onClose();
    },
    onError: (error) => {
      toast({ title: failed, description: reasonOf(error), variant: "destructive" });
      if (error instanceof ApiError && error.status === 409) void refreshCalendar(client);
    },
  });
}
