import type { TimeZone } from "#domain/calendar/time-zone.ts";
import { listingOf } from "#domain/channels/link.ts";
import type { FeedRequest, ChannelAdapter, FeedResponse, FeedClient, Outcome, Validators } from "../ports.ts";
import type { CalendarReader } from "./calendar-reader.ts";

type Needs = { client: FeedClient; reader: CalendarReader; timeZone: () => Promise<TimeZone> };
type Good = Extract<FeedResponse, { state: "ok" }>;

const NO_VALIDATORS: Validators = { etag: "", lastModified: "" };

/** Reads platforms' calendars through their calendar links, for which the host needs no approval by the platform. */
export function createIcalFeed(needs: Needs): ChannelAdapter {
  return { kind: "ical", read: (request) => readFeed(needs, request) };
}

async function readFeed(needs: Needs, request: FeedRequest): Promise<Outcome> {
  // Without validators, the server sends the whole calendar. With them, it usually responds that nothing has changed.
  if (!request.validators.etag && !request.validators.lastModified) needs.reader.prepare();
  const response = await needs.client.read(request.url, request.validators, request.budgetMs);
  if (response.state === "ok") return outcomeOf(needs, response, request);
  const failed = {
    bytes: 0,
    calendar: null,
    validators: NO_VALIDATORS,
    retryAfter: "",
    httpStatus: null,
    state: response.state,
  };
  if (response.state === "http_error")
    return { ...failed, httpStatus: response.status, retryAfter: response.retryAfter };
  return response.state === "unchanged" ? { ...failed, httpStatus: 304, validators: request.validators } : failed;
}

async function outcomeOf(
  { reader, timeZone }: Needs,
  { body, contentType, status, etag, lastModified, finalHost }: Good,
  { url, platform, today }: FeedRequest,
): Promise<Outcome> {
  const horizon = { zone: await timeZone(), today };
  const result = await reader.read({ body, contentType, platform, horizon });
  const facts = { httpStatus: status, retryAfter: "", bytes: body.length };
  if (result.state !== "ok") return { ...facts, state: result.state, calendar: null, validators: NO_VALIDATORS };
  const { state, ...calendar } = result;
  const product = `${calendar.family ?? "unknown"} ${finalHost} ${listingOf(url)}`.trim();
  return { ...facts, state, validators: { etag, lastModified }, calendar: { ...calendar, product, body } };
}
