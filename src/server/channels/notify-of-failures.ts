import { momentText } from "#domain/calendar/time-zone.ts";
import { badReading } from "#domain/channels/bad-reading.ts";
import { nameOf } from "#domain/channels/imported-stay.ts";
import { DAILY_AFTER_MS, isGone, MAIL_AFTER_MS } from "#domain/channels/timing.ts";
import type { Database } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";
import type { NotifyHost } from "../core/host.ts";
import type { Channel, Run } from "./ports.ts";
import { channelFromRow, timeZoneOf } from "./channel-queries.ts";

/**
 * S-63: notifies the host when the platform first says that the calendar no longer exists or is closed to us. A link
 * that keeps failing for short times leads to at most one such notification and one about its recovery a day.
 */
export async function notifyOfDeadLink(
  trx: Trx,
  { id, platform, name: ownName, lastState, lastStatus }: Channel,
  { state, httpStatus, result }: Run,
  at: Date,
  notifyHost: NotifyHost,
): Promise<void> {
  if (!isGone(state, httpStatus) || isGone(lastState, lastStatus)) return;
  const lines = [
    result,
    "Nights it has already closed stay closed. We can't see new stays on this platform until you change the link.",
  ];
  const subject = `${nameOf(platform, ownName)}: link no longer valid`;
  const key = `channel:${id}:gone:${dayOf(at)}`;
  await notifyHost(trx, { key, event: "calendar", subject, lines, link: "/admin/channels", urgent: true });
}

/** S-63: sends one notification when a failure that was reported is over. `at` is the time of the successful read. */
export async function notifyOfRecovery(
  trx: Trx,
  { id, platform, name, failures, failingSince, lastOkAt }: Channel,
  at: Date,
  notifyHost: NotifyHost,
): Promise<void> {
  if (failures === 0) return;
  const longFailure = failingSince && isReported(failingSince, at) ? failingSince : null;
  if (!longFailure && !(await wasReportedAtOnce(trx, id, lastOkAt))) return;
  const key = `channel:${id}:well:${longFailure?.toISOString() ?? dayOf(at)}`;
  await notifyHost(trx, {
    key,
    event: "calendar",
    subject: `${nameOf(platform, name)}: we can read the calendar again`,
    lines: ["Its stays are being imported again."],
    link: "/admin/channels",
  });
}

/** Whether a failure has lasted so long that the host has been notified of it. */
export function isReported(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= MAIL_AFTER_MS;
}

/** Whether a read since the last good one found a dead link or a different calendar, whatever later reads found. */
async function wasReportedAtOnce(trx: Trx, channelId: string, lastOkAt: Date | null): Promise<boolean> {
  const found = await trx
    .selectFrom("channel_run")
    .select(["state", "http_status"])
    .distinct()
    .where("channel_id", "=", channelId)
    .where("started_at", ">=", lastOkAt?.toISOString() ?? "")
    .execute();
  return found.some(({ state, http_status }) => state === "other_calendar" || isGone(state, http_status));
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/**
 * S-63: notifies the host after six hours of failures, and again every day after the first day, then also by WhatsApp.
 * Only one notification is sent per key.
 */
export async function notifyOfFailures(database: Database, now: Date, notifyHost: NotifyHost): Promise<void> {
  const before = new Date(now.getTime() - MAIL_AFTER_MS).toISOString();
  const rows = await database.db
    .selectFrom("channel")
    .selectAll()
    .where("state", "=", "connected")
    .where("failing_since", "<=", before)
    .execute();
  const zone = rows.length > 0 ? await timeZoneOf(database.db) : "";
  for (const channel of rows.map(channelFromRow)) {
    const { failingSince, lastState, lastOkAt } = channel;
    if (!failingSince || !lastState) continue;
    const name = nameOf(channel.platform, channel.name);
    const silentMs = now.getTime() - failingSince.getTime();
    const days = silentMs > DAILY_AFTER_MS ? Math.floor(silentMs / DAILY_AFTER_MS) : 0;
    const read = lastOkAt ? `It was last read on ${momentText(lastOkAt, zone)} (property time).` : "It was never read.";
    await database.db.transaction().execute((trx) =>
      notifyHost(trx, {
        key: `channel:${channel.id}:failing:${failingSince.toISOString()}:${days}`,
        event: "calendar",
        subject: `${name}: we can't read the calendar`,
        lines: [
          badReading(lastState, channel.lastStatus, name),
          read,
          `Nights that ${name} has already closed stay closed here. We can't see new stays there until the calendar can be read.`,
        ],
        link: "/admin/channels",
        urgent: days > 0,
      }),
    );
  }
}
