import { listDeliveries, listFeeds, openFeed, rotateFeed, serveFeedsAgain } from "#contract/feeds.ts";
import { actorOf } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { notFound, Problem } from "../http/problem.ts";
import { type AddressNeeds, openAddress, rotateAddress } from "./feed-address.ts";
import { readDeliveries } from "./read-deliveries.ts";
import { type ReadNeeds, readFeeds } from "./read-feeds.ts";

export type FeedRouteNeeds = AddressNeeds & ReadNeeds;

export function mountFeeds(mount: Mount, needs: FeedRouteNeeds): void {
  const { feeds, record } = needs;
  const list = () => responseOf(needs);

  mount(listFeeds, list);

  mount(openFeed, async ({ body }, call) => {
    const opened = await openAddress(needs, body.channel, await actorOf(call));
    return opened ? list() : notFound("This channel is not connected. Connect it first.");
  });

  mount(rotateFeed, async ({ params, body }, call) => {
    const order = { channel: params.channel, keepOldHours: body.keepOldHours, actor: await actorOf(call) };
    const changed = await rotateAddress(needs, order);
    return changed ? list() : notFound("This channel has no calendar link yet. Create one first.");
  });

  mount(serveFeedsAgain, async ({ body }, call) => {
    const actor = await actorOf(call);
    const seen = await feeds.locked(async (trx) => {
      const hold = await feeds.hold(trx);
      if (!hold) return true;
      if (hold.since.toISOString() !== body.since) return false;
      await feeds.setHold(trx, null);
      await feeds.forgetLost(trx);
      await record({ actor, act: "Confirmed that the calendar is complete", subject: "Calendar" }, trx);
      return true;
    });
    return seen
      ? list()
      : new Problem(409, "More bookings may be missing now. Check your calendar again, then confirm.");
  });

  mount(listDeliveries, async ({ query }) => {
    const found = await readDeliveries(feeds, `${query.kind}:${query.id}`);
    if (!found) return notFound(`This ${query.kind} does not exist.`);
    return found.map((delivery) => ({
      ...delivery,
      at: delivery.state === "delivered" ? delivery.at.toISOString() : null,
    }));
  });
}

async function responseOf(needs: FeedRouteNeeds) {
  const { hold, feeds } = await readFeeds(needs);
  return {
    publicUrl: needs.publicUrl,
    hold: hold && { reason: hold.reason, since: hold.since.toISOString() },
    feeds: feeds.map((feed) => ({
      ...feed,
      openedAt: feed.openedAt.toISOString(),
      changedAt: feed.changedAt.toISOString(),
      oldUntil: feed.oldUntil?.toISOString() ?? null,
      lastReadAt: feed.lastReadAt?.toISOString() ?? null,
      reads: feed.reads.map((read) => ({ ...read, at: read.at.toISOString() })),
    })),
  };
}
