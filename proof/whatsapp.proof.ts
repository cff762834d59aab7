/**
 * R17: a simulated WhatsApp Cloud API causes one fault after another: rate limits, temporary and permanent errors, a
 * closed messaging window, a rejected token, and status reports that are duplicated, out of order or wrongly signed.
 */
import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  report,
  type SimulatedWhatsappFault,
  startSimulatedWhatsapp,
} from "#server/messaging/simulated-whatsapp-server.ts";
import { engines } from "#server/testing/engines.ts";
import { bookStay, GUEST } from "#server/testing/given.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { prove } from "./support/proof.ts";

const ACCOUNT = {
  phoneNumberId: "106540352242922",
  token: "token-of-the-proof",
  appSecret: "secret-of-the-app",
  verifyToken: "word-of-the-host",
  language: "en",
};
const WEBHOOK = "/api/webhooks/whatsapp";
const ROUNDS = 10;

/** `afterSeconds` is the time until the message is sent once the fault has ended; null if it is never sent. */
type Case = {
  fault: SimulatedWhatsappFault;
  status: "pending" | "failed";
  retries: number;
  afterSeconds: number | null;
};
const CASES: Record<string, Case> = {
  "429": {
    fault: { status: 429, headers: { "retry-after": "90" } },
    status: "pending",
    retries: 0,
    afterSeconds: 91,
  },
  "130429": { fault: { status: 400, code: 130_429 }, status: "pending", retries: 0, afterSeconds: 61 },
  "131056": { fault: { status: 400, code: 131_056 }, status: "pending", retries: 1, afterSeconds: 61 },
  "500": { fault: { status: 500 }, status: "pending", retries: 1, afterSeconds: 61 },
  "503": { fault: { status: 503 }, status: "pending", retries: 1, afterSeconds: 61 },
  "190": { fault: { status: 401, code: 190 }, status: "pending", retries: 0, afterSeconds: 901 },
  "131026": { fault: { status: 400, code: 131_026 }, status: "failed", retries: 0, afterSeconds: null },
  "132001": { fault: { status: 404, code: 132_001 }, status: "failed", retries: 0, afterSeconds: null },
};

