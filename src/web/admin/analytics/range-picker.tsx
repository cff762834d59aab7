import { useId, useState } from "react";
import type { Span } from "#domain/analytics/days.ts";
import { type RangeName, spanFromTo, RANGE_NAMES, spanOf } from "#domain/analytics/range.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { formatSpan } from "../../lib/format-span.ts";
import { Button } from "../../ui/button.tsx";
import { inputClass } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { useSearchParams } from "wouter";

type Chosen = { range: Exclude<RangeName, "custom"> } | { range: "custom"; first: string; last: string };

/** The range is kept in the URL, so that the host can bookmark the page. */
export function useRange(today: LocalDate) {
  const [address, setAddress] = useSearchParams();
  const range = RANGE_NAMES.find((name) => name === address.get("range")) ?? "all";
  const custom = range === "custom" ? spanFromTo(address.get("from"), address.get("to")) : null;
  const name: RangeName = range === "custom" && !custom ? "all" : range;
  const span: Span | null = name === "custom" ? custom : spanOf(name, today);
  const choose = (chosen: Chosen) =>
    setAddress(
      chosen.range === "custom" ? { range: "custom", from: chosen.first, to: chosen.last } : { range: chosen.range },
      { replace: true },
    );
  return { name, span, choose };
}

const LABELS = {
  all: "All time",
  "this-month": "This month",
  "last-30-days": "Last 30 days",
  "this-year": "This year",
  "last-year": "Last year",
  custom: "Choose days",
} satisfies Record<RangeName, string>;

type Props = { name: RangeName; span: Span | null; today: string; onChoose: (chosen: Chosen) => void };

export function RangePicker({ name, span, today, onChoose }: Props) {
  const [custom, setCustom] = useState(name === "custom");
  return (
    <section aria-label="Days shown" className="space-y-3 rounded-2xl border border-line bg-surface p-4">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <SelectField
          label="Range"
          className="w-full sm:w-56"
          value={custom ? "custom" : name}
          options={RANGE_NAMES.map((one) => [one, LABELS[one]])}
          onChange={(chosen) => {
            setCustom(chosen === "custom");
            if (chosen !== "custom") onChoose({ range: chosen });
          }}
        />
        {span ? <p className="min-h-11 py-2 text-ink-soft">{formatSpan(span.from, addDays(span.to, -1))}</p> : null}
      </div>
      {custom ? <CustomDays span={span} today={today} onChoose={onChoose} /> : null}
    </section>
  );
}

function CustomDays({ span, today, onChoose }: Omit<Props, "name">) {
  const errorId = useId();
  const [first, setFirst] = useState<string>(span?.from ?? `${today.slice(0, 7)}-01`);
  const [last, setLast] = useState<string>(span ? addDays(span.to, -1) : today);
  const [wrong, setWrong] = useState(false);
  return (
    <Form
      data-unguarded
      className="flex flex-wrap items-end gap-3"
      onSubmit={() => {
        const fits = spanFromTo(first, last) !== null;
        setWrong(!fits);
        if (fits) onChoose({ range: "custom", first, last });
      }}
    >
      <Day label="First day" value={first} onChange={setFirst} wrong={wrong} errorId={errorId} />
      <Day label="Last day" value={last} onChange={setLast} wrong={wrong} errorId={errorId} />
      <Button type="submit" look="secondary">
        Show
      </Button>
      <p id={errorId} role="alert" className="w-full font-semibold text-danger empty:hidden">
        {wrong ? "Choose a first day, and a last day on or after it." : null}
      </p>
    </Form>
  );
}

type DayProps = { label: string; value: string; onChange: (value: string) => void; wrong: boolean; errorId: string };

function Day({ label, value, onChange, wrong, errorId }: DayProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="date"
        className={inputClass}
        value={value}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? errorId : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
