import type { CallInput } from "#contract/endpoint.ts";
import { giveRating, type HostRating, listRatings, publishRating, readRating } from "#contract/ratings.ts";
import { call, queryOf } from "./client.ts";

export const ratingQuery = (token: string) => queryOf(readRating, { params: { token } });
export const sendRating = (token: string, body: CallInput<typeof giveRating>["body"]) =>
  call(giveRating, { params: { token }, body });

export const ratingsQuery = queryOf(listRatings, {}, { staleTime: 0 });
/** With the words that the host has read: others are not shown in their place. */
export const publish = ({ bookingId, words }: HostRating, published: boolean) =>
  call(publishRating, { params: { bookingId }, body: { published, words } });
