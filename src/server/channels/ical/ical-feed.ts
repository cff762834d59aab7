import { createHash } from "node:crypto";
import type { TimeZone } from "#domain/calendar/time-zone.ts";
import { listingOf } from "#domain/channels/link.ts";
import { feedText } from "./feed-text.ts";
import type { AskedFeed, ChannelAdapter, FeedAnswer, FeedClient, Outcome, Validators } from "../ports.ts";

type Needs = { client: FeedClient; timeZone: () => Promise<TimeZone> };
type Good = Extract<FeedAnswer, { state: "ok" }>;

const NO_VALIDATORS: Validators = { etag: "", lastModified: "" };

/** Platforms by their calendar links, as every one of them offers without asking for approval. */
export function createIcalFeed(needs: Needs): ChannelAdapter {
  return { kind: "ical", read: (asked) => readFeed(needs, asked) };
}

async function readFeed({ client, timeZone }: Needs, asked: AskedFeed): Promise<Outcome> {
  const answer = await client.read(asked.url, asked.validators, asked.budgetMs);
  if (answer.state === "ok") return outcomeOf(answer, asked, await timeZone());
  const failed = {
    bytes: 0,
    calendar: null,
    validators: NO_VALIDATORS,
    retryAfter: "",
    httpStatus: null,
    state: answer.state,
  };
  if (answer.state === "http_error") return { ...failed, httpStatus: answer.status, retryAfter: answer.retryAfter };
  return answer.state === "unchanged" ? { ...failed, httpStatus: 304, validators: asked.validators } : failed;
}

async function outcomeOf(answer: Good, { url, platform, today }: AskedFeed, zone: TimeZone): Promise<Outcome> {
  // Loaded with the first calendar: a cottage without channels keeps the memory.
  const [{ readCalendar }, { familyOf }, { prepare }] = await Promise.all([
    import("#domain/channels/read-calendar.ts"),
    import("#domain/channels/classify.ts"),
    import("#domain/channels/feed-event.ts"),
  ]);
  const text = feedText(answer.body);
  const reading = readCalendar(text, { zone, today });
  const facts = { httpStatus: answer.status, retryAfter: "", bytes: answer.body.length };
  if (reading.state !== "ok") return { ...facts, state: reading.state, calendar: null, validators: NO_VALIDATORS };
  const family = familyOf(reading.product, reading.events);
  const { events, leftOut } = prepare(
    reading.events,
    platform,
    family ?? (platform === "other" ? null : platform),
    today,
  );
  return {
    ...facts,
    state: "ok",
    validators: { etag: answer.etag, lastModified: answer.lastModified },
    calendar: {
      product: `${family ?? "unknown"} ${answer.finalHost} ${listingOf(url)}`.trim(),
      isOurs: /latchkey/i.test(reading.product),
      family,
      events,
      leftOut,
      errors: reading.errors,
      notes: reading.notes,
      body: answer.body,
      mark: createHash("sha256")
        .update(text.replace(/^DTSTAMP.*$/gim, ""))
        .digest("base64url"),
    },
  };
}
