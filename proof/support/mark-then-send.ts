import type { Config } from "#server/config.ts";
import { connectDatabase } from "#server/database/connect.ts";
import { createEmailSender } from "#server/messaging/email-sender.ts";
import { type ClaimedMessage, TEXT_ONLY } from "#server/messaging/ports.ts";
import { createOutboxStore } from "#server/messaging/outbox-queries.ts";
import { sendDue } from "#server/messaging/send-due.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { contentOf } from "#domain/messaging/template.ts";

/** The negative control: marks an email as sent first, so that it is lost if the process is killed in between. */
export function sendTooLate(config: Config, { leaseMs, slots }: { leaseMs: number; slots: number }): void {
  const logger = createLogger("silent");
  const outbox = createOutboxStore(connectDatabase(config, logger), leaseMs);
  const { smtpUrl, from } = config.mail ?? { smtpUrl: "", from: { address: "" } };
  const sender = createEmailSender({ where: "SMTP_URL", url: smtpUrl }, from, Math.ceil(slots / 2));
  const clock = () => new Date();
  const needs = {
    outbox: {
      ...outbox,
      claim: async (order: Parameters<typeof outbox.claim>[0]) => {
        const claimed = await outbox.claim(order);
        const marks = claimed.map(({ id, claim }) => ({ id, claim, providerId: null }));
        if (marks.length > 0) await outbox.sent(clock(), marks);
        return claimed;
      },
      stillWaiting: async (claimed: Parameters<typeof outbox.stillWaiting>[0]) => new Set(claimed.map(({ id }) => id)),
    },
    clock,
    logger,
    leaseMs,
    slots,
    pollEveryMs: 50,
    startedAt: performance.now(),
    sender: async () => sender,
    compose: async ({ id, to, subject, body }: ClaimedMessage) => ({
      id,
      type: "test" as const,
      to: to ?? { name: "", address: "" },
      content: contentOf(subject ?? "", [body ?? ""], null),
      cottage: "Cottage",
      replyTo: { name: "", address: "" },
      language: "en" as const,
      unverified: false,
      ...TEXT_ONLY,
    }),
    alertHost: async () => {},
    undelivered: async () => {},
    limits: null,
    clockIsSettled: () => true,
    tooManyProofs: async () => {},
  };
  setInterval(() => void sendDue(needs, "email", () => false), 50);
}
