import { useId, useState } from "react";
import type { ChannelRules } from "#contract/channels.ts";
import { FORGET_DAYS, POLL_MINUTES, type UnreachableChoice } from "#domain/channels/channel.ts";
import { saveRules } from "../../api/channels.ts";
import { Button } from "../../ui/button.tsx";
import { type Choice, ChoiceList } from "../../ui/choice-list.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { fieldErrors } from "../bookings/use-act.ts";
import { useChannelAct } from "./use-channel-act.ts";

const CHOICES: Choice<UnreachableChoice>[] = [
  {
    value: "ask",
    label: "Ask me",
    about: "The booking stays pending until you confirm it. We hold the nights.",
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

/**
 * S-60, S-64, S-67: sets how often calendars are read, what happens if a calendar does not respond, and when guest
 * details are erased.
 */
export function RulesForm({ rules }: { rules: ChannelRules }) {
  const [minutes, setMinutes] = useState(String(rules.pollMinutes));
  const [days, setDays] = useState(String(rules.forgetAfterDays));
  const [onUnreachable, setOnUnreachable] = useState(rules.onUnreachable);
  const save = useChannelAct(() => saveRules({ pollMinutes: minutes, forgetAfterDays: days, onUnreachable }), {
    done: "Saved",
    failed: "We couldn't save the rules",
  });
  const errors = fieldErrors(save.error);
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-2xl border border-line bg-surface p-5">
      <h2 id={id} className="font-serif text-xl">
        Rules for all channels
      </h2>
      <form
        noValidate
        className="mt-4 space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <ChoiceList
          legend="If a platform doesn't respond while a guest is booking"
          hint="Before each direct booking, we check the calendars again for up to five seconds."
          choices={CHOICES}
          value={onUnreachable}
          onChange={setOnUnreachable}
          className="mt-2 grid gap-2 lg:grid-cols-3"
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Check the calendars every"
            hint={`Minutes, ${POLL_MINUTES.min} to ${POLL_MINUTES.max}`}
            error={errors["pollMinutes"]}
          >
            {(parts) => <NumberInput {...parts} value={minutes} onChange={setMinutes} />}
          </Field>
          <Field
            label="Delete imported guest names and partial phone numbers after"
            hint={`Days after check-out, ${FORGET_DAYS.min} to ${FORGET_DAYS.max}`}
            error={errors["forgetAfterDays"]}
          >
            {(parts) => <NumberInput {...parts} value={days} onChange={setDays} />}
          </Field>
        </div>
        {Object.keys(errors).length > 0 ? null : <ActError error={save.error} />}
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? "Saving..." : "Save rules"}
        </Button>
      </form>
    </section>
  );
}

type NumberProps = { id: string; value: string; onChange: (value: string) => void };

function NumberInput({ onChange, ...rest }: NumberProps) {
  return (
    <input
      {...rest}
      className={inputClass}
      inputMode="numeric"
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
