import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Money, MoneyRows } from "#contract/analytics.ts";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { engines } from "../testing/engines.ts";
import { madeUpStays, type MadeUpStay, seededRandom, storeStays } from "../testing/random-stays.ts";
import { readCsv } from "../testing/read-csv.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

const DAY_MS = 86_400_000;
const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const KINDS = [
  ["payment", "cash"],
  ["payment", "online"],
  ["payment", "bank-transfer"],
  ["refund", "online"],
  ["refund", "cash"],
  ["refund", "dispute"],
  ["payment", "dispute"],
  ["payment", "refund-failed"],
] as const;

type MadeUpRow = {
  stay: MadeUpStay;
  kind: "payment" | "refund";
  method: (typeof KINDS)[number][1];
  cents: number;
  day: string;
  live: 0 | 1 | null;
  fee: number | null;
};
type Days = { from: string; to: string } | null;

describe.each(engines)("payments in the figures, on %s", (engine) => {
  let server: TestApp;
  let cookie: string;
  let stays: MadeUpStay[];
  let rows: MadeUpRow[];
  let random: (below: number) => number;
  beforeAll(async () => {
    server = await startTestApp(engine);
    cookie = await server.signIn();
    const seed = Math.floor(Date.now() / DAY_MS);
    random = seededRandom(seed);
    stays = madeUpStays(random, 60, "2026-06-01");
    await storeStays(server.db, stays, "2026-06-01T00:00:00Z");
    rows = Array.from({ length: 400 }, () => madeUpRow());
    await server.db
      .insertInto("payment")
      .values(
        rows.map(({ stay, kind, method, cents, day, live, fee }, place) => ({
          id: `row-${place}`,
          booking_id: stay.id,
          kind,
          method,
          amount_cents: cents,
          paid_on: toLocalDate(day),
          recorded_at: `${day}T12:00:00.000Z`,
          recorded_by: "host",
          fact_key: live === null ? null : `fact-${place}`,
          live,
          fee_minor: fee,
        })),
      )
      .execute();
  });
  afterAll(() => server.close());

  function madeUpRow(): MadeUpRow {
    const stay = stays[random(stays.length)];
    const [kind, method] = KINDS[random(KINDS.length)] ?? KINDS[0];
    if (!stay) throw new Error("no stay");
    const online = method !== "cash" && method !== "bank-transfer";
    const live = online ? (random(4) === 0 ? 0 : 1) : null;
    const day = dayText(Date.parse(stay.checkIn) - random(60) * DAY_MS);
    const fee = method === "online" && kind === "payment" && random(5) > 0 ? random(2000) : null;
    return { stay, kind, method, cents: 1 + random(80_000), day, live, fee };
  }

  // Calculates the same figures independently, row by row.
  const real = () => rows.filter(({ live }) => live !== 0);
  const within = (day: string, days: Days) => days === null || (days.from <= day && day < days.to);
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
  const takenBack = ({ method, kind }: MadeUpRow) =>
    kind === "payment" && ["dispute", "refund-failed"].includes(method);

  function dueOf(stay: MadeUpStay): number {
    const signed = real()
      .filter((row) => row.stay.id === stay.id)
      .map(({ kind, cents }) => (kind === "payment" ? cents : -cents));
    return (stay.status === "cancelled" ? 0 : stay.cents) - sum(signed);
  }

  function moneyByHand(days: Days): Money {
    const moved = real().filter(({ day }) => within(day, days));
    const cents = (some: MadeUpRow[]) => sum(some.map((row) => row.cents));
    const owing = stays
      .filter((stay) => stay.source === "direct" && stay.status !== "pending" && within(stay.checkIn, days))
      .map(dueOf);
    return {
      paid: cents(moved.filter((row) => row.kind === "payment" && !takenBack(row))) / 100,
      refunded: (cents(moved.filter(({ kind }) => kind === "refund")) - cents(moved.filter(takenBack))) / 100,
      fees: sum(moved.map(({ fee }) => fee ?? 0)) / 100,
      due: sum(owing.filter((due) => due > 0)) / 100,
      others: [],
    };
  }

  const ask = async (path: string) => (await server.send("GET", path, undefined, { cookie })).json;
  const cents = (amounts: (number | null)[]) => sum(amounts.map((one) => Math.round((one ?? 0) * 100)));

  test("P-32: amounts paid, refunded and due, and fees, match an independent calculation; test payments are excluded", async () => {
    const all: Money = (await ask("/api/admin/analytics")).money;
    expect(all).toEqual(moneyByHand(null));
    expect((await ask("/api/admin/dashboard")).stats.money).toEqual(all);
    expect(all.paid).toBeGreaterThan(0);
    for (let times = 0; times < 6; times++) {
      const from = dayText(Date.parse("2026-05-01") + random(300) * DAY_MS);
      const days = { from, to: dayText(Date.parse(from) + (1 + random(120)) * DAY_MS) };
      const query = `?from=${days.from}&to=${days.to}`;
      const some: Money = (await ask(`/api/admin/analytics${query}`)).money;
      expect(some, query).toEqual(moneyByHand(days));
      // The rows behind each figure add up to it.
      const opened: MoneyRows = await ask(`/api/admin/analytics/money${query}`);
      const added = {
        paid: cents(opened.rows.map(({ paid }) => paid)) / 100,
        refunded: cents(opened.rows.map(({ refunded }) => refunded)) / 100,
        fees: cents(opened.rows.map(({ fee }) => fee)) / 100,
        due: cents(opened.dues.map(({ due }) => due)) / 100,
        others: [],
      };
      expect(added, query).toEqual(some);
    }
  });

  test("P-32: the spreadsheet has separate columns for each booking's paid, refunded, fee and due amounts", async () => {
    const { text } = await server.send("GET", "/api/admin/bookings.csv", undefined, { cookie });
    const [header = [], ...lines] = readCsv(text.replace(/^\uFEFF/, ""));
    const column = (name: string) => header.indexOf(name);
    const amount = (line: string[], name: string) => Math.round(Number(line[column(name)]) * 100);
    const total = (name: string) => sum(lines.map((line) => amount(line, name)));
    const all = moneyByHand(null);
    expect([total("Paid"), total("Refunded"), total("Card fees")]).toEqual([
      Math.round(all.paid * 100),
      Math.round(all.refunded * 100),
      Math.round(all.fees * 100),
    ]);
    expect(total("Due")).toBe(sum(stays.map(dueOf)));
  });
});
