import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

type Own = { id: string; cookie: string };
type Message = { id: string; bookingId: string; messageType: string };
type Shown = { priceLines: { amount: string }[]; totalAmount: string };

const NOWHERE = { smtpUrl: "smtp://127.0.0.1:9", from: { address: "stay@cottage.example" } };

describe.each(engines)("what the screens announce is what happens, on %s", (engine) => {
  let server: TestApp;
  let cookie: string;
  beforeAll(async () => {
    server = await startTestApp(engine, { config: { publicUrl: "http://cottage.example", mail: NOWHERE } });
  });
  afterAll(() => server.close());

  let year = 2026;
  /** Each case uses June of a different year, six months ahead of the clock. */
  async function booked(nights: number): Promise<Own & { june: string }> {
    year += 1;
    server.clock.set(`${year - 1}-12-01T06:00:00Z`);
    cookie = await server.signIn();
    await rate(15_000);
    const june = `${year}-06`;
    const response = await bookStay(server, { checkInDate: `${june}-10`, checkOutDate: `${june}-${10 + nights}` });
    expect(response.status, response.text).toBe(201);
    return { id: response.json.id, cookie: cookieOf(response), june };
  }
  const rate = (cents: number) => server.db.updateTable("property").set({ rate_cents: cents }).execute();
  const own = (method: string, { id, cookie: mine }: Own, path: string, body?: unknown): Promise<TestResponse> =>
    server.send(method, `/api/bookings/${id}/${path}`, body, { cookie: mine });
  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  const detail = async ({ id }: Own) => (await host("GET", `/api/admin/bookings/${id}`)).json;
  const sumOf = ({ priceLines }: Shown) => priceLines.reduce((sum, line) => sum + Number(line.amount), 0).toFixed(2);
  const query = (params: object) => String(new URLSearchParams(Object.entries(params)));

  async function changeAsGuest(stay: Own, newDates: { checkInDate: string; checkOutDate: string; guestCount: number }) {
    const before = await detail(stay);
    const quoted = (await own("GET", stay, `stay-quote?${query({ ...newDates })}`)).json;
    const done = await own("PUT", stay, "stay", { ...newDates, expectedTotal: quoted.totalAmount });
    expect(done.status, done.text).toBe(200);
    const after = await detail(stay);
    expect(done.json).toEqual({ status: "upcoming", totalAmount: quoted.totalAmount, requested: quoted.asksHost });
    expect((Number(after.totalAmount) - Number(before.totalAmount)).toFixed(2)).toBe(quoted.difference);
    expect(after.priceLines).toEqual(quoted.priceLines);
    expect(after.freeCancellationUntil).toBe(quoted.freeCancellationUntil);
  }

  async function moveAsHost(stay: Own, newDates: { checkInDate: string; checkOutDate: string }, price: "keep" | "new") {
    const before = await detail(stay);
    const quoted = (await host("GET", `/api/admin/stay-quote?${query({ ...newDates, bookingId: stay.id })}`)).json;
    const expectedTotal = price === "new" ? quoted.totalAmount : before.totalAmount;
    const body = { ...newDates, guestCount: 2, price, expectedTotal, version: before.version };
    const done = await host("PUT", `/api/admin/bookings/${stay.id}/stay`, body);
    expect(done.status, done.text).toBe(200);
    expect(done.json.totalAmount).toBe(expectedTotal);
    if (price === "new") expect(done.json.priceLines).toEqual(quoted.priceLines);
  }

  const cases: { name: string; fee: string; change: (stay: Own & { june: string }) => Promise<void> }[] = [
    { name: "as booked", fee: "150.00", change: async () => {} },
    {
      name: "extended by the guest at a lower rate",
      fee: "150.00",
      change: async (stay) => {
        await rate(1_000);
        const longer = { checkInDate: `${stay.june}-10`, checkOutDate: `${stay.june}-30`, guestCount: 2 };
        await changeAsGuest(stay, longer);
      },
    },
    {
      name: "moved by the guest to dates at a higher rate",
      fee: "200.00",
      change: async (stay) => {
        await rate(20_000);
        await changeAsGuest(stay, { checkInDate: `${stay.june}-20`, checkOutDate: `${stay.june}-22`, guestCount: 3 });
      },
    },
    {
      name: "extended by the host for the agreed price",
      fee: "150.00",
      change: (stay) => moveAsHost(stay, { checkInDate: `${stay.june}-10`, checkOutDate: `${stay.june}-15` }, "keep"),
    },
    {
      name: "shortened by the host for the agreed price",
      fee: "150.00",
      change: (stay) => moveAsHost(stay, { checkInDate: `${stay.june}-10`, checkOutDate: `${stay.june}-11` }, "keep"),
    },
    {
      name: "moved by the host at today's price",
      fee: "120.00",
      change: async (stay) => {
        await rate(12_000);
        await moveAsHost(stay, { checkInDate: `${stay.june}-12`, checkOutDate: `${stay.june}-14` }, "new");
      },
    },
  ];

  test.each(cases)(
    "a stay $name: the guest's page, portal, cancellation and email show the same price and fee",
    async (one) => {
      const stay = await booked(3);
      await one.change(stay);
      await rate(7_700);
      const [page, portal] = [(await own("GET", stay, "confirmation")).json, await detail(stay)];
      expect(page.totalAmount).toBe(portal.totalAmount);
      expect(page.priceLines).toEqual(portal.priceLines);
      expect([sumOf(page), page.acts.feeIfCancelledNow]).toEqual([page.totalAmount, "0.00"]);

      // An hour before check-in.
      server.clock.set(`${portal.checkInDate}T07:30:00Z`);
      cookie = await server.signIn();
      const shown = (await own("GET", stay, "confirmation")).json.acts.feeIfCancelledNow;
      expect([shown, (await detail(stay)).feeIfCancelledNow]).toEqual([one.fee, one.fee]);
      const done = await own("POST", stay, "cancel", { expectedFee: shown });
      expect(done.json).toEqual({ status: "cancelled", cancellationFee: shown });
      expect(await detail(stay)).toMatchObject({ cancellationFee: shown, dueAmount: shown });
      // The email, as the host sees it before it is sent, states the same fee and total, and no other amount.
      const [email] = (await host("GET", "/api/admin/scheduled-messages")).json.filter(
        ({ bookingId, messageType }: Message) => bookingId === stay.id && messageType === "booking_cancelled",
      );
      const { text } = await host("GET", `/api/admin/scheduled-messages/${email.id}`);
      expect(new Set(text.match(/\$[\d.,]+\d/g))).toEqual(new Set([`$${shown}`, `$${portal.totalAmount}`]));
    },
  );

  test("after the free cancellation deadline, extending a stay at a lower rate leaves its cancellation fee unchanged", async () => {
    const stay = await booked(3);
    server.clock.set(`${stay.june}-09T06:00:00Z`);
    await rate(1_000);
    const longer = { checkInDate: `${stay.june}-10`, checkOutDate: `${stay.june}-29`, guestCount: 2 };
    cookie = await server.signIn();
    await changeAsGuest(stay, longer);
    expect((await own("GET", stay, "confirmation")).json.acts.feeIfCancelledNow).toBe("150.00");
  });
});
