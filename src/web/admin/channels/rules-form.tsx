import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import type { ChannelRules } from "#contract/channels.ts";
import { FORGET_DAYS, POLL_MINUTES, type UnreachableChoice } from "#domain/channels/channel.ts";
import { channelsQuery } from "../../api/channel-list.ts";
import { saveRules } from "../../api/channels.ts";
import { Button } from "../../ui/button.tsx";
import { type Choice, ChoiceList } from "../../ui/choice-list.tsx";
import { Form } from "../../ui/form.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ChangesByOthers } from "../frame/changes-by-others.tsx";
import { useDraft } from "../frame/use-draft.ts";
import { ActError } from "../bookings/act-error.tsx";
import { useChannelAct } from "./use-channel-act.ts";

const CHOICES: Choice<UnreachableChoice>[] = [
  {
    value: "ask",
    label: "Ask me",
    about: "The booking becomes a request: we hold the nights until you confirm or the response time runs out.",
  },
  {
    value: "sell",
    label: "Sell",
    about: "We accept the booking and tell you which platform we couldn't check.",
  },
  {
    value: "stop",
    label: "Stop",
    about: "No direct bookings until the platform responds. We ask guests to try again later.",
  },
];

/** S-60, S-64, S-67 */
export function RulesForm({ rules }: { rules: ChannelRules }) {
  const save = useChannelAct(
    ({ seen, fields }: { seen: ChannelRules; fields: Fields }) => saveRules({ seen }, fields),
    {
      done: "Saved",
      failed: "We couldn't save the rules",
    },
  );
  const client = useQueryClient();
  const draft = useDraft(rules, fieldsOf, { error: save.error });
  const { fields } = draft;
  const saved = (after: ChannelRules) => {
    client.setQueryData(channelsQuery.queryKey, (list) => list && { ...list, rules: after });
    draft.saved(fields, after);
  };
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-2xl border border-line bg-surface p-5">
      <h2 id={id} className="font-serif text-xl">
        Rules for all channels
      </h2>
      <Form className="mt-4 space-y-5" onSubmit={() => save.mutate({ seen: draft.seen, fields }, { onSuccess: saved })}>
        <ChoiceList
          legend="If a platform doesn't respond while a guest is booking"
          hint="Before each direct booking, we check the calendars again for up to five seconds, except those read in the last two minutes."
          choices={CHOICES}
          value={fields.onUnreachable}
          onChange={(onUnreachable) => draft.change({ onUnreachable })}
          className="mt-2 grid gap-2 lg:grid-cols-3"
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            {...draft.field("pollMinutes")}
            label="Check the calendars every"
            hint={`Minutes, ${POLL_MINUTES.min} to ${POLL_MINUTES.max}`}
            inputMode="numeric"
          />
          <TextField
            {...draft.field("forgetAfterDays")}
            label="Delete guests' names, phone numbers and reservation codes of imported stays after"
            hint={`Days after check-out, ${FORGET_DAYS.min} to ${FORGET_DAYS.max}`}
            inputMode="numeric"
          />
        </div>
        {save.isPending ? null : <ChangesByOthers lines={draft.changedByOthers.map((name) => lineOf(name, rules))} />}
        <ActError error={save.error} />
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? "Saving..." : "Save rules"}
        </Button>
      </Form>
    </section>
  );
}

type Fields = { pollMinutes: string; onUnreachable: UnreachableChoice; forgetAfterDays: string };

function fieldsOf({ pollMinutes, onUnreachable, forgetAfterDays }: ChannelRules): Fields {
  return { pollMinutes: String(pollMinutes), onUnreachable, forgetAfterDays: String(forgetAfterDays) };
}

function lineOf(field: keyof Fields, { pollMinutes, onUnreachable, forgetAfterDays }: ChannelRules): string {
  if (field === "pollMinutes") return `Check the calendars every ${pollMinutes} minutes`;
  if (field === "forgetAfterDays") return `Delete imported guest details after ${forgetAfterDays} days`;
  return `If a platform doesn't respond: ${CHOICES.find(({ value }) => value === onUnreachable)?.label}`;
}
