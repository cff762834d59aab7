import type { HostNotification, NotifyHost } from "../core/host.ts";
import type { Trx } from "../database/transaction.ts";
import { versionOf } from "../runtime/version-of.ts";

const MAX_SEPARATE = 3;
const MAX_NAMED = 10;

/**
 * Sends notifications that have the same cause. If more than three belong to the same event, one notification contains
 * the first of them and the subjects of up to ten others, so that a broken calendar does not use up the day's emails.
 */
export async function notifyTogether(
  trx: Trx,
  notifications: readonly HostNotification[],
  notifyHost: NotifyHost,
): Promise<void> {
  for (const some of Map.groupBy(notifications, ({ event }) => event).values())
    for (const notification of some.length > MAX_SEPARATE ? [combined(some)] : some)
      await notifyHost(trx, notification);
}

function combined(some: readonly HostNotification[]): HostNotification {
  // The topic is that of the first notification alone, so it is left out.
  const [{ topic: _topic, ...first }, ...others] = some as [HostNotification, ...HostNotification[]];
  const unnamed = others.length - MAX_NAMED;
  return {
    ...first,
    // The first one alone may have been sent already.
    key: `together:${versionOf(others.map(({ key }) => key))}:${first.key}`,
    subject: `${first.subject}, and ${others.length} more`,
    lines: [
      ...first.lines,
      "Also:",
      ...others.slice(0, MAX_NAMED).map(({ subject }) => subject),
      ...(unnamed > 0 ? [`and ${unnamed} more`] : []),
    ],
    link: "/admin/channels",
    urgent: some.some(({ urgent }) => urgent),
  };
}
