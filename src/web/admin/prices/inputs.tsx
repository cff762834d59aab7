import { useEffect, useState } from "react";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Weekday } from "#domain/calendar/month.ts";
import { amountFromText, amountText, currencyDigits, moneyText } from "#domain/money/currency.ts";
import { EVERY_WEEKDAY, type MonthDay } from "#domain/pricing/price-document.ts";
import { percentOf } from "#domain/pricing/quote.ts";
import { WEEKDAY_NAMES } from "#domain/pricing/refusal-text.ts";
import { DateField } from "../../ui/date-field.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { SelectField, type SelectFieldProps } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { Binding } from "../frame/binding.ts";
import { usePriceEditor } from "./editor.ts";

type Props<V> = Binding<V> & { label: string; hint?: string; className?: string };

type TypedProps<V> = Props<V> & {
  toText: (value: V) => string;
  /** Null if the text is invalid. */
  fromText: (text: string) => { value: V } | null;
  wrong: string;
  inputMode: "numeric" | "decimal" | "text";
  required: boolean;
  /** The unit of the number, which is part of the field's name. */
  unit?: string;
  placeholder?: string;
};

/** Keeps invalid input as typed; the browser then says what is wrong and does not submit the form. */
function TypedInput<V>({ path, value, toText, fromText, onChange, wrong, required, unit, ...props }: TypedProps<V>) {
  const { problems, setUnreadable } = usePriceEditor();
  const { label, hint, className, ...input } = props;
  const [text, setText] = useState(toText(value));
  const read = fromText(text);
  const isUnreadable = read === null;
  useEffect(() => {
    if (!isUnreadable) return undefined;
    setUnreadable((before) => new Set([...before, path]));
    return () => setUnreadable((before) => new Set([...before].filter((other) => other !== path)));
  }, [isUnreadable, path, setUnreadable]);
  const same = read !== null && toText(read.value) === toText(value);
  const shown = same || read === null ? text : toText(value);
  const problem = read === null ? wrong : problems[path];
  return (
    <Field id={path} label={unit ? `${label} (${unit})` : label} hint={hint} error={problem} className={className}>
      {(parts) => (
        <input
          {...parts}
          {...input}
          ref={(element) => element?.setCustomValidity(read === null ? wrong : "")}
          autoComplete="off"
          required={required}
          value={shown}
          // Typing then replaces the whole value, which is a suggestion or the old value.
          onFocus={(event) => event.target.select()}
          // "+20" becomes the resulting price.
          onBlur={() => read !== null && setText(toText(read.value))}
          onChange={(event) => {
            setText(event.target.value);
            const typed = fromText(event.target.value);
            if (typed) onChange(typed.value);
          }}
          className={inputClass}
        />
      )}
    </Field>
  );
}

function readMoney(text: string, currency: string) {
  const cents = amountFromText(text, currency);
  return cents === null ? null : { value: cents };
}

export function MoneyInput(props: Props<number>) {
  const { currency } = usePriceEditor().prices;
  return (
    <TypedInput
      {...props}
      toText={(cents) => amountText(cents, currency)}
      fromText={(text) => readMoney(text, currency)}
      wrong={moneyHelp(currency)}
      inputMode="decimal"
      required
      unit={currency}
    />
  );
}

type OptionalMoneyProps = Props<number | null> & {
  /** What an empty field means. */
  placeholder: string;
  /** The price to which "+20" or "+10%" is added. */
  moreThan?: number;
};

export function OptionalMoneyInput({ moreThan: base, ...props }: OptionalMoneyProps) {
  const { currency } = usePriceEditor().prices;
  const read = (text: string) =>
    base !== undefined && text.startsWith("+") ? readMore(text.slice(1), base, currency) : readMoney(text, currency);
  return (
    <TypedInput
      {...props}
      toText={(cents) => (cents === null ? "" : amountText(cents, currency))}
      fromText={(text) => (text.trim() === "" ? { value: null } : read(text.trim()))}
      wrong={`${moneyHelp(currency)}${base === undefined ? "" : ", or +20 for 20 more"}`}
      unit={currency}
      // The number pads of some phones have no plus sign.
      inputMode={base === undefined ? "decimal" : "text"}
      required={false}
    />
  );
}

/** From "20" or "10%". */
function readMore(text: string, base: number, currency: string) {
  const percent = readPercent(text, "%");
  if (percent) return { value: base + percentOf(base, percent.value) };
  const more = readMoney(text, currency);
  return more && { value: base + more.value };
}

/** Hundredths of a percent, from "12.5" or "12,5" followed by `sign`; null if the text is not a percentage. */
export function readPercent(text: string, sign = "") {
  const [, typed, end] = /^(\d{1,3}(?:[.,]\d{1,2})?)\s*(%?)$/.exec(text.trim()) ?? [];
  return typed && end === sign ? { value: Math.round(Number(typed.replace(",", ".")) * 100) } : null;
}

/** "$20 more than other nights". */
export function moreThan(cents: number, base: number, currency: string): string {
  if (cents === base) return "the same as other nights";
  const difference = moneyText(Math.abs(cents - base), currency);
  return `${difference} ${cents > base ? "more" : "less"} than other nights`;
}

