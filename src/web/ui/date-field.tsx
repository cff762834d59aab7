import { useLayoutEffect, useRef, useState } from "react";
import { FIRST_DATE, isLocalDate, LAST_DATE, type LocalDate } from "#domain/calendar/local-date.ts";
import { TextField, type TextFieldProps } from "./text-field.tsx";

type Props = Omit<TextFieldProps, "onChange" | "value"> & { value: string; onChange: (date: LocalDate | "") => void };

/**
 * Reports only real dates, and "" while the input is empty or incomplete. While a year is typed, browsers report dates
 * such as 0002-12-20; the input keeps these, because replacing them would delete what has been typed so far.
 */
export function DateField({ value, onChange, ...field }: Props) {
  const [typed, setTyped] = useState({ text: value, value });
  if (typed.value !== value) setTyped({ text: value, value });
  const input = useRef<HTMLInputElement>(null);
  // A year may be half typed when the page is hydrated. Real dates are passed on by the form.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => setTyped({ text: input.current?.value ?? value, value }), []);
  return (
    <TextField
      ref={input}
      min={FIRST_DATE}
      max={LAST_DATE}
      {...field}
      type="date"
      value={typed.text}
      onChange={(text) => {
        setTyped({ text, value });
        if (text === "" || isLocalDate(text)) onChange(text);
      }}
      onBlur={() => setTyped({ text: value, value })}
    />
  );
}
