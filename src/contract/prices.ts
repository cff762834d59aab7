import * as z from "zod/mini";
import { isLocalDate, type LocalDate } from "#domain/calendar/local-date.ts";
import type { Weekday } from "#domain/calendar/month.ts";
import { LONGEST_STAY_NIGHTS, WINDOW_DAYS } from "#domain/booking/limits.ts";
import { type MonthDay, MOST } from "#domain/pricing/price-document.ts";
import { isCode, normalCode } from "#domain/pricing/promo-code.ts";
import { MAX_RATE_CENTS } from "#domain/money/money.ts";
import { endpoint } from "./endpoint.ts";
import { localDate, localTime, text, wholeNumber } from "./fields.ts";

function whole(min: number, max: number, message: string) {
  return z.int(message).check(z.minimum(min, message), z.maximum(max, message));
}

const nightPrice = whole(0, MAX_RATE_CENTS, "Check the price for an extra zero");
/** The limit depends on the currency, so the domain checks it (`feeProblem`). */
const fee = whole(0, Number.MAX_SAFE_INTEGER, "Enter an amount");
const percent = whole(0, 10_000, "Enter a percentage from 0 to 100");
const minimumNights = whole(1, MOST.minimumNights, `Enter 1 to ${MOST.minimumNights} nights`);
const days = whole(0, 730, "Enter 0 to 730 days");
const name = text({ min: 1, max: 40, message: "Enter a name" });
const weekday = z.custom<Weekday>((value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 6);
const weekdays = z.array(weekday).check(
  z.maxLength(7),
  z.refine((value) => new Set(value).size === value.length, { error: "Choose each day only once" }),
);
/** Includes 29 February: a leap year contains every possible day. */
const monthDay = z.custom<MonthDay>(
  (value) => typeof value === "string" && isLocalDate(`2024-${value}`),
  "Choose a day and a month",
);
const night = localDate("Choose a date");

const nightTerms = {
  priceCents: z.nullable(nightPrice),
  weekendPriceCents: z.nullable(nightPrice),
  minimumNights: z.nullable(minimumNights),
  changeoverDays: z.nullable(weekdays),
};
const most = (count: number, what: string) => z.maxLength(count, `At most ${count} ${what}; remove one first`);
const leadTime = z.nullable(z.object({ days, percent }));
const taxName = { name, included: z.boolean() };

const specialDates = (name: z.core.$ZodType<string>) =>
  z
    .array(z.object({ name, firstNight: night, lastNight: night, ...nightTerms }))
    .check(most(MOST.specialDates, "special dates"));

/** The whole document; the domain checks that its parts are consistent (`documentProblems`). */
export const priceDocument = z.object({
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, "Choose a currency from the list")),
  everyNight: z.object({
    priceCents: whole(1, MAX_RATE_CENTS, "Enter a price above zero, and check for an extra zero"),
    weekendPriceCents: z.nullable(nightPrice),
    weekendNights: weekdays,
    minimumNights,
    changeoverDays: weekdays,
  }),
  seasons: z
    .array(z.object({ name, from: monthDay, to: monthDay, ...nightTerms }))
    .check(most(MOST.seasons, "seasons")),
  specialDates: specialDates(name),
  longerStays: z
    .array(z.object({ nights: whole(2, 365, "Enter 2 to 365 nights"), percent }))
    .check(most(MOST.longerStays, "discounts for longer stays")),
  lastMinute: leadTime,
  earlyBird: leadTime,
  guests: z.object({
    sleeps: whole(1, MOST.sleeps, `Enter 1 to ${MOST.sleeps} guests`),
    included: whole(1, MOST.sleeps, `Enter 1 to ${MOST.sleeps} guests`),
    extraCents: fee,
  }),
  cleaningCents: fee,
  taxes: z
    .array(
      z.discriminatedUnion("per", [
        z.object({ ...taxName, per: z.literal("price"), percent }),
        z.object({ ...taxName, per: z.literal("guest-night"), amountCents: fee }),
        z.object({ ...taxName, per: z.literal("stay"), amountCents: fee }),
      ]),
    )
    .check(most(MOST.taxes, "taxes")),
  smallestGap: z.nullable(whole(1, 30, "Enter 1 to 30 nights")),
  preparationNights: whole(0, MOST.preparationNights, `Enter 0 to ${MOST.preparationNights} nights`),
  notice: z.nullable(
    z.object({
      days: whole(0, MOST.noticeDays, `Enter 0 to ${MOST.noticeDays} days`),
      until: z.nullable(localTime("Choose a time")),
    }),
  ),
  longestStay: whole(
    LONGEST_STAY_NIGHTS.min,
    LONGEST_STAY_NIGHTS.max,
    `Enter ${LONGEST_STAY_NIGHTS.min} to ${LONGEST_STAY_NIGHTS.max} nights`,
  ),
  windowDays: whole(WINDOW_DAYS.min, WINDOW_DAYS.max, `Enter ${WINDOW_DAYS.min} to ${WINDOW_DAYS.max} days`),
  cancellation: z
    .array(
      z.union([
        z.strictObject({
          fromHoursBefore: whole(0, 8760, "Enter 0 to 8,760 hours"),
          nights: whole(1, 90, "Enter 1 to 90 nights"),
        }),
        z.strictObject({ fromHoursBefore: whole(0, 8760, "Enter 0 to 8,760 hours"), percent }),
      ]),
    )
    .check(z.minLength(1, "Enter what a late cancellation costs"), most(MOST.cancellationSteps, "steps")),
});

