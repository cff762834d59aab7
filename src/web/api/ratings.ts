import { type HostRating, listRatings, publishRating, readRating } from "#contract/ratings.ts";
import { call, freshQuery, queryOf } from "./client.ts";

export const ratingQuery = (token: string) => queryOf(readRating, { params: { token } });

export const ratingsQuery = freshQuery(listRatings, {});
/** Sends the text that the host has read, so that a newer text is not published unseen. */
export const publish = ({ bookingId, words }: HostRating, published: boolean) =>
  call(publishRating, { params: { bookingId }, body: { published, words } });
