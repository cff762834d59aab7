import * as z from "zod/mini";
import { isLocalDate, type LocalDate } from "#domain/calendar/local-date.ts";
import { endpoint } from "./endpoint.ts";
import { optionalEmail, text } from "./fields.ts";

export const CLEANER_NOTE_MAX = 2000;

const localDate = z.custom<LocalDate>(isLocalDate, "Enter a date such as 2026-12-01");

const changeover = z.object({
  day: localDate,
  /** 0 on the day of the first arrival, when nobody leaves; null if the number is unknown. */
  leaving: z.nullable(z.number()),
  next: z.nullable(z.object({ day: localDate, guests: z.nullable(z.number()) })),
  sameDay: z.boolean(),
  done: z.nullable(z.object({ at: z.iso.datetime(), by: z.string() })),
});
export type ShownChangeover = z.output<typeof changeover>;

const cleanerPage = z.object({
  /** The secret URL, as a path on this site; null if there is no page. */
  path: z.nullable(z.string()),
  note: z.string(),
  /** The cleaner's email address for emails about changes; empty for none. */
  email: z.string(),
  canEmail: z.boolean(),
  today: localDate,
  timeZone: z.string(),
  changeovers: z.array(changeover),
});
export type CleanerPage = z.output<typeof cleanerPage>;

export const readCleaning = endpoint("GET", "/api/admin/cleaning", "admin", {
  response: cleanerPage,
});

/**
 * Creates the secret URL, or replaces it with a new one: the earlier URL stops working immediately. 409 if the URL has
 * changed since the host saw it.
 */
export const openCleanerPage = endpoint("POST", "/api/admin/cleaning/link", "admin", {
  /** The path that the host saw; null if there was no link. */
  body: z.object({ seen: z.nullable(z.string()) }),
  response: cleanerPage,
});

/** 409 if another URL has replaced the one that the host saw. Either way, the URL in this request no longer works. */
export const closeCleanerPage = endpoint("DELETE", "/api/admin/cleaning/link", "admin", {
  query: z.object({ seen: z.string() }),
});

/** A field that is left out stays unchanged: the cleaner may have entered their email address in the meantime. */
export const saveCleaning = endpoint("PUT", "/api/admin/cleaning", "admin", {
  body: z.object({
    note: z.optional(text({ max: CLEANER_NOTE_MAX })),
    email: z.optional(optionalEmail),
    /** The values that the host started from. A field that is sent must not have changed since. */
    seen: z.object({ note: z.string(), email: z.string() }),
  }),
  response: cleanerPage,
});

/** Idempotent. */
export const markCleaned = endpoint("PUT", "/api/admin/cleaning/done/:day", "admin", {
  params: z.object({ day: localDate }),
  body: z.object({ done: z.boolean() }),
  response: cleanerPage,
});
