import { randomBytes } from "node:crypto";
import type { Db } from "../database/connect.ts";
import type { Clock } from "../runtime/clock.ts";
import { randomId } from "../runtime/ids.ts";
import type { Sender } from "./ports.ts";
import { createWhatsappSender, type WhatsappAccount } from "./whatsapp-sender.ts";
import { startWhatsappStandIn, type WhatsappStandIn } from "./whatsapp-stand-in-server.ts";

const SUBJECT_MAX = 80;

/** An account with nobody: its secrets are made anew at each start. */
export function localAccount(): Omit<WhatsappAccount, "apiUrl"> {
  const secret = () => randomBytes(16).toString("hex");
  return {
    phoneNumberId: "100000000000001",
    token: secret(),
    appSecret: secret(),
    verifyToken: secret(),
    language: "en",
  };
}

/** Sends by the real protocol to a stand-in on this machine, which starts with the first message. */
export function createLocalWhatsappSender(
  { db, clock, webhook }: { db: Db; clock: Clock; webhook: () => string | null },
  account: Omit<WhatsappAccount, "apiUrl">,
): Sender {
  let started: Promise<{ standIn: WhatsappStandIn; sender: Sender }> | null = null;
  const start = async () => {
    const standIn = await startWhatsappStandIn({
      ...account,
      webhook,
      taken: async ({ to, text }) => {
        const [first = "", ...rest] = text.split("\n");
        const subject = first.slice(0, SUBJECT_MAX);
        const row = { id: randomId(), at: clock().toISOString(), channel: "whatsapp" as const, recipient: to };
        await db
          .insertInto("local_letter")
          .values({ ...row, subject, content: rest.join("\n") || text })
          .execute();
      },
    });
    return { standIn, sender: createWhatsappSender({ ...account, apiUrl: standIn.apiUrl }) };
  };
  return {
    send: async (message) => {
      started ??= start();
      return (await started).sender.send(message);
    },
    close: () => void started?.then(({ standIn }) => standIn.close()),
  };
}
