import type { Trx } from "../database/transaction.ts";
import type { Clock } from "../runtime/clock.ts";
import type { GuestNote, HostNotice, QueueStore } from "./ports.ts";

type Needs = { queue: QueueStore; clock: Clock };

/** Writes a notice to the host, who gets it at once; the same key is told only once. */
export async function tellHost({ queue, clock }: Needs, trx: Trx, notice: HostNotice): Promise<void> {
  const at = clock();
  const { key, subject, lines, link } = notice;
  const words = { subject, body: lines.join("\n\n"), link };
  await queue.add(trx, [
    { key: `notice/${key}`, bookingId: null, type: "host_notice", channel: "email", due: at, at, ...words },
  ]);
}

/** Writes a letter to a guest word by word; the same key is written only once. */
export async function mailGuest({ queue, clock }: Needs, trx: Trx, note: GuestNote): Promise<void> {
  const at = clock();
  const { key, bookingId, to, subject, lines, link } = note;
  const words = { subject, body: lines.join("\n\n"), link, to };
  await queue.add(trx, [
    { key: `note/${key}`, bookingId, type: "guest_note", channel: "email", due: at, at, ...words },
  ]);
}
