import { createEmailSender } from "#server/messaging/email-sender.ts";
import { letterOf } from "#domain/messaging/template.ts";

/** The same letters by the same sender from a process of its own, without any outbox. Told how many and where to. */
type Order = { url: string; letters: number; connections: number };

process.on("message", async ({ url, letters, connections }: Order) => {
  const sender = createEmailSender(url, { address: "letters@cottage.example" }, connections);
  const begun = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < letters) {
      const at = next++;
      const outcome = await sender.send({
        id: `bare-${at}`,
        type: "test",
        to: { name: "Guest", address: `guest${at}@example.com` },
        letter: letterOf(`Letter ${at}`, ["A letter of the proof."], null),
        cottage: "Kitul Hill Cottage",
        replyTo: { name: "Kitul Hill Cottage", address: "stay@kitulhill.example" },
        invitation: null,
        card: null,
        parameters: null,
        rewritten: false,
        unverified: false,
        unsubscribable: false,
      });
      if (!outcome.ok) throw new Error(outcome.reason);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  process.send?.(letters / ((performance.now() - begun) / 1000));
  sender.close();
  process.disconnect();
});