for (const engine of engines) {
  await prove(
    {
      id: "R17",
      what: "WhatsApp faults",
      aim: "each fault has the result listed in proof/whatsapp.proof.ts; 0 duplicate effects; a bad signature gives 401 and writes nothing",
    },
    engine,
    async () => {
      const wrong: string[] = [];
      let fault: SimulatedWhatsappFault | null = null;
      let tells = false;
      let requests = 0;
      const simulated = await startSimulatedWhatsapp({
        ...ACCOUNT,
        webhook: () => (tells ? server.url + WEBHOOK : null),
        fault: () => (requests++, fault),
      });
      const server = await startTestApp(engine, {
        outbox: { everyMs: 20, leaseMs: 2000, slots: 4 },
        config: { publicUrl: "https://cottage.example", whatsapp: { ...ACCOUNT, apiUrl: simulated.apiUrl } },
      });
      await server.app.start();
      const begin = server.clock();

      const rowOf = (bookingId: string, type = "welcome") =>
        server.db
          .selectFrom("scheduled_message")
          .selectAll()
          .where("booking_id", "=", bookingId)
          .where("type", "=", type as "welcome")
          .where("channel", "=", "whatsapp")
          .executeTakeFirst();
      type Row = NonNullable<Awaited<ReturnType<typeof rowOf>>>;
      async function until(what: string, holds: (row: Row) => boolean, id: string, type?: string) {
        const end = performance.now() + 5000;
        for (;;) {
          const row = await rowOf(id, type);
          if (row && holds(row)) return row;
          if (performance.now() > end) return void wrong.push(`${what}: ${JSON.stringify(row)}`);
          await pause(10);
        }
      }
      let day = 0;
      async function booked(): Promise<string> {
        day += 3;
        const at = (more: number) => new Date(Date.UTC(2027, 0, day + more)).toISOString().slice(0, 10);
        const guest = { ...GUEST, whatsapp: true };
        const { json } = await bookStay(server, { checkInDate: at(0), checkOutDate: at(2) }, guest);
        return json.id;
      }
      async function fresh() {
        server.clock.set(begin.toISOString());
        await server.db.deleteFrom("scheduled_message").execute();
        await server.db.deleteFrom("message_channel").execute();
        simulated.messages.length = 0;
        [fault, requests] = [null, 0];
      }
      const alerts = async () =>
        (await server.db.selectFrom("scheduled_message").select("id").where("type", "=", "host_notice").execute())
          .length;

      let handledAsInTheTable = 0;
      for (const [name, { fault: answer, status, retries, afterSeconds }] of Object.entries(CASES)) {
        await fresh();
        fault = answer;
        const id = await booked();
        const met = await until(`${name}: met`, (row) => row.note !== null && row.lease_until === null, id);
        const notifications = await alerts();
        await pause(100);
        const asExpected = met?.status === status && met.retry_count === retries && requests === 1;
        // A booking causes one notification to the host; only a rejected account adds an alert.
        const alerted = notifications === (name === "190" ? 2 : 1);
        fault = null;
        if (afterSeconds !== null) {
          server.clock.advance(afterSeconds * 1000);
          await until(`${name}: sent afterwards`, (row) => row.status === "sent", id);
        }
        const once = simulated.messages.length === (afterSeconds === null ? 0 : 1);
        if (asExpected && alerted && once) handledAsInTheTable++;
        else
          wrong.push(`${name}: ${JSON.stringify({ asTold: asExpected, alerted, once, requests, met: met?.status })}`);
      }

      // A persistent 503: exactly three retries, and then the message fails.
      await fresh();
      fault = { status: 503 };
      const stays = await booked();
      for (const minutes of [1, 10, 60]) {
        await until("503 again", (row) => row.lease_until === null && row.retry_count > 0, stays);
        await pause(50);
        server.clock.advance(minutes * 60_000 + 1000);
      }
      const put = await until("503 put aside", (row) => row.status === "failed", stays);
      const attemptsWithAPermanentFault = requests;
      if (put?.retry_count !== 3 || requests !== 4) wrong.push(`persistent 503: ${requests} tries`);

      // Outside the guest's 24-hour window, the approved template replaces a free-form message.
      await fresh();
      const windowed = await booked();
      await until("sent", (row) => row.status === "sent", windowed);
      fault = { status: 400, code: 131_047, types: ["text"] };
      await server.db
        .updateTable("scheduled_message")
        .set({ subject: "x", body: "Come early.", next_try_at: "2026-01-01T00:00:00.000Z" })
        .where("booking_id", "=", windowed)
        .where("type", "=", "check_in_reminder")
        .execute();
      await until("131047 sent", (row) => row.status === "sent", windowed, "check_in_reminder");
      const fellBack = simulated.messages.at(-1)?.text.startsWith("Template latchkey_check_in_reminder") ?? false;
      if (!fellBack || simulated.messages.length !== 2) wrong.push("131047 did not fall back to the template");

      // Each report is sent twice, in different orders, and some with a wrong signature.
      let duplicateEffects = 0;
      let unsignedRefused = 0;
      let unsignedWrites = 0;
      const orders = [
        ["sent", "delivered", "read"],
        ["read", "delivered", "sent"],
        ["delivered", "read", "failed"],
        ["read", "failed", "delivered"],
      ];
      for (let round = 0; round < ROUNDS; round++) {
        await fresh();
        const id = await booked();
        await until("sent", (row) => row.status === "sent", id);
        const [message] = simulated.messages;
        if (!message) continue;
        const signed = { appSecret: ACCOUNT.appSecret, webhook: () => server.url + WEBHOOK };
        const before = JSON.stringify(await rowOf(id));
        for (const reported of ["failed", "read", "delivered"]) {
          if ((await report({ ...signed, appSecret: "not ours" }, message, reported)) === 401) unsignedRefused++;
        }
        if (JSON.stringify(await rowOf(id)) !== before) unsignedWrites++;
        for (const reported of [...(orders[round % orders.length] ?? []), ...(orders[round % orders.length] ?? [])]) {
          if ((await report(signed, message, reported)) !== 200) wrong.push("a signed report was rejected");
        }
        const after = await rowOf(id);
        if (after?.status !== "sent" || after.delivery !== "read" || simulated.messages.length !== 1)
          duplicateEffects++;
      }
      const empty = createHmac("sha256", "").update("{}").digest("hex");
      const bare = await server.send("POST", WEBHOOK, {}, { "x-hub-signature-256": `sha256=${empty}` });
      if (bare.status !== 401) wrong.push("an empty secret is accepted");

      // The negative control: an expectation that differs from the product's behaviour.
      await fresh();
      fault = { status: 400, code: 131_026 };
      const control = await booked();
      const refused = await until("control", (row) => row.status === "failed", control);
      const seen = !(refused?.status === "pending" && refused.retry_count === 1);

      tells = false;
      await server.close();
      await simulated.close();
      for (const line of wrong) console.log(`  wrong: ${line}`);
      const cases = Object.keys(CASES).length;
      return {
        figures: {
          faults: cases,
          handledAsInTheTable,
          attemptsWithAPermanentFault,
          windowClosed: fellBack ? "as template" : "lost",
          reports: ROUNDS * 6,
          duplicateEffects,
          unsignedRefused: `${unsignedRefused} of ${ROUNDS * 3}`,
          unsignedWrites,
        },
        met:
          wrong.length === 0 &&
          handledAsInTheTable === cases &&
          duplicateEffects === 0 &&
          unsignedRefused === ROUNDS * 3 &&
          unsignedWrites === 0,
        negativeControl: { fault: "a permanent rejection compared with the row of a temporary fault", detected: seen },
      };
    },
  );
}
