import * as z from "zod/mini";
import { isLocalDate, type LocalDate } from "#domain/calendar/local-date.ts";
import { isLocalTime, type LocalTime } from "#domain/calendar/time-zone.ts";
import { emptyIfInvisible, lineRule, type TextLimits, type TextRule, textRule } from "#domain/guests/typed-text.ts";

/** A calendar date `YYYY-MM-DD` that exists. */
export function localDate(message: string) {
  return z.pipe(z.string(message), z.custom<LocalDate>(isLocalDate, message));
}

/** A time of day `HH:MM`. */
export function localTime(message: string) {
  return z.custom<LocalTime>((value) => typeof value === "string" && isLocalTime(value), message);
}

export const dayRange = {
  from: localDate("from must be the first day, as YYYY-MM-DD"),
  to: localDate("to must be the last day, as YYYY-MM-DD"),
};

/**
 * The time for composing text (NFC) grows with the square of the number of combining marks in a row: 80,000 of them
 * would block the server for seconds. Written languages use fewer than 30 (Unicode Standard Annex 15, Stream-Safe Text
 * Format).
 */
const isQuicklyComposed = (typed: string) => !/\p{M}{31}/u.test(typed);

/**
 * Text that a domain rule trims and checks; the browser's forms apply the same rule. Text that consists of invisible
 * characters is empty.
 */
export function ruled(rule: TextRule, message: string) {
  return z.pipe(
    z.pipe(
      z.string(message).check(z.refine(isQuicklyComposed, "Remove the characters that cannot be shown")),
      z.transform((typed) => emptyIfInvisible(rule.tidy(typed))),
    ),
    z.string().check(
      z.refine((value) => rule.problem(value) === null, {
        error: ({ input }) => rule.problem(String(input)) ?? undefined,
      }),
    ),
  );
}

/** Text as people type it: trimmed, composed (NFC), without control characters other than tabs and line breaks. */
export function text(limits: TextLimits) {
  return ruled(textRule(limits), limits.message ?? "Enter some text");
}

/**
 * Text that is used in email headers, calendars, file names or WhatsApp messages: one line, without invisible
 * characters.
 */
export function oneLine(limits: TextLimits) {
  return ruled(lineRule(limits), limits.message ?? "Enter some text");
}

/** An email address; empty for none. */
export const optionalEmail = z.pipe(
  oneLine({ max: 254 }),
  z.string().check(
    z.refine((value) => value === "" || z.email().safeParse(value).success, {
      error: "Enter an address such as ann@example.com",
    }),
  ),
);

/** A phone number from the host. Guests get a link that dials its digits. */
export function dialable(min: number, message: string) {
  return z.pipe(oneLine({ min, max: 40, message }), z.string().check(z.regex(/\p{Nd}/u, message)));
}
export const hostPhone = dialable(5, "Enter a phone number that guests can call");

/** A number, or its digits as a form sends them. */
export function wholeNumber(message: string) {
  return z.pipe(
    z.custom<number | string>(
      (value) => typeof value === "number" || (typeof value === "string" && /^\d{1,9}$/.test(value)),
      message,
    ),
    z.transform((value: number | string) => Number(value)),
  );
}

export function between({ min, max }: { min: number; max: number }, unit: string) {
  const message = `Enter ${min} to ${max} ${unit}`;
  return z.pipe(wholeNumber(message), z.number().check(z.minimum(min, message), z.maximum(max, message)));
}

/** An amount as a numeric string with as many decimals as its currency has (SPEC 3: `totalAmount`). */
export const numericAmount = z.string().check(z.regex(/^-?\d+(\.\d{1,3})?$/));

/** A line of a price as the guest reads it. */
export const priceLine = z.object({
  label: z.string(),
  quantity: z.number(),
  unitAmount: numericAmount,
  amount: numericAmount,
});

/** An amount as people type it. The number of decimals depends on the currency, so the use case parses it. */
export function typedAmount(message: string) {
  return z.pipe(z.string(message), z.string().check(z.maxLength(30, message)));
}
