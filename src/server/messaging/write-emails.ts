import type { GuestMail, GuestTask } from "../core/guest-mail.ts";
import type { HostNotification, HostRecipient } from "../core/host.ts";
import type { Trx } from "../database/transaction.ts";
import type { Clock } from "../runtime/clock.ts";
import { hashToken } from "../runtime/ids.ts";
import type { HostDevices, HostReaders, NewMessage } from "./ports.ts";
import { addMessages, skipping, WITHDRAWN } from "./queue-queries.ts";

type Needs = { clock: Clock };
type PushNeeds = Needs & { devices: Pick<HostDevices, "interestedIn"> };
type HostNeeds = PushNeeds & { readers: Pick<HostReaders, "emailRecipients">; whatsapp: boolean };

const REPLACED = "No longer needed: there is a newer notification about this.";

/** After this time, devices are no longer notified. The email is still sent. */
const PUSH_USEFUL_MS = 24 * 60 * 60 * 1000;

/** Marks emails about an account or to the cleaner, which are sent regardless of the hosts' settings. */
export const ALWAYS_SENT = ["account", "cleaner"] as const;

/** The recipient columns for an email to one host. */
export function toHost({ adminId, username, address }: HostRecipient): Pick<NewMessage, "anchor" | "to"> {
  const anchor = `host:${adminId}`;
  return address === null ? { anchor } : { anchor, to: { name: username, address } };
}

/** A key suffix that distinguishes the emails about one notification; empty for the email to the contact address. */
export function recipientKey({ adminId, address }: HostRecipient): string {
  return address === null ? "" : `/to/${adminId}/${hashToken(address.toLowerCase()).slice(0, 10)}`;
}

/**
 * Hosts are notified by email and push according to each host's choices. If WhatsApp is set up, urgent notifications
 * also go to the property's number. Messages with the same key are sent only once.
 */
export async function notifyHost(needs: HostNeeds, trx: Trx, notification: HostNotification): Promise<void> {
  const { clock, readers, whatsapp } = needs;
  const at = clock();
  const { key, subject, lines, link, topic, usefulUntil = null, urgent = false, replacesWaiting } = notification;
  if (topic && replacesWaiting) await skipping(trx, REPLACED).where("topic", "=", topic).execute();
  const words = {
    bookingId: null,
    type: "host_notice",
    due: at,
    usefulUntil,
    at,
    subject,
    body: lines.join("\n\n"),
    link,
    ...(topic ? { topic } : {}),
  } as const;
  const { event = "other" } = notification;
  const emails: NewMessage[] =
    event === null
      ? [{ key: `notice/${key}`, channel: "email", ...words, anchor: "account" }]
      : (await readers.emailRecipients(trx, event)).map((recipient) => ({
          key: `notice/${key}${recipientKey(recipient)}`,
          channel: "email",
          ...words,
          ...toHost(recipient),
        }));
  await addMessages(trx, [
    ...emails,
    ...(urgent && whatsapp ? [{ key: `notice/${key}/whatsapp`, channel: "whatsapp", ...words } as const] : []),
  ]);
  if (!notification.emailOnly) await pushToHost(needs, trx, notification);
}

/** The part of `notifyHost` that notifies devices. */
export async function pushToHost(
  { clock, devices }: PushNeeds,
  trx: Trx,
  notification: HostNotification,
): Promise<void> {
  const { key, subject, lines, topic, event = "other", version } = notification;
  if (event === null) return;
  const link =
    notification.link && version !== undefined ? `${notification.link}?version=${version}` : notification.link;
  const at = clock();
  const late = at.getTime() + PUSH_USEFUL_MS;
  const usefulUntil = new Date(Math.min(late, notification.usefulUntil?.getTime() ?? late));
  const interested = await devices.interestedIn(trx, event);
  await addMessages(
    trx,
    interested.map(({ id, name }) => ({
      key: `notice/${key}/push/${id}`,
      bookingId: null,
      type: "host_notice",
      channel: "push",
      anchor: event,
      due: at,
      usefulUntil,
      subject,
      body: lines.join("\n\n"),
      link,
      to: { name, address: id },
      topic: topic ?? key,
      at,
    })),
  );
}

export type PersonMail = Pick<HostNotification, "key" | "subject" | "lines" | "link" | "usefulUntil">;

/**
 * Writes an email to one address that does not belong to a guest: to an invited host, to a cleaner, or, for a summary,
 * to one host.
 */
export async function mailPerson(
  { clock }: Needs,
  trx: Trx,
  email: PersonMail & Pick<NewMessage, "anchor" | "to">,
): Promise<void> {
  const at = clock();
  const { key, lines, ...rest } = email;
  const row = { bookingId: null, type: "host_notice", channel: "email", due: at, at } as const;
  await addMessages(trx, [{ key: `notice/${key}`, ...row, ...rest, body: lines.join("\n\n") }]);
}

/** Deletes an email that `mailPerson` has queued under this key, unless it has been sent or is being sent. */
export async function withdrawPersonMail({ clock }: Needs, trx: Trx, key: string): Promise<void> {
  await trx
    .deleteFrom("scheduled_message")
    .where("message_key", "=", `notice/${key}`)
    .where("status", "!=", "sent")
    .where((eb) => eb.or([eb("lease_until", "is", null), eb("lease_until", "<", clock().toISOString())]))
    .execute();
}

/**
 * Queues an email with ready-made text to a guest, unless the guest has no email address or has just been sent this
 * one. Its link is deleted once the email is sent.
 */
export async function mailGuest({ clock }: Needs, trx: Trx, note: GuestMail): Promise<void> {
  if (note.to.address === "") return;
  const at = clock();
  const { bookingId, to, subject, lines, link, language, usefulUntil, asksFor, againAfterMs } = note;
  const key = againAfterMs ? await keyIfDue(trx, note.key, againAfterMs, at) : note.key;
  if (key === null) return;
  const words = { subject, body: lines.join("\n\n"), link, to, language };
  const row = {
    key: `note/${key}`,
    bookingId,
    type: "guest_note",
    channel: "email",
    due: at,
    usefulUntil,
    at,
  } as const;
  await addMessages(trx, [{ ...row, ...words, ...(asksFor ? { topic: topicOf(asksFor) } : {}) }]);
}

/** The key of an email that is sent again after some time; null if the last one was sent more recently than that. */
async function keyIfDue(trx: Trx, key: string, againAfterMs: number, at: Date): Promise<string | null> {
  const period = Math.floor(at.getTime() / againAfterMs);
  const recent = await trx
    .selectFrom("scheduled_message")
    .select("id")
    .where("message_key", "=", `note/${key}:${period - 1}`)
    .where("created_at", ">", new Date(at.getTime() - againAfterMs).toISOString())
    .executeTakeFirst();
  return recent ? null : `${key}:${period}`;
}

export const topicOf = (task: GuestTask) => `asks-for/${task}`;

/** Withdraws all waiting emails to a booking's guest, who no longer has an email address. */
export async function withdrawGuestEmails(trx: Trx, bookingId: string): Promise<void> {
  await skipping(trx, "No longer needed: the guest has no email address.")
    .where("booking_id", "=", bookingId)
    .where("channel", "=", "email")
    .where("type", "not in", ["host_notice", "test"])
    .execute();
}

/** Withdraws the waiting emails that ask a booking's guest for something that is no longer needed. */
export async function withdrawMail(trx: Trx, bookingId: string, task: GuestTask): Promise<void> {
  await skipping(trx, WITHDRAWN).where("booking_id", "=", bookingId).where("topic", "=", topicOf(task)).execute();
}
