import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { dayRange, localDate, text } from "./fields.ts";

const dayNote = z.object({ day: z.string(), text: z.string() });

/** The host's notes for a range of days; only the portal shows them. */
export const listDayNotes = endpoint("GET", "/api/admin/day-notes", "admin", {
  query: z.object(dayRange),
  response: z.array(dayNote),
});

/** An empty string removes the note. */
export const writeDayNote = endpoint("PUT", "/api/admin/day-notes/:day", "admin", {
  params: z.object({ day: localDate("Choose a day") }),
  body: z.object({
    text: text({ max: 500 }),
    /** The note as it was shown; 409 if it has been changed since. */
    seen: text({ max: 500 }),
  }),
  response: dayNote,
});
