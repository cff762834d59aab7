import { Readable } from "node:stream";
import {
  answerReview,
  changeChannel,
  changeChannelStay,
  changeLink as changeLinkEndpoint,
  changeRules,
  closeConflict,
  connectChannel as connectEndpoint,
  decideMissing,
  disconnectChannel,
  downloadBody,
  listChannels,
  listChannelStays,
  listConflicts,
  listReviews,
  listRuns,
  previewChannel as previewEndpoint,
  previewLink,
  readChannelStay,
  revealLink,
  RUNS_PER_PAGE,
  syncAll,
  syncChannel as syncEndpoint,
} from "#contract/channels.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { momentOf } from "#domain/calendar/time-zone.ts";
import { amountFromText } from "#domain/money/currency.ts";
import { PLATFORMS } from "#domain/channels/channel.ts";
import { mayBeInHouse, stayTitle } from "#domain/channels/imported-stay.ts";
import { actorOf, type Call } from "../http/call.ts";
import { HostDownload } from "../http/download.ts";
import type { Mount } from "../http/mount.ts";
import { notFound, Problem } from "../http/problem.ts";
import { readPerServer } from "./per-server-reads.ts";
import { versionOfRules } from "./channel-queries.ts";
import { changeLink } from "./change-link.ts";
import { connectChannel, type ConnectNeeds, previewChannel } from "./connect-channel.ts";
import type { Channel, StoredChannelStay, Refusal } from "./ports.ts";
import { syncChannel } from "./sync-channel.ts";
import { syncNow } from "./sync-now.ts";
import {
  channelView,
  conflictView,
  historyView,
  isUnreachable,
  mirrorsOf,
  previewView,
  reviewView,
  runView,
  stayView,
} from "./views.ts";

export type ChannelRouteNeeds = ConnectNeeds & {
  changed: () => void;
  currency: () => Promise<string>;
};

export function mountChannels(mount: Mount, needs: ChannelRouteNeeds): void {
  mountConnections(mount, needs);
  mountStays(mount, needs);
  mountDoubts(mount, needs);
}

const noChannel = () => notFound("This channel does not exist.");

function problemOf({ status, message, field }: Refusal): Problem {
  return new Problem(status, { message, ...(field ? { fields: { [field]: message } } : {}) });
}

async function actOf({ clock, today }: ChannelRouteNeeds, call: Call) {
  return { actor: await actorOf(call), at: clock(), today: await today() };
}

/** A connected or paused channel; null if it is disconnected or does not exist. */
async function channelOf({ imports }: ChannelRouteNeeds, id: string): Promise<Channel | null> {
  const channel = await imports.find(id);
  return channel && channel.state !== "disconnected" ? channel : null;
}

type ChosenBlocks = { closeBlocks?: { startsOn: LocalDate; endsOn: LocalDate }[] | undefined };
const blocksOf = ({ closeBlocks = [] }: ChosenBlocks) =>
  closeBlocks.map(({ startsOn, endsOn }) => ({ checkIn: startsOn, checkOut: endsOn }));

function mountConnections(mount: Mount, needs: ChannelRouteNeeds): void {
  const { store, imports, clock, today, timeZone, changed } = needs;
  /** A channel as the host sees it. `stays` are the stays of all channels. */
  const shown = async (channel: Channel, stays: StoredChannelStay[], day: LocalDate, now: Date) => {
    const { lastOkAt, platform } = channel;
    const atRisk = lastOkAt && isUnreachable(channel, now) ? await store.soldSince(lastOkAt, platform, day) : [];
    return channelView(channel, { stays, atRisk, today: day, now });
  };
  const viewOf = async (id: string) => {
    const channel = await channelOf(needs, id);
    const day = await today();
    return channel ? shown(channel, await store.currentStays(day), day, clock()) : noChannel();
  };

  mount(listChannels, async () => {
    const [now, day, zone] = [clock(), await today(), await timeZone()];
    const [channels, stays, tiles, rules] = await Promise.all([
      store.channels(),
      store.currentStays(day),
      store.tiles(now, momentOf(day, "00:00", zone)),
      imports.rules(),
    ]);
    return {
      now: now.toISOString(),
      timeZone: zone,
      // The tiles in SPEC 2; only `available` leaves out "other".
      tiles: { ...tiles, available: PLATFORMS.length - 1 },
      rules: { ...rules, version: versionOfRules(rules) },
      channels: await Promise.all(channels.map((channel) => shown(channel, stays, day, now))),
    };
  });

  mount(previewEndpoint, async ({ body }) => {
    const preview = await previewChannel(needs, body);
    return preview.ok ? previewView(preview) : problemOf(preview);
  });

  mount(connectEndpoint, async ({ body }, call) => {
    const settings = {
      ...body,
      name: body.name ?? "",
      mode: body.mode ?? null,
      closeBlocks: blocksOf(body),
      actor: await actorOf(call),
    };
    const connected = await connectChannel(needs, settings);
    changed();
    return connected.ok ? viewOf(connected.channelId) : problemOf(connected);
  });

  mount(changeChannel, async ({ params, body }, call) => {
    const result = await store.change({ ...body, id: params.channelId }, await actOf(needs, call));
    changed();
    if (!result.ok) return problemOf(result);
    if (!body.paused) await syncChannel(needs, params.channelId, "sync-now");
    return viewOf(params.channelId);
  });

  mount(disconnectChannel, async ({ params, query }, call) => {
    const removal = { id: params.channelId, version: query.version, release: query.stays === "release" };
    const result = await store.disconnect(removal, await actOf(needs, call));
    changed();
    return result.ok ? null : problemOf(result);
  });

  mount(previewLink, async ({ params, body }) => {
    const channel = await channelOf(needs, params.channelId);
    if (!channel) return noChannel();
    const preview = await previewChannel(needs, { platform: channel.platform, url: body.url }, channel);
    return preview.ok ? previewView(preview) : problemOf(preview);
  });

  mount(changeLinkEndpoint, async ({ params, body }, call) => {
    const { url, version } = body;
    const request = { ...params, url, version, closeBlocks: blocksOf(body), actor: await actorOf(call) };
    const result = await changeLink(needs, request);
    changed();
    return result.ok ? viewOf(params.channelId) : problemOf(result);
  });

  mount(revealLink, async ({ params }) => {
    const channel = await channelOf(needs, params.channelId);
    return channel ? { url: channel.url } : noChannel();
  });

  mount(syncEndpoint, async ({ params }) => {
    const channel = await channelOf(needs, params.channelId);
    return channel ? syncNow(needs, channel) : noChannel();
  });

  mount(syncAll, async () => {
    const results = await readPerServer(await store.channels(), async (channel, onServer) => ({
      channelId: channel.id,
      name: channel.name,
      ...(await syncNow(needs, channel, onServer)),
    }));
    return { results };
  });

  mount(changeRules, async ({ body }, call) => {
    const { version, ...rules } = body;
    const result = await store.saveRules(rules, version, await actOf(needs, call));
    return result.ok ? { ...rules, version: versionOfRules(rules) } : problemOf(result);
  });
}

