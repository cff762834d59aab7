import { isLocalTime } from "#domain/calendar/time-zone.ts";
import { TIMING_EVENTS, TIMING_UNITS, type Timing } from "#domain/messaging/custom-message.ts";
import { Field, inputClass } from "../../ui/field.tsx";
import { EVENT_LABELS } from "./timing-text.ts";

/** The input as typed, so that each control keeps its value while other controls change. */
export type TimingDraft = {
  event: Timing["event"];
  side: Timing["side"];
  unit: Timing["unit"];
  amount: string;
  time: string;
};

export const FIRST_TIMING: Timing = {
  event: "check-in",
  side: "before",
  unit: "days",
  amount: 2,
  time: "09:00",
};

export function draftOf(timing: Timing): TimingDraft {
  return { ...timing, amount: String(timing.amount), time: timing.unit === "days" ? timing.time : "09:00" };
}

/** Converts the input to a timing. Returns null if the input is invalid. */
export function timingOf({ event, side, unit, amount, time }: TimingDraft): Timing | null {
  if (!/^\d{1,4}$/.test(amount.trim())) return null;
  const common = { event, side: event === "booking" ? ("after" as const) : side, amount: Number(amount) };
  if (unit !== "days") return { ...common, unit };
  return isLocalTime(time) ? { ...common, unit, time } : null;
}

type Props = {
  draft: TimingDraft;
  change: (changed: Partial<TimingDraft>) => void;
  errors: Record<string, string>;
  timeZone: string;
};

export function TimingFields({ draft, change, errors, timeZone }: Props) {
  const sides = draft.event === "booking" ? (["after"] as const) : (["before", "after"] as const);
  return (
    <fieldset className="min-w-0 rounded-xl border border-line p-4">
      <legend className="px-1 font-semibold">When it is sent</legend>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Number" error={errors["timing.amount"]}>
          {(parts) => (
            <input
              {...parts}
              inputMode="numeric"
              maxLength={4}
              className={inputClass}
              value={draft.amount}
              onChange={({ target }) => change({ amount: target.value })}
            />
          )}
        </Field>
        <Choice label="Unit" value={draft.unit} options={TIMING_UNITS} onChange={(unit) => change({ unit })} />
        <Choice
          label="Before or after"
          value={draft.event === "booking" ? "after" : draft.side}
          options={sides}
          onChange={(side) => change({ side })}
        />
        <Choice
          label="Counted from"
          value={draft.event}
          options={TIMING_EVENTS}
          names={EVENT_LABELS}
          onChange={(event) => change({ event })}
        />
        {draft.unit === "days" ? (
          <Field
            className="col-span-2"
            label="Time of day"
            hint={`In the cottage's time zone (${timeZone}). 0 days means the day itself.`}
            error={errors["timing.time"]}
          >
            {(parts) => (
              <input
                {...parts}
                type="time"
                className={inputClass}
                value={draft.time}
                onChange={({ target }) => change({ time: target.value })}
              />
            )}
          </Field>
        ) : null}
      </div>
    </fieldset>
  );
}

type ChoiceProps<V extends string> = {
  label: string;
  value: V;
  options: readonly V[];
  names?: Record<V, string>;
  onChange: (value: V) => void;
};

function Choice<V extends string>({ label, value, options, names, onChange }: ChoiceProps<V>) {
  return (
    <Field label={label}>
      {(parts) => (
        <select
          {...parts}
          className={inputClass}
          value={value}
          onChange={({ target }) => {
            const chosen = options.find((one) => one === target.value);
            if (chosen !== undefined) onChange(chosen);
          }}
        >
          {options.map((one) => (
            <option key={one} value={one}>
              {names ? names[one] : one}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
