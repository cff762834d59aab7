import { createEmailSender } from "#server/messaging/email-sender.ts";
import { TEXT_ONLY } from "#server/messaging/ports.ts";
import { contentOf } from "#domain/messaging/template.ts";

/** The same emails and the same sender, but without an outbox. */
type Order = { url: string; emails: number; connections: number };

process.on("message", async ({ url, emails, connections }: Order) => {
  const sender = createEmailSender({ where: "SMTP_URL", url }, { address: "stay@cottage.example" }, connections);
  const begun = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < emails) {
      const at = next++;
      const outcome = await sender.send({
        id: `bare-${at}`,
        type: "test",
        to: { name: "Guest", address: `guest${at}@example.com` },
        content: contentOf(`Email ${at}`, ["An email from the proof."], null),
        cottage: "Kitul Hill Cottage",
        replyTo: { name: "Kitul Hill Cottage", address: "stay@kitulhill.example" },
        language: "en",
        unverified: false,
        ...TEXT_ONLY,
      });
      if (!outcome.ok) throw new Error(outcome.reason);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  process.send?.(emails / ((performance.now() - begun) / 1000));
  sender.close();
  process.disconnect();
});