const code = z.pipe(
  z.pipe(z.string("Enter the code"), z.transform(normalCode)),
  z.string().check(z.refine(isCode, { error: "Enter 3 to 20 letters and digits" })),
);
const dateOrNone = z.nullable(z.custom<LocalDate>(isLocalDate, "Choose a date"));

/** The discount that a code gives, and when it applies; the code itself is in the URL. */
const codeTerms = {
  discount: z.union([
    z.strictObject({ percent: whole(1, 10_000, "Enter a percentage from 0.01 to 100") }),
    z.strictObject({ amountCents: whole(1, Number.MAX_SAFE_INTEGER, "Enter an amount") }),
  ]),
  arrivalFrom: dateOrNone,
  arrivalUntil: dateOrNone,
  bookUntil: dateOrNone,
  minimumNights: z.nullable(minimumNights),
  maximumUses: z.nullable(whole(1, 100_000, "Enter 1 to 100,000 uses")),
};

const origin = z.nullable(z.object({ level: z.enum(["season", "special"]), name: z.string() }));
const amount = { quantity: z.int(), unitCents: z.int(), amountCents: z.int() };

export const quoteLine = z.union([
  z.object({ kind: z.literal("nights"), from: origin, ...amount }),
  /** A price for the whole stay that was agreed with the guest. */
  z.object({ kind: z.literal("agreed"), nights: z.int(), ...amount }),
  z.object({
    kind: z.literal("discount"),
    reason: z.literal("code"),
    code: z.string(),
    percent: z.nullable(z.int()),
    ...amount,
  }),
  z.object({
    kind: z.literal("discount"),
    reason: z.literal("longer-stay"),
    nights: z.int(),
    percent: z.int(),
    ...amount,
  }),
  z.object({
    kind: z.literal("discount"),
    reason: z.enum(["last-minute", "early-bird"]),
    days: z.int(),
    percent: z.int(),
    ...amount,
  }),
  z.object({ kind: z.literal("extra-guests"), guests: z.int(), nights: z.int(), ...amount }),
  z.object({ kind: z.literal("cleaning"), ...amount }),
  z.object({ kind: z.literal("adjustment"), label: z.string(), ...amount }),
  z.object({
    kind: z.literal("tax"),
    name: z.string(),
    per: z.enum(["price", "guest-night", "stay"]),
    percent: z.nullable(z.int()),
    ...amount,
  }),
]);