function moneyHelp(currency: string): string {
  return `Enter an amount in ${currency}, such as ${currencyDigits(currency) === 0 ? "150" : "150 or 149.50"}`;
}

export function NumberInput(props: Props<number>) {
  return (
    <TypedInput
      {...props}
      toText={String}
      fromText={(text) => (/^\d{1,4}$/.test(text.trim()) ? { value: Number(text) } : null)}
      wrong="Enter a whole number"
      inputMode="numeric"
      required
    />
  );
}

export function OptionalNumberInput(props: Props<number | null> & { placeholder: string }) {
  return (
    <TypedInput
      {...props}
      toText={(count) => (count === null ? "" : String(count))}
      fromText={(text) => (/^\d{0,4}$/.test(text.trim()) ? { value: text.trim() === "" ? null : Number(text) } : null)}
      wrong="Enter a whole number, or leave this empty"
      inputMode="numeric"
      required={false}
    />
  );
}

/** Stored in hundredths of a percent. */
export function PercentInput(props: Props<number>) {
  return (
    <TypedInput
      {...props}
      toText={(percent) => String(percent / 100)}
      fromText={(text) => readPercent(text)}
      wrong="Enter a percentage, such as 10"
      inputMode="decimal"
      required
      unit="%"
    />
  );
}

export function TextInput({ path, ...props }: Props<string>) {
  const { problems } = usePriceEditor();
  return (
    <TextField
      {...props}
      ref={(element) => element?.setCustomValidity(props.value.trim() === "" ? "Enter a name" : "")}
      id={path}
      error={problems[path]}
      required
      maxLength={40}
    />
  );
}

export function DateInput({ onChange, ...props }: Props<LocalDate>) {
  return <OptionalDateInput {...props} required onChange={(date) => date && onChange(date)} />;
}

type OptionalDateProps = Props<LocalDate | null> & { required?: boolean };

export function OptionalDateInput({ path, value, onChange, ...props }: OptionalDateProps) {
  const { problems } = usePriceEditor();
  return (
    <DateField
      {...props}
      id={path}
      error={problems[path]}
      value={value ?? ""}
      onChange={(date) => onChange(date || null)}
    />
  );
}

const MONTHS = Array.from({ length: 12 }, (_unused, month) =>
  new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" }).format(new Date(Date.UTC(2024, month, 1))),
);

export function MonthDayInput({ path, label, value, onChange, className = "" }: Props<MonthDay>) {
  const { problems } = usePriceEditor();
  const [month = 1, day = 1] = value.split("-").map(Number);
  const last = new Date(Date.UTC(2024, month, 0)).getUTCDate();
  const set = (newMonth: number, newDay: number) => {
    const most = new Date(Date.UTC(2024, newMonth, 0)).getUTCDate();
    const text = `${String(newMonth).padStart(2, "0")}-${String(Math.min(newDay, most)).padStart(2, "0")}`;
    onChange(text as MonthDay); // two numbers of two digits
  };
  return (
    <fieldset className={`min-w-0 space-y-1 ${className}`}>
      <legend className="font-semibold">{label}</legend>
      {problems[path] ? <p className="text-sm font-semibold text-danger">{problems[path]}</p> : null}
      <span className="flex gap-2">
        <select
          id={path}
          aria-label={`${label}: month`}
          aria-invalid={problems[path] ? true : undefined}
          value={month}
          onChange={(event) => set(Number(event.target.value), day)}
          className={inputClass}
        >
          {MONTHS.map((name, place) => (
            <option key={name} value={place + 1}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label={`${label}: day`}
          value={day}
          onChange={(event) => set(month, Number(event.target.value))}
          className={`${inputClass} !w-20 shrink-0`}
        >
          {Array.from({ length: last }, (_unused, place) => (
            <option key={place} value={place + 1}>
              {place + 1}
            </option>
          ))}
        </select>
      </span>
    </fieldset>
  );
}

export function WeekdaysInput({ path, legend, value, onChange }: Binding<Weekday[]> & { legend: string }) {
  const { problems } = usePriceEditor();
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{legend}</legend>
      {problems[path] ? <p className="text-sm font-semibold text-danger">{problems[path]}</p> : null}
      <div className="mt-1 flex flex-wrap gap-2">
        {EVERY_WEEKDAY.map((day) => (
          <label
            key={day}
            htmlFor={`${path}-${day}`}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-lg border border-line-strong px-3 has-checked:border-accent has-checked:bg-sunken"
          >
            <input
              id={`${path}-${day}`}
              type="checkbox"
              className="size-5 accent-accent"
              aria-label={WEEKDAY_NAMES[day]}
              checked={value.includes(day)}
              onChange={(event) =>
                onChange(EVERY_WEEKDAY.filter((one) => (one === day ? event.target.checked : value.includes(one))))
              }
            />
            <span aria-hidden="true">{WEEKDAY_NAMES[day].slice(0, 3)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function Select<V extends string>({ path, ...props }: SelectFieldProps<V> & { path: string }) {
  const { problems } = usePriceEditor();
  return <SelectField {...props} id={path} error={problems[path]} />;
}