function mountStays(mount: Mount, needs: ChannelRouteNeeds): void {
  const { store, today, timeZone } = needs;
  const detailOf = async (id: string) => {
    const stay = await store.stay(id);
    if (!stay) return notFound("This stay does not exist.");
    const day = await today();
    const [all, history, bookings] = await Promise.all([
      store.currentStays(day),
      store.history(id),
      store.linkableBookings(stay),
    ]);
    const mirrors = mirrorsOf(stay, all).map((one) => ({ id: one.id, title: stayTitle(one, one.channelName) }));
    const currency = stay.amountCents === null ? await needs.currency() : stay.currency;
    return {
      ...stayView(stay),
      currency,
      mirrors,
      bookings,
      hasBegun: stay.startsOn < day,
      mayBeInHouse: mayBeInHouse(stay, day),
      kept: stay.kept,
      timeZone: await timeZone(),
      history: history.map(historyView),
    };
  };

  mount(listChannelStays, async ({ query }) => {
    const since = query.show === "current" ? await today() : null;
    return (await store.stays(query.channelId ?? null, since)).map(stayView);
  });

  mount(readChannelStay, ({ params }) => detailOf(params.stayId));

  mount(changeChannelStay, async ({ params, body }, call) => {
    const { amount, ...words } = body;
    const stay = await store.stay(params.stayId);
    if (!stay) return notFound("This stay does not exist.");
    // An amount entered before the currency was changed keeps its own currency.
    const currency = stay.amountCents === null ? await needs.currency() : stay.currency;
    const amountCents = amount === null ? null : amountFromText(amount, currency);
    if (amount !== null && !amountCents) {
      const message = "Enter the amount, such as 450.00";
      return new Problem(400, { message, fields: { amount: message } });
    }
    const result = await store.changeStay(
      { ...words, amountCents, currency, id: params.stayId },
      await actOf(needs, call),
    );
    if (!result.ok) return problemOf(result);
    if (result.again) await syncChannel(needs, stay.channelId, "sync-now");
    return detailOf(params.stayId);
  });

  mount(decideMissing, async ({ params, body }, call) => {
    const decision = { id: params.stayId, version: body.version, release: body.decision === "release" };
    const result = await store.decide(decision, await actOf(needs, call));
    return result.ok ? detailOf(params.stayId) : problemOf(result);
  });
}

function mountDoubts(mount: Mount, needs: ChannelRouteNeeds): void {
  const { store, timeZone } = needs;
  mount(listConflicts, async ({ query }) => (await store.conflicts(query.show)).map(conflictView));

  mount(closeConflict, async ({ params, body }, call) => {
    const result = await store.closeConflict(params.conflictId, body, await actOf(needs, call));
    return "ok" in result ? problemOf(result) : conflictView(result);
  });

  mount(listReviews, async ({ query }) => (await store.reviews(query.show)).map(reviewView));

  mount(answerReview, async ({ params, body }, call) => {
    const result = await store.answer(params.reviewId, body, await actOf(needs, call));
    if (!result.ok) return problemOf(result);
    needs.changed();
    if (result.again) await syncChannel(needs, result.review.channelId, "sync-now");
    return reviewView(result.review);
  });

  mount(listRuns, async ({ query }) => {
    const zone = await timeZone();
    const from = query.on ? momentOf(query.on, "00:00", zone) : null;
    const end = query.on ? momentOf(addDays(query.on, 1), "00:00", zone) : null;
    const before = query.before ? new Date(query.before) : null;
    const until = before && (!end || before < end) ? before : end;
    const found = await store.runs({
      channelId: query.channelId,
      from,
      until,
      show: query.show,
      count: RUNS_PER_PAGE + 1,
    });
    return { timeZone: zone, runs: found.slice(0, RUNS_PER_PAGE).map(runView), more: found.length > RUNS_PER_PAGE };
  });

  mount(downloadBody, async ({ params }) => {
    const body = await store.body(params.runId);
    if (!body) return notFound("The calendar file from this read is no longer stored.");
    // The original bytes; the program that opens the file decodes them.
    const act = { act: "Downloaded a received calendar", subject: "Channels" };
    return new HostDownload(act, "text/calendar", `calendar-${params.runId}.ics`, Readable.from([body]));
  });
}