/** What cancelling costs from each of these times on; cancelling is free before the first of them. */
const cancellationCharges = z.array(z.object({ from: z.iso.datetime(), amountCents: z.int() }));

/** What cancelling a booked stay costs. */
export const cancellationTimes = {
  cancellation: cancellationCharges,
  freeCancellationUntil: z.string(),
  freeCancellationOver: z.boolean(),
};

/** A price with its lines as kinds and parameters; the field `priceLines` has the same lines in words. */
export const pricedLines = { currency: z.string(), lines: z.array(quoteLine) };

const stayQuote = z.object({
  ...pricedLines,
  totalCents: z.int(),
  /** Taxes included in the lines. */
  containedTaxes: z.array(z.object({ name: z.string(), amountCents: z.int() })),
  nights: z.array(z.object({ date: z.string(), priceCents: z.int() })),
  oneNightCents: z.int(),
  cancellation: cancellationCharges,
});

/** What guests may know about the prices: everything except the discount codes. */
export const publicPrices = endpoint("GET", "/api/prices", "anyone", {
  // Special dates have a name only if the host gave them one.
  response: z.object({
    prices: z.extend(priceDocument, { specialDates: specialDates(z.string()) }),
    today: z.string(),
  }),
});

export const nearestStays = z.array(
  z.object({ checkInDate: z.string(), checkOutDate: z.string(), totalCents: z.int() }),
);

/** The price of a stay or, if a rule does not allow it, that rule and the nearest stays that can be booked. */
export const quoteStay = endpoint("POST", "/api/quote", "anyone", {
  body: z.object({
    checkInDate: localDate("Check-in date is required"),
    checkOutDate: localDate("Check-out date is required"),
    guestCount: z.pipe(wholeNumber("At least 1 guest is required"), whole(1, 99, "At least 1 guest is required")),
    code: z.optional(text({ max: 60 })),
  }),
  response: z.object({
    quote: z.nullable(stayQuote),
    refusal: z.nullable(z.object({ rule: z.string(), message: z.string() })),
    nearest: nearestStays,
    /**
     * The result for the code; the message is the same for every invalid code. Null without a code, and if the code is
     * good but the stay cannot be booked.
     */
    code: z.nullable(z.object({ accepted: z.boolean(), message: z.string() })),
  }),
});

const savedCode = z.object({ code: z.string(), ...codeTerms, uses: z.int() });
export type SavedCode = z.output<typeof savedCode>;

const savedPrices = z.object({
  prices: priceDocument,
  /** Sent back when saving, so that two open tabs do not overwrite each other. */
  version: z.string(),
  codes: z.array(savedCode),
  today: z.string(),
  timeZone: z.string(),
  /** `14:00`: cancellation steps are counted back from this time. */
  checkInTime: z.string(),
  /**
   * Nights that are taken or kept for preparation, from yesterday to the end of the longest possible booking window.
   */
  taken: z.array(z.string()),
});
export type SavedPrices = z.output<typeof savedPrices>;

export const readPrices = endpoint("GET", "/api/admin/prices", "admin", {
  response: savedPrices,
});

export const savePrices = endpoint("PUT", "/api/admin/prices", "admin", {
  body: z.object({
    prices: priceDocument,
    version: z.string().check(z.maxLength(60)),
    /** Confirms prices that look like typing mistakes. */
    confirmed: z._default(z.boolean(), false),
  }),
  response: z.object({ ...savedPrices.shape, changeId: z.nullable(z.string()) }),
});

export const saveCode = endpoint("PUT", "/api/admin/prices/codes/:code", "admin", {
  params: z.object({ code }),
  body: z.object({ ...codeTerms, confirmed: z._default(z.boolean(), false) }),
  response: savedPrices,
});

/** Deletes a code; bookings that have used it keep their discount. */
export const removeCode = endpoint("DELETE", "/api/admin/prices/codes/:code", "admin", {
  params: z.object({ code }),
  response: savedPrices,
});
