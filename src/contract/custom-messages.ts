import * as z from "zod/mini";
import { LANGUAGES } from "#domain/language/language.ts";
import {
  CUSTOM_FIELDS,
  isAfterStay,
  MAX_CUSTOM_MESSAGES,
  MAX_OF,
  TIMING_EVENTS,
  TIMING_UNITS,
  type TimingUnit,
} from "#domain/messaging/custom-message.ts";
import { BOOKING_STATUSES } from "#domain/booking/status.ts";
import { endpoint } from "./endpoint.ts";
import { localDate, localTime, oneLine, text, wholeNumber } from "./fields.ts";
import { fieldValues, withKnownFields } from "./messaging.ts";

const sides = z.enum(["before", "after"]);
const events = z.enum(TIMING_EVENTS, "Choose what the time is counted from");
const amount = (unit: TimingUnit) =>
  z
    .int("Enter a whole number")
    .check(z.minimum(0, "Enter 0 or more"), z.maximum(MAX_OF[unit], `Enter at most ${MAX_OF[unit]} ${unit}`));
const time = localTime("Enter a time of day");

/**
 * A number of minutes, hours or days before or after an event. If the unit is days, the message is sent at a time of
 * day in the property's time zone.
 */
export const timing = z
  .discriminatedUnion("unit", [
    z.object({ event: events, side: sides, unit: z.literal(TIMING_UNITS[0]), amount: amount("minutes") }),
    z.object({ event: events, side: sides, unit: z.literal(TIMING_UNITS[1]), amount: amount("hours") }),
    z.object({ event: events, side: sides, unit: z.literal(TIMING_UNITS[2]), amount: amount("days"), time }),
  ])
  .check(
    z.refine(({ event, side }) => event !== "booking" || side === "after", {
      path: ["side"],
      error: "A message can only be sent after the booking is made",
    }),
  );

const words = z.object({ subject: z.string(), body: z.string() });
export const customTexts = z.extend(z.partial(z.object({ de: words, fr: words, ru: words, es: words, zh: words })), {
  en: words,
});

const fields = Object.keys(CUSTOM_FIELDS);
const typed = z.object({
  subject: withKnownFields(oneLine({ min: 1, max: 200, message: "Enter a subject" }), fields),
  body: withKnownFields(text({ min: 1, max: 8000, message: "Enter some text" }), fields),
});

const RATING = /\{\s*ratingLink\s*\}/;
const customInput = z
  .object({
    title: oneLine({ min: 1, max: 60, message: "Enter a name" }),
    timing,
    on: z.boolean(),
    texts: z.extend(z.partial(z.object({ de: typed, fr: typed, ru: typed, es: typed, zh: typed })), { en: typed }),
  })
  .check(
    z.superRefine(({ timing: at, texts }, context) => {
      if (isAfterStay(at)) return;
      for (const [language, { body }] of Object.entries(texts)) {
        if (!RATING.test(body)) continue;
        const message = "{ratingLink} works only in messages that are sent after check-out.";
        context.addIssue({ code: "custom", path: ["texts", language, "body"], message });
      }
    }),
  );
export type CustomMessageInput = z.output<typeof customInput>;

const customMessage = z.object({
  id: z.string(),
  title: z.string(),
  timing,
  on: z.boolean(),
  texts: customTexts,
  version: z.number(),
  /** How many guests will get the message, as things stand. */
  waiting: z.number(),
});
export type CustomMessageView = z.output<typeof customMessage>;

export const listCustomMessages = endpoint("GET", "/api/admin/custom-messages", "admin", {
  response: z.object({
    messages: z.array(customMessage),
    fields: z.record(z.string(), z.string()),
    /** Up to 20 current and future bookings to preview a message with, by check-in date. */
    bookings: z.array(
      z.object({
        id: z.string(),
        reference: z.string(),
        guestName: z.string(),
        checkInDate: localDate("A date"),
        checkOutDate: localDate("A date"),
        status: z.enum(BOOKING_STATUSES),
        language: z.enum(LANGUAGES),
        /** When the booking was confirmed, if its messages show this; otherwise, when it was made. */
        bookedAt: z.string(),
      }),
    ),
    hours: z.object({ timeZone: z.string(), checkInFrom: time, checkOutBy: time }),
  }),
});
export type CustomMessageList = z.output<typeof listCustomMessages.response>;

const version = z.int("Send the version number that you last saw");
const messageId = z.object({ customId: z.string() });
const saved = z.object({ message: customMessage });

/**
 * Adds a message, up to MAX_CUSTOM_MESSAGES. If the message is on, it is also scheduled for existing bookings, unless
 * the time to send it has passed. Requests with the same `Idempotency-Key` are treated as the same message.
 */
export const addCustomMessage = endpoint("POST", "/api/admin/custom-messages", "admin", {
  body: customInput,
  response: saved,
  status: 201,
});
export const TOO_MANY_CUSTOM = `You have ${MAX_CUSTOM_MESSAGES} messages of your own, which is the limit. Delete one first.`;

export const saveCustomMessage = endpoint("PUT", "/api/admin/custom-messages/:customId", "admin", {
  params: messageId,
  body: z.object({ message: customInput, version }),
  response: saved,
});

/** Unsent copies are withdrawn; sent ones stay in the conversations. */
export const deleteCustomMessage = endpoint("DELETE", "/api/admin/custom-messages/:customId", "admin", {
  params: messageId,
  query: z.object({ version: wholeNumber("Send the version number that you last saw") }),
});

/** The values of the fields for one booking, in each language, for a live preview. */
export const readMessageFields = endpoint("GET", "/api/admin/bookings/:bookingId/message-fields", "admin", {
  params: z.object({ bookingId: z.string() }),
  response: z.object({ values: z.record(z.enum(LANGUAGES), fieldValues) }),
});

/** Emails a message, filled in with a booking's data or with sample data, to `testEmailTo` (`messagingSetup`). */
export const testCustomMessage = endpoint("POST", "/api/admin/custom-messages/test", "admin", {
  body: z.object({
    words: typed,
    language: z.enum(LANGUAGES, "Choose a language from the list"),
    bookingId: z.nullable(z.string()),
  }),
  response: z.object({ to: z.string() }),
  status: 201,
});
