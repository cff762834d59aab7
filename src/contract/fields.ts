import * as z from "zod/mini";
import { fromDollarText } from "#domain/money/money.ts";
import { isLocalDate, type LocalDate } from "#domain/calendar/local-date.ts";
import { isOneLine, withoutInvisible } from "#domain/guests/plain-name.ts";

/** A calendar date `YYYY-MM-DD` that exists. */
export function localDate(message: string) {
  return z.pipe(z.string(message), z.custom<LocalDate>(isLocalDate, message));
}

/**
 * Text as people type it: trimmed, composed (NFC), without control characters other than line breaks.
 * A lone surrogate or a NUL would be refused by PostgreSQL (reliability M21).
 */
export function text(limits: { min?: number; max: number; message?: string }) {
  const { min = 0, max, message = "Write some text here" } = limits;
  return z.pipe(
    z.pipe(
      z.string(message),
      z.transform((value: string) => value.normalize("NFC").trim()),
    ),
    z.string().check(
      z.minLength(min, message),
      z.maxLength(max, `Use at most ${max} characters`),
      z.refine((value) => value.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value), {
        error: "Remove the characters that cannot be shown",
      }),
    ),
  );
}

/** Text that goes into email headers, calendars, file names or WhatsApp: one line, without invisible marks. */
export function oneLine(limits: { min?: number; max: number; message?: string }) {
  const { message = "Write some text here" } = limits;
  return z.pipe(
    z.pipe(z.string(message), z.transform(withoutInvisible)),
    z.pipe(text(limits), z.string().check(z.refine(isOneLine, { error: "Write this on one line" }))),
  );
}

/** A number, or the digits of one as a form sends them. */
export function wholeNumber(message: string) {
  return z.pipe(
    z.custom<number | string>(
      (value) => typeof value === "number" || (typeof value === "string" && /^\d{1,9}$/.test(value)),
      message,
    ),
    z.transform((value: number | string) => Number(value)),
  );
}

/** Dollars as a numeric string with two decimals (SPEC 3: `totalAmount`). */
export const dollars = z.string().check(z.regex(/^-?\d+\.\d{2}$/));

/** A line of a price as the guest reads it. */
export const priceLine = z.object({ label: z.string(), quantity: z.number(), unitAmount: dollars, amount: dollars });

/** Dollars as people type them, more than nothing; arrives as whole cents. */
export function typedDollars(message: string) {
  return z.pipe(
    z.string(message),
    z.pipe(
      z.transform((value: string) => fromDollarText(value) ?? 0),
      z.number().check(z.positive(message)),
    ),
  );
}
