import type { Trx } from "../database/transaction.ts";
import type { Clock } from "../runtime/clock.ts";
import type { GuestNotification, HostDevices, HostNotice, QueueStore } from "./ports.ts";

type Needs = { queue: QueueStore; clock: Clock };
type PushNeeds = Needs & { devices: Pick<HostDevices, "interestedIn"> };
type HostNeeds = PushNeeds & { whatsapp: boolean };

/** After that a device is not woken for it any more; the email is there. */
const PUSH_USEFUL_MS = 24 * 60 * 60 * 1000;

/**
 * Writes a notice to the host, who gets it at once: by email, by push on the devices of each host who wants to hear of
 * such an event, and by WhatsApp where it is urgent. The same key is told only once.
 */
export async function notifyHost(needs: HostNeeds, trx: Trx, notice: HostNotice): Promise<void> {
  const { queue, clock, whatsapp } = needs;
  const at = clock();
  const { key, subject, lines, link, topic, urgent = false } = notice;
  const words = {
    bookingId: null,
    type: "host_notice",
    due: at,
    at,
    subject,
    body: lines.join("\n\n"),
    link,
    ...(topic ? { topic } : {}),
  } as const;
  await queue.add(trx, [
    { key: `notice/${key}`, channel: "email", ...words },
    ...(urgent && whatsapp ? [{ key: `notice/${key}/whatsapp`, channel: "whatsapp", ...words } as const] : []),
  ]);
  await pushToHost(needs, trx, notice);
}

/** The part of `notifyHost` for devices; alone, for what an email says later and together. */
export async function pushToHost({ queue, clock, devices }: PushNeeds, trx: Trx, notice: HostNotice): Promise<void> {
  const { key, subject, lines, link, topic, event = "other" } = notice;
  if (event === null) return;
  const at = clock();
  const interested = await devices.interestedIn(trx, event);
  await queue.add(
    trx,
    interested.map(({ id, name }) => ({
      key: `notice/${key}/push/${id}`,
      bookingId: null,
      type: "host_notice",
      channel: "push",
      anchor: event,
      due: at,
      usefulUntil: new Date(at.getTime() + PUSH_USEFUL_MS),
      subject,
      body: lines.join("\n\n"),
      link,
      to: { name, address: id },
      topic: topic ?? key,
      at,
    })),
  );
}

/** Writes a letter to a guest word by word; the same key is written only once. */
export async function mailGuest({ queue, clock }: Needs, trx: Trx, note: GuestNotification): Promise<void> {
  const at = clock();
  const { key, bookingId, to, subject, lines, link, language } = note;
  const words = { subject, body: lines.join("\n\n"), link, to, language };
  await queue.add(trx, [
    { key: `note/${key}`, bookingId, type: "guest_note", channel: "email", due: at, at, ...words },
  ]);
}
