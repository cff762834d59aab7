import { Agent, request } from "node:http";
import { addDays, type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import { overlaps } from "#domain/booking/stay.ts";
import type { Db } from "#server/database/connect.ts";
import { GUEST, stayBody } from "#server/testing/given.ts";
import { ADMIN } from "#server/testing/test-app.ts";

export type HttpResponse = { status: number; text: string; headers: Record<string, string | string[] | undefined> };

const agent = new Agent({ keepAlive: true, maxSockets: 200 });

/** Throws if the response is incomplete. */
export function send(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<HttpResponse> {
  const text = body === undefined ? "" : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const type = text ? { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) } : {};
    const call = request(url, { method, agent, headers: { ...type, ...headers }, timeout: 15_000 }, (response) => {
      let output = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
      response.once("end", () =>
        resolve({ status: response.statusCode ?? 0, text: output, headers: response.headers }),
      );
      response.once("error", reject);
    });
    call.once("timeout", () => call.destroy(new Error("no response within 15 s")));
    call.once("error", reject).end(text);
  });
}

/** Returns the host's cookie. */
export async function signIn(url: string): Promise<string> {
  const { headers } = await send(`${url}/api/admin/auth/login`, "POST", ADMIN);
  return String(headers["set-cookie"]).split(";")[0] ?? "";
}

export const dayFromNow = (days: number): LocalDate =>
  addDays(toLocalDate(new Date().toISOString().slice(0, 10)), days);

/** The two API calls in SPEC 7. */
export async function book(
  url: string,
  checkInDate: LocalDate,
  nights: number,
  from: Record<string, string> = {},
): Promise<HttpResponse & { body: object; key: string }> {
  const key = crypto.randomUUID();
  const headers = { "idempotency-key": key, ...from };
  const guest = await send(`${url}/api/guests`, "POST", GUEST, headers);
  if (guest.status !== 201) return { ...guest, body: {}, key };
  const stay = stayBody({ checkInDate, checkOutDate: addDays(checkInDate, nights) });
  const body = { ...stay, guestId: JSON.parse(guest.text).id };
  return { ...(await send(`${url}/api/bookings`, "POST", body, headers)), body, key };
}

/** Checks the invariants, and compares the records with the responses that guests received. */
export async function judge(db: Db, acknowledged: { id: string }[]) {
  const rows = await db.selectFrom("booking").select(["id", "check_in", "check_out", "status"]).execute();
  const nights = await db
    .selectFrom("occupied_night")
    .select(["booking_id"])
    .where("booking_id", "is not", null)
    .execute();
  const stored = new Set(rows.map((row) => row.id));
  const stays = rows
    .filter((row) => row.status !== "cancelled")
    .map((row) => ({ checkIn: row.check_in, checkOut: row.check_out }))
    .toSorted((a, b) => (a.checkIn < b.checkIn ? -1 : 1));
  const expected = stays.reduce(
    (sum, stay) => sum + (Date.parse(stay.checkOut) - Date.parse(stay.checkIn)) / 86_400_000,
    0,
  );
  return {
    stored: rows.length,
    lost: acknowledged.filter(({ id }) => !stored.has(id)).length,
    // Sorted by check-in: if any stays overlap, two neighbours do.
    overlaps: stays.filter((stay, i) => i > 0 && overlaps(stay, stays[i - 1] ?? stay)).length,
    orphanNights: nights.filter((night) => !stored.has(night.booking_id ?? "")).length,
    missingNights: expected - nights.length,
  };
}
