import * as contract from "#contract/channels.ts";
import type { Channel, ChannelRules, ChannelStay, Conflict, Review } from "#contract/channels.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { listDeliveries, listFeeds, openFeed, rotateFeed, serveFeedsAgain } from "#contract/feeds.ts";
import { call, freshQuery, urlOf } from "./client.ts";

export const feedsQuery = freshQuery(listFeeds, {});
export const conflictsQuery = freshQuery(contract.listConflicts, { query: { show: "open" } });
export const reviewsQuery = freshQuery(contract.listReviews, { query: { show: "open" } });
export const channelStaysQuery = (channelId: string) => freshQuery(contract.listChannelStays, { query: { channelId } });
export const channelStayQuery = (stayId: string) => freshQuery(contract.readChannelStay, { params: { stayId } });
export const runsQuery = (query: CallInput<typeof contract.listRuns>["query"]) =>
  freshQuery(contract.listRuns, { query });
export const deliveriesQuery = (kind: "booking" | "block", id: string) =>
  freshQuery(listDeliveries, { query: { kind, id } });
export const bodyAddress = (runId: string) => urlOf(contract.downloadBody, { params: { runId } });

export const CHANNEL_QUERY_KEYS = [
  "/api/admin/channel",
  "/api/admin/feeds",
  "/api/admin/deliveries",
  "/api/admin/dashboard",
  "/api/admin/calendar",
  "/api/admin/bookings",
];

type Body<E extends Parameters<typeof call>[0]> = CallInput<E> extends { body: infer B } ? B : never;
export type Link = Pick<Body<typeof contract.previewChannel>, "platform" | "url">;
export type ChannelFields = Omit<Body<typeof contract.changeChannel>, "version">;
export type StayFields = Omit<Body<typeof contract.changeChannelStay>, "version">;
export type Rules = Omit<Body<typeof contract.changeRules>, "version">;

const at = ({ id }: Pick<Channel, "id">) => ({ channelId: id });

export const preview = (body: Link) => call(contract.previewChannel, { body });
export const connect = (body: Body<typeof contract.connectChannel>) => call(contract.connectChannel, { body });
/** `seen` is what the host started from (`useBaseVersion`), because the screen refetches this data regularly. */
export const saveChannel = ({ seen }: { seen: Pick<Channel, "id" | "version"> }, body: ChannelFields) =>
  call(contract.changeChannel, { params: at(seen), body: { ...body, version: seen.version } });
export const previewLink = (channel: Pick<Channel, "id">, url: string) =>
  call(contract.previewLink, { params: at(channel), body: { url } });
export const changeLink = (
  { seen }: { seen: Pick<Channel, "id" | "version"> },
  body: Omit<Body<typeof contract.changeLink>, "version">,
) => call(contract.changeLink, { params: at(seen), body: { ...body, version: seen.version } });
export const disconnect = (channel: Pick<Channel, "id" | "version">, stays: "keep" | "release") =>
  call(contract.disconnectChannel, { params: at(channel), query: { stays, version: String(channel.version) } });
export const platformLink = (channel: Pick<Channel, "id">) => call(contract.revealLink, { params: at(channel) });
export const syncNow = (channel: Pick<Channel, "id">) => call(contract.syncChannel, { params: at(channel) });
export const syncEverything = () => call(contract.syncAll, {});
export const saveRules = ({ seen }: { seen: ChannelRules }, body: Rules) =>
  call(contract.changeRules, { body: { ...body, version: seen.version } });

export const closeByHand = ({ id, version }: Conflict, reason: string) =>
  call(contract.closeConflict, { params: { conflictId: id }, body: { reason, version } });
export const answer = (
  { id, version }: Pick<Review, "id" | "version">,
  given: Body<typeof contract.answerReview>["answer"],
) => call(contract.answerReview, { params: { reviewId: id }, body: { answer: given, version } });
export const saveStay = ({ seen }: { seen: Pick<ChannelStay, "id" | "version"> }, body: StayFields) =>
  call(contract.changeChannelStay, { params: { stayId: seen.id }, body: { ...body, version: seen.version } });
export const decideMissingStay = (stay: Pick<ChannelStay, "id" | "version">, decision: "release" | "keep") =>
  call(contract.decideMissing, { params: { stayId: stay.id }, body: { decision, version: stay.version } });

export const createFeedLink = (channel: string) => call(openFeed, { body: { channel } });
export const replaceFeedLink = (channel: string, keepOldHours: number) =>
  call(rotateFeed, { params: { channel }, body: { keepOldHours } });
export const serveAgain = (since: string) => call(serveFeedsAgain, { body: { since } });
