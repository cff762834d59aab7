import { type HostRating, listRatings, publishRating, readRating } from "#contract/ratings.ts";
import { call, queryOf } from "./client.ts";

export const ratingQuery = (token: string) => queryOf(readRating, { params: { token } });

export const ratingsQuery = queryOf(listRatings, {}, { staleTime: 0 });
/** With the text that the host has read: a newer text is not published. */
export const publish = ({ bookingId, words }: HostRating, published: boolean) =>
  call(publishRating, { params: { bookingId }, body: { published, words } });
