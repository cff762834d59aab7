import type { AddressInfo, Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import type { Config } from "../config.ts";

export type ReceivedEmail = { from: string; to: string[]; raw: string; mail: Email };

export type Mailbox = {
  url: string;
  emails: ReceivedEmail[];
  /**
   * The server's reply to an email: an error, acceptance after a delay, or null (the default) for immediate acceptance.
   * An error may also come after a delay or another event. With "drop", the server accepts the email, but closes the
   * connection instead of replying.
   */
  answer: (
    to: string,
    tries: number,
  ) => { code: number; text: string; waitMs?: number; after?: Promise<void> } | { waitMs: number } | "drop" | null;
  /** The error with which the server rejects the sender of every email; null (the default) to accept them. */
  rejectSender: { code: number; text: string } | null;
  /** With `true`, the server closes its connections, and every new one at once. */
  hangUp: (on: boolean) => void;
  /** Waits until at least `count` emails have arrived. */
  wait: (count: number) => Promise<ReceivedEmail[]>;
  close: () => Promise<void>;
};

/**
 * A real SMTP server that stores the emails it receives. They are parsed by a different library from the one that sends
 * them.
 */
export async function openMailbox(port = 0): Promise<Mailbox> {
  const tries = new Map<string, number>();
  const sockets = new Map<number | undefined, Socket>();
  let hangsUp = false;
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onMailFrom: (_address, _session, done) => {
      const rejection = box.rejectSender;
      done(rejection ? Object.assign(new Error(rejection.text), { responseCode: rejection.code }) : null);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const from = session.envelope.mailFrom === false ? "" : session.envelope.mailFrom.address;
        const key = to.join();
        tries.set(key, (tries.get(key) ?? 0) + 1);
        const reply = box.answer(key, tries.get(key) ?? 0);
        const keep = async () => {
          const bytes = Buffer.concat(chunks);
          box.emails.push({ from, to, raw: bytes.toString("utf8"), mail: await PostalMime.parse(bytes) });
          if (reply === "drop") sockets.get(session.remotePort)?.destroy();
          else done();
        };
        const respond = () => {
          if (reply === null || reply === "drop" || !("code" in reply)) void keep();
          else done(Object.assign(new Error(reply.text), { responseCode: reply.code }));
        };
        if (reply !== null && reply !== "drop" && "after" in reply) void reply.after?.then(respond);
        else if (reply === null || reply === "drop" || reply.waitMs === undefined) respond();
        else setTimeout(respond, reply.waitMs);
      });
    },
  });
  server.on("error", () => {});
  server.server.on("connection", (socket: Socket) => {
    if (hangsUp) socket.destroy();
    else sockets.set(socket.remotePort, socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(port, "127.0.0.1", () => resolve());
  });
  const address = server.server.address() as AddressInfo;
  const box: Mailbox = {
    url: `smtp://127.0.0.1:${address.port}`,
    emails: [],
    answer: () => null,
    rejectSender: null,
    hangUp: (on) => {
      hangsUp = on;
      if (on) for (const socket of sockets.values()) socket.destroy();
    },
    wait: async (count) => {
      const until = performance.now() + 30_000;
      while (box.emails.length < count) {
        if (performance.now() > until) throw new Error(`${box.emails.length} of ${count} emails arrived`);
        await new Promise((resolve) => {
          setTimeout(resolve, 10);
        });
      }
      return box.emails;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
  return box;
}

/** Overrides for an app that sends its emails to `box`, at once and with links. */
export function sendingTo(box: Mailbox, config: Partial<Config> = {}) {
  const mail = { smtpUrl: box.url, from: { address: "mail@cottage.example" } };
  return {
    outbox: { everyMs: 15, leaseMs: 2000, slots: 4 },
    config: { publicUrl: "https://cottage.example", mail, ...config },
  };
}
