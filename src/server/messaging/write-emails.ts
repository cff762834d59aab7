import type { Trx } from "../database/transaction.ts";
import type { Clock } from "../runtime/clock.ts";
import type { GuestNotification, HostNotice, QueueStore } from "./ports.ts";

type Needs = { queue: QueueStore; clock: Clock };
type HostNeeds = Needs & { whatsapp: boolean };

/** Writes a notice to the host, who gets it at once; the same key is told only once. What is urgent goes by WhatsApp too. */
export async function notifyHost({ queue, clock, whatsapp }: HostNeeds, trx: Trx, notice: HostNotice): Promise<void> {
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
