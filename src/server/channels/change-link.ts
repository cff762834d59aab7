import { badReading } from "#domain/channels/bad-reading.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { nameOf } from "#domain/channels/imported-stay.ts";
import { nextReading } from "#domain/channels/timing.ts";
import { randomId } from "../runtime/ids.ts";
import { type ConnectNeeds, freeLink, HOST_WAITS_MS, readWhole, refuse } from "./connect-channel.ts";
import type { Channel, Known, Refusal } from "./ports.ts";
import { STALE, unknown } from "./run-host-action.ts";
import { WAIT_MS } from "./sync-channel.ts";

type Request = { channelId: string; url: string; closeBlocks: readonly Stay[]; version: number; actor: string };

/**
 * S-07: replaces the link of a connected channel. The new link is read first, and stored together with what it returned,
 * so a link that cannot be read changes nothing, and no night is free in between. Nothing that was read at the old link
 * can be stored afterwards, because both reads need the channel's lease.
 */
export async function changeLink(needs: ConnectNeeds, request: Request): Promise<{ ok: true } | Refusal> {
  const { channelId, version } = request;
  const channel = await needs.imports.find(channelId);
  if (!channel || channel.state === "disconnected") return unknown("channel");
  if (channel.version !== version) return STALE;
  const link = await freeLink(needs, request.url, channel);
  if (!link.ok) return link;
  const deadline = performance.now() + HOST_WAITS_MS;
  const lease = await leaseInTime(needs, channelId, link.url, deadline);
  if (!lease) return BUSY;
  try {
    return await readAndStore(needs, channel, { ...request, url: link.url }, { lease, deadline });
  } catch (error) {
    needs.logger.error({ err: error, platform: channel.platform }, "the calendar at a new link could not be imported");
    return refuse(badReading("import_failed", null, nameOf(channel.platform, channel.name), false));
  } finally {
    await needs.imports.release(channelId, lease);
  }
}

const BUSY: Refusal = {
  ok: false,
  status: 409,
  message: "This calendar, or another one on the same server, is being read right now. Please try again in a moment.",
};

/** Waits until neither the channel nor the new link's server is being read. Returns null if `deadline` passes first. */
async function leaseInTime({ imports, clock }: ConnectNeeds, channelId: string, url: string, deadline: number) {
  const lease = randomId();
  while (performance.now() < deadline) {
    if (await imports.lease(channelId, lease, clock(), url)) return lease;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  return null;
}

type Turn = { lease: string; deadline: number };

async function readAndStore(
  needs: ConnectNeeds,
  { platform, name }: Channel,
  request: Request,
  { lease, deadline }: Turn,
): Promise<{ ok: true } | Refusal> {
  const { imports, adapter, clock, chance } = needs;
  const { url, closeBlocks } = request;
  const today = await needs.today();
  const startedAt = clock();
  const budgetMs = Math.max(1, Math.floor(deadline - performance.now()));
  const outcome = await readWhole(adapter, { url, platform, today, budgetMs });
  const { calendar } = outcome;
  if (!calendar) return refuse(badReading(outcome.state, outcome.httpStatus, nameOf(platform, name), false));
  const endedAt = clock();
  const { pollMinutes } = await imports.rules();
  const { decideImport } = await import("./decide-import.ts");
  const decide = (known: Known) =>
    decideImport(known, calendar, { today, now: endedAt, newId: randomId }, { closeBlocks });
  const result = { cause: "new-link" as const, startedAt, endedAt, outcome, today };
  return imports.importNewLink(request, lease, result, nextReading(endedAt, pollMinutes, chance()), decide);
}
