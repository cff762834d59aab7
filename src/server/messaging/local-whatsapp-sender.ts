import { randomBytes } from "node:crypto";
import type { Db } from "../database/connect.ts";
import type { Clock } from "../runtime/clock.ts";
import { randomId } from "../runtime/ids.ts";
import type { Sender } from "./ports.ts";
import { createWhatsappSender, type WhatsappAccount } from "./whatsapp-sender.ts";
import { startSimulatedWhatsapp, type SimulatedWhatsapp } from "./simulated-whatsapp-server.ts";

const SUBJECT_MAX = 80;

/** A simulated account, whose secrets are regenerated at each startup. */
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

/** Uses the real protocol with a simulated server on this machine, which is started when the first message is sent. */
export function createLocalWhatsappSender(
  { db, clock, webhook }: { db: Db; clock: Clock; webhook: () => string | null },
  account: Omit<WhatsappAccount, "apiUrl">,
): Sender {
  let started: Promise<{ simulated: SimulatedWhatsapp; sender: Sender }> | null = null;
  const start = async () => {
    const simulated = await startSimulatedWhatsapp({
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
    return { simulated, sender: createWhatsappSender({ ...account, apiUrl: simulated.apiUrl }) };
  };
  return {
    send: async (message) => {
      started ??= start();
      return (await started).sender.send(message);
    },
    close: () => void started?.then(({ simulated }) => simulated.close()),
  };
}
