import { momentText } from "#domain/calendar/moment-text.ts";
import { badReading } from "#domain/channels/bad-reading.ts";
import { nameOf } from "#domain/channels/stay-title.ts";
import { DAILY_AFTER_MS, isGone, MAIL_AFTER_MS } from "#domain/channels/timing.ts";
import type { Database } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";
import type { Channel, Run, NotifyHost } from "./ports.ts";
import { channelFromRow, timeZoneOf } from "./stored-channel.ts";

/** S-63: the platform says that there is no such calendar any more, for the first time. */
export async function notifyOfReleased(
  trx: Trx,
  { id, platform, name: ownName, lastState, lastStatus }: Channel,
  { state, httpStatus, result }: Run,
  at: Date,
  notifyHost: NotifyHost,
): Promise<void> {
  if (!isGone(state, httpStatus) || isGone(lastState, lastStatus)) return;
  const lines = [
    result,
    "Nights that are known stay closed. New stays of this platform are not seen until it is connected again.",
  ];
  const subject = `${nameOf(platform, ownName)}: link no longer valid`;
  const key = `channel:${id}:gone:${at.toISOString()}`;
  await notifyHost(trx, { key, subject, lines, link: "/admin/channels", urgent: true });
}

/** S-63: one note when what was told of is well again. */
export async function notifyOfRecovery(
  trx: Trx,
  { id, platform, name, failingSince, lastState, lastStatus }: Channel,
  at: Date,
  notifyHost: NotifyHost,
): Promise<void> {
  if (!failingSince) return;
  const told = at.getTime() - failingSince.getTime() > MAIL_AFTER_MS || isGone(lastState, lastStatus);
  if (!told) return;
  const key = `channel:${id}:well:${failingSince.toISOString()}`;
  await notifyHost(trx, {
    key,
    subject: `${nameOf(platform, name)}: the calendar is read again`,
    lines: ["Everything that it shows has been taken over."],
    link: "/admin/channels",
  });
}

/** S-63: a letter after six hours of failing; after a day one each day, by WhatsApp too. The same key is told only once. */
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
    const read = lastOkAt ? `It was last read on ${momentText(lastOkAt, zone)} at the cottage.` : "It was never read.";
    await database.db.transaction().execute((trx) =>
      notifyHost(trx, {
        key: `channel:${channel.id}:failing:${failingSince.toISOString()}:${days}`,
        subject: `${name}: the calendar cannot be read`,
        lines: [
          badReading(lastState, channel.lastStatus, name),
          read,
          "Nights that are known stay closed; a stay sold there since then is not known here.",
        ],
        link: "/admin/channels",
        urgent: days > 0,
      }),
    );
  }
}
