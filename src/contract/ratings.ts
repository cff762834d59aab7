import * as z from "zod/mini";
import { STARS, RATING_TEXT_MAX } from "#domain/messaging/rating.ts";
import { endpoint } from "./endpoint.ts";
import { text } from "./fields.ts";

const token = z.object({ token: z.string().check(z.maxLength(200)) });
const stars = z.literal(STARS, "Choose one to five stars");

const guestRating = z.object({
  cottage: z.string(),
  firstName: z.string(),
  checkInDate: z.string(),
  checkOutDate: z.string(),
  /** Null until the guest has given a rating. */
  given: z.nullable(z.object({ stars, words: z.string() })),
  /** Why the rating cannot be given or changed, as a sentence; null if it can be. */
  refused: z.nullable(z.string()),
});
export type GuestRating = z.output<typeof guestRating>;

/** The page behind the link in the message to the guest; this link is the only way to reach the page. */
export const readRating = endpoint("GET", "/api/ratings/:token", "anyone", {
  params: token,
  response: guestRating,
});

export const giveRating = endpoint("PUT", "/api/ratings/:token", "anyone", {
  params: token,
  body: z.object({ stars, words: text({ max: RATING_TEXT_MAX }) }),
  response: guestRating,
});

const hostRating = z.object({
  bookingId: z.string(),
  reference: z.string(),
  guestName: z.string(),
  /** The signature on the site: a first name and a month. */
  signedAs: z.string(),
  stars,
  words: z.string(),
  createdAt: z.string(),
  published: z.boolean(),
  /**
   * If the stay did not take place, its rating does not count and its review is not shown, even if it was published.
   */
  tookPlace: z.boolean(),
});
export type HostRating = z.output<typeof hostRating>;

export const listRatings = endpoint("GET", "/api/admin/ratings", "admin", {
  background: true,
  response: z.array(hostRating),
});

/** Publishes the text on the site, or removes it; `words` is the text that the host has read. */
export const publishRating = endpoint("POST", "/api/admin/ratings/:bookingId/publish", "admin", {
  params: z.object({ bookingId: z.string() }),
  body: z.object({ published: z.boolean(), words: z.string() }),
  response: hostRating,
});
