import type { HostChange, NotifyHost } from "../core/host.ts";
import type { Trx } from "../database/transaction.ts";
import { coalesce } from "./coalesced-message-queries.ts";
import type { HostReaders } from "./ports.ts";
import { recipientKey, toHost } from "./write-emails.ts";

type Needs = {
  pushToHost: NotifyHost;
  readers: Pick<HostReaders, "emailRecipients">;
};

/**
 * Notifies the host of something that a guest can change repeatedly. Devices are notified at once, and a newer
 * notification about the same stay replaces the older one. A single email is sent once nothing has changed for a while.
 */
export async function notifyHostOfChange(needs: Needs, trx: Trx, change: HostChange): Promise<void> {
  const { topic, before, after, at, hostNotification } = change;
  const now = hostNotification(before);
  for (const recipient of await needs.readers.emailRecipients(trx, now.event ?? "other")) {
    await coalesce(trx, {
      topic: `${topic}${recipientKey(recipient)}`,
      before,
      after,
      at,
      message: (known) => {
        const { key, subject, lines, link, usefulUntil = null } = hostNotification(known);
        return {
          key: `notice/${key}${recipientKey(recipient)}`,
          bookingId: null,
          type: "host_notice",
          channel: "email",
          subject,
          body: lines.join("\n\n"),
          link,
          usefulUntil,
          ...toHost(recipient),
        };
      },
    });
  }
  await needs.pushToHost(trx, now);
}
