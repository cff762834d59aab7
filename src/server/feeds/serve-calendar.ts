import type { BaseNeeds } from "../core/base-needs.ts";
import { sameDates } from "#domain/booking/stay.ts";
import { createHash, randomUUID } from "node:crypto";
import { calendarText } from "#domain/channels/calendar-text.ts";
import { type Held, heldFor } from "#domain/channels/export.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Trx } from "../database/transaction.ts";
import { hashToken } from "../runtime/ids.ts";
import type { FeedVersion } from "./version-queries.ts";
import type { FeedItem } from "./item-queries.ts";
import type { ReadOutcome, Feed, FeedStore } from "./feed-queries.ts";
import type { Read } from "#domain/channels/readers.ts";

type Reader = Pick<Read, "userAgent" | "network">;

export type ServeNeeds = Pick<BaseNeeds, "clock" | "today"> & {
  feeds: FeedStore;
  cottageName: () => Promise<string>;
  /** How many nights are kept free before and after a stay. */
  preparationNights: () => Promise<number>;
};

export type CalendarRequest = {
  token: string;
  /** Whether the reader already has the calendar with this ETag. */
  has: (etag: string) => boolean;
  headersOnly: boolean;
  reader: Reader;
};
export type CalendarResponse =
  | { status: 200; text: string; etag: string }
  | { status: 304; etag: string }
  | { status: 404 }
  /** Records may be missing, and a calendar without them would open their nights on the platform (S-54). */
  | { status: 503 };

/**
 * Responds with our calendar to a request with a channel's secret. Reads and records what it serves in one transaction,
 * so that we know what we have sent.
 */
export async function serveCalendar(needs: ServeNeeds, request: CalendarRequest): Promise<CalendarResponse> {
  const tokenHash = hashToken(request.token);
  if (!(await needs.feeds.isKnown(tokenHash))) return { status: 404 };
  const [today, name, preparation] = await Promise.all([needs.today(), needs.cottageName(), needs.preparationNights()]);
  const { feeds } = needs;
  return feeds.locked(async (trx) => {
    const at = needs.clock();
    const found = await feeds.byToken(trx, tokenHash, at);
    if (!found) return { status: 404 };
    const { channel } = found.feed;
    const log = (outcome: ReadOutcome) =>
      feeds.logRead(trx, channel, { ...request.reader, at, outcome, address: found.address });

    const last = await feeds.lastVersion(trx, channel);
    if (await isHeld(needs, trx, last, at)) {
      await log("refused");
      return { status: 503 };
    }
    const items = await itemsFor(needs, trx, found.feed, { today, preparation, at });
    const text = calendarText(name, items);
    const etag = `"${createHash("sha256").update(text).digest("base64url")}"`;
    if (request.headersOnly) {
      await log("headers");
      return { status: 200, text, etag };
    }
    if (last?.etag === etag) await feeds.servedAgain(trx, channel, at);
    else await feeds.addVersion(trx, channel, { at, etag, items });
    const unchanged = request.has(etag);
    await log(unchanged ? "unchanged" : "whole");
    return unchanged ? { status: 304, etag } : { status: 200, text, etag };
  });
}

/**
 * After a restore, or when bookings that the channel has received are missing here, only the host knows which data is
 * correct.
 */
async function isHeld({ feeds }: ServeNeeds, trx: Trx, last: FeedVersion | null, at: Date): Promise<boolean> {
  if (await feeds.hold(trx)) return true;
  const uids = last?.items.map((item) => item.uid) ?? [];
  if (uids.length === 0 || (await feeds.lostBookings(trx, uids)) === 0) return false;
  await feeds.setHold(trx, { reason: "lost", since: at });
  return true;
}

/** The channel's events. Each record keeps its event id, and its timestamp until its nights or its kind change. */
async function itemsFor(
  { feeds }: ServeNeeds,
  trx: Trx,
  { channel, platform }: Feed,
  { today, preparation, at }: { today: LocalDate; preparation: number; at: Date },
): Promise<FeedItem[]> {
  const held = heldFor([channel, platform], await feeds.held(trx, today, preparation), today);
  const known = await feeds.items(
    trx,
    held.map(({ key }) => key),
  );
  const items: FeedItem[] = [];
  for (const one of held) {
    const before = known.get(one.key);
    const item = before && isSame(before, one) ? before : next(before, one, at);
    if (item !== before) await feeds.putItem(trx, item);
    items.push(item);
  }
  return items;
}

function next(before: FeedItem | undefined, { key, stay, kind }: Held, at: Date): FeedItem {
  const { checkIn, checkOut } = stay;
  return {
    record: key,
    uid: before?.uid ?? `${randomUUID()}@latchkey`,
    stay: { checkIn, checkOut },
    kind,
    sequence: before ? before.sequence + 1 : 0,
    changedAt: at,
  };
}

function isSame(item: FeedItem, { stay, kind }: Held): boolean {
  return item.kind === kind && sameDates(item.stay, stay);
}
