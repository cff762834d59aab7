import { isLocalTime } from "#domain/calendar/time-zone.ts";
import { TIMING_EVENTS, TIMING_UNITS, type Timing } from "#domain/messaging/custom-message.ts";
import { EVENT_LABELS } from "./timing-text.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";

/** As typed, so that each control keeps its value while other controls change. */
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

const isAmount = (typed: string) => /^\d{1,4}$/.test(typed.trim());

/** By field. */
export function timingErrors({ unit, amount, time }: TimingDraft): Record<string, string> {
  return {
    ...(isAmount(amount) ? {} : { "timing.amount": "Enter a whole number" }),
    ...(unit === "days" && !isLocalTime(time) ? { "timing.time": "Enter a time of day" } : {}),
  };
}

/** Null if the input is invalid. */
export function timingOf({ event, side, unit, amount, time }: TimingDraft): Timing | null {
  if (!isAmount(amount)) return null;
  const common = { event, side: event === "booking" ? ("after" as const) : side, amount: Number(amount) };
  if (unit !== "days") return { ...common, unit };
  return isLocalTime(time) ? { ...common, unit, time } : null;
}

type Props = {
  draft: TimingDraft;
  change: (changed: Partial<TimingDraft>) => void;
  errors: Record<string, string>;
  idOf: (name: string) => string;
  timeZone: string;
};

export function TimingFields({ draft, change, errors, idOf, timeZone }: Props) {
  const sides = draft.event === "booking" ? (["after"] as const) : (["before", "after"] as const);
  return (
    <fieldset className="min-w-0 rounded-xl border border-line p-4">
      <legend className="px-1 font-semibold">When it is sent</legend>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          id={idOf("timing.amount")}
          label="Number"
          error={errors["timing.amount"]}
          inputMode="numeric"
          maxLength={4}
          value={draft.amount}
          onChange={(amount) => change({ amount })}
          autoComplete="on"
        />
        <SelectField
          label="Unit"
          value={draft.unit}
          options={TIMING_UNITS.map((one) => [one, one])}
          onChange={(unit) => change({ unit })}
        />
        <SelectField
          label="Before or after"
          value={draft.event === "booking" ? "after" : draft.side}
          options={sides.map((one) => [one, one])}
          onChange={(side) => change({ side })}
        />
        <SelectField
          label="Counted from"
          value={draft.event}
          options={TIMING_EVENTS.map((one) => [one, EVENT_LABELS[one]])}
          onChange={(event) => change({ event })}
        />
        {draft.unit === "days" ? (
          <TextField
            className="col-span-2"
            id={idOf("timing.time")}
            label="Time of day"
            hint={`In the cottage's time zone (${timeZone}). 0 days means the day itself.`}
            error={errors["timing.time"]}
            type="time"
            value={draft.time}
            onChange={(time) => change({ time })}
          />
        ) : null}
      </div>
    </fieldset>
  );
}
