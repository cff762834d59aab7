import { fork, type ChildProcess } from "node:child_process";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { connectDatabase } from "#server/database/connect.ts";
import { createLogger } from "#server/runtime/logger.ts";
import type { ScratchDatabase } from "#server/testing/engines.ts";

/**
 * Counts copies by Message-ID. The server takes `checkMs` to check a recipient and `writeMs` to store the email. A
 * sender that is interrupted during `writeMs` cannot know that the email was accepted.
 */
export async function openCounter({ checkMs, writeMs }: { checkMs: () => number; writeMs: () => number }) {
  const copies = new Map<string, number>();
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    maxClients: 200,
    onRcptTo: (_address, _session, done) => void setTimeout(done, checkMs()),
    onData: (stream, _session, done) => {
      let head = "";
      stream.on("data", (chunk: Buffer) => (head = head.length < 4000 ? head + chunk.toString("latin1") : head));
      stream.on("end", () => {
        const id = /^Message-ID: (<.*>)/im.exec(head)?.[1] ?? "none";
        setTimeout(() => {
          copies.set(id, (copies.get(id) ?? 0) + 1);
          done();
        }, writeMs());
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve());
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    copies,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
}

export function envOf(scratch: ScratchDatabase, smtpUrl: string): Record<string, string> {
  return {
    DATA_DIR: scratch.dataDir,
    ...(scratch.databaseUrl ? { DATABASE_URL: scratch.databaseUrl } : {}),
    PORT: "0",
    HOST: "127.0.0.1",
    LOG_LEVEL: "silent",
    BACKUP_BEFORE_UPGRADE: "false",
    SMTP_URL: smtpUrl,
    MAIL_FROM: "stay@cottage.example",
    ADMIN_USERNAME: "host",
    ADMIN_PASSWORD: "a long sentence to sign in",
  };
}

/** Resolves when the instance is sending. */
export function startSender(
  env: Record<string, string>,
  pace: { leaseMs: number; slots: number; markFirst?: boolean },
): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = fork("proof/support/sender-process.ts", [JSON.stringify({ env, ...pace })], { execArgv: [] });
    child.once("message", () => resolve(child));
    child.once("exit", (code) => reject(new Error(`the sender exited with ${code}`)));
  });
}

export function openOutbox(scratch: ScratchDatabase) {
  const database = connectDatabase(scratch, createLogger("silent"));
  const { db } = database;
  return {
    /** To different people, and due now. */
    fill: async (count: number, name: string) => {
      const at = new Date(Date.now() - 1000).toISOString();
      for (let first = 0; first < count; first += 100) {
        const rows = Array.from({ length: Math.min(100, count - first) }, (_, i) => ({
          id: `${name}-${first + i}`,
          message_key: `${name}/${first + i}`,
          booking_id: null,
          type: "test" as const,
          channel: "email" as const,
          status: "pending" as const,
          anchor: "",
          scheduled_for: at,
          next_try_at: at,
          retry_count: 0,
          interruptions: 0,
          subject: `Email ${first + i}`,
          body: "An email from the proof.",
          to_name: "Guest",
          to_address: `guest${first + i}@example.com`,
          version: 1,
          created_at: at,
        }));
        await db.insertInto("scheduled_message").values(rows).execute();
      }
    },
    pending: async () => {
      const row = await db
        .selectFrom("scheduled_message")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("status", "=", "pending")
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },
    /** Called often during a benchmark, so it does not count. */
    waits: async () => {
      const rows = db.selectFrom("scheduled_message").select("id").where("status", "=", "pending").limit(1);
      return (await rows.execute()).length > 0;
    },
    /** On how many emails a killed instance still holds a lease. */
    leased: async () => {
      const rows = await db
        .selectFrom("scheduled_message")
        .select("id")
        .where("status", "=", "pending")
        .where("lease_until", "is not", null)
        .execute();
      return rows.length;
    },
    statuses: () => db.selectFrom("scheduled_message").select(["id", "status", "retry_count", "sent_at"]).execute(),
    db,
    close: database.close,
  };
}
