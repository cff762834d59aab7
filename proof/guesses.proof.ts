/** S12: a million guesses at the addresses of bookings and at the secrets of guests' links open nothing. */
import { randomBytes } from "node:crypto";
import { Agent, request } from "node:http";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { connectDatabase } from "#server/database/connect.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { bookStay } from "#server/testing/given.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { prove } from "./support/proof.ts";

const GUESSES = Number(process.env["GUESSES"] ?? 1_000_000);
const AT_ONCE = 32;

await prove(
  { id: "S12", what: "Guessed addresses", aim: "1,000,000 guesses: 0 hits, one answer for all" },
  "sqlite",
  async () => {
    const server = await startTestApp("sqlite", { config: { guardBookings: false } });
    const ids: string[] = [];
    for (let i = 0; i < 50; i++) {
      const checkInDate = addDays(toLocalDate("2027-01-01"), i * 2);
      const booked = await bookStay(server, { checkInDate, checkOutDate: addDays(checkInDate, 1) });
      ids.push(booked.json.id);
    }
    const { db, close } = connectDatabase(server.config, createLogger("silent"));
    const accesses = async () => (await db.selectFrom("booking_access").select("booking_id").execute()).length;
    const before = await accesses();
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    const ask = (path: string) =>
      new Promise<{ status: number; bytes: string }>((resolve, reject) => {
        const call = request(server.url + path, { agent }, (answer) => {
          let bytes = "";
          answer.setEncoding("utf8").on("data", (chunk: string) => (bytes += chunk));
          answer.on("end", () => resolve({ status: answer.statusCode ?? 0, bytes }));
        });
        call.on("error", reject).end();
      });

    let hits = 0;
    let made = 0;
    const answers = new Set<string>();
    const guess = async () => {
      while (made < GUESSES) {
        made += 1;
        // Four in five guess an id; the fifth knows one and guesses the secret of its link.
        if (made % 5 === 0) {
          await ask(`/booking/link/${ids[made % ids.length] ?? ""}/${randomBytes(32).toString("base64url")}`);
          continue;
        }
        const { status, bytes } = await ask(`/api/bookings/${randomBytes(16).toString("base64url")}/confirmation`);
        if (status !== 404) hits += 1;
        // Each answer has a reference of its own for the log.
        answers.add(bytes.replace(/"requestId":"[^"]*"/, ""));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, guess));
    const opened = (await accesses()) - before;
    const control = (await ask(`/api/bookings/${ids[0] ?? ""}/confirmation`)).status;
    agent.destroy();
    await close();
    await server.close();
    return {
      figures: { guesses: made, hits, opened, differentAnswers: answers.size },
      met: hits === 0 && opened === 0 && answers.size === 1,
      planted: { hole: "an id that exists is among the guesses", seen: control === 200 },
    };
  },
);
