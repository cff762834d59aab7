import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { hashToken } from "../runtime/ids.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { forgetAbandonedGuests } from "./module.ts";
import { createGuestStore } from "./store.ts";

describe.each(engines)("guests on %s", (engine) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(engine);
  });
  afterAll(() => server.close());

  test("a guest is registered, and the response contains only an id", async () => {
    const response = await server.send("POST", "/api/guests", GUEST);
    expect(response.status).toBe(201);
    expect(Object.keys(response.json)).toEqual(["id"]);
  });

  test("the phone number may be null, but not empty", async () => {
    const without = await server.send("POST", "/api/guests", { ...GUEST, phone: null });
    expect(without.status).toBe(201);
    const empty = await server.send("POST", "/api/guests", { ...GUEST, phone: "" });
    expect(empty.status).toBe(400);
    expect(empty.json.fields).toEqual({ phone: "Phone number is required" });
  });

  test("invisible characters copied from a chat together with an email address or phone number are removed", async () => {
    const [email, phone] = ["\u200bann@example.com\ufeff", "\u202a+94 77 123 4567\u202c"];
    const booked = await bookStay(
      server,
      { checkInDate: "2027-03-01", checkOutDate: "2027-03-02" },
      { ...GUEST, email, phone },
    );
    const cookie = await server.signIn();
    const { json } = await server.send("GET", `/api/admin/bookings/${booked.json.id}`, undefined, { cookie });
    expect(json.guest).toMatchObject({ email: "ann@example.com", phone: "+94 77 123 4567" });
  });

  test.each([
    [{ name: "" }, "name", "Name is required"],
    [{ name: "A" }, "name", "Name is required"],
    [{ name: "   A   " }, "name", "Name is required"],
    [{ name: undefined }, "name", "Name is required"],
    [{ name: 42 }, "name", "Name is required"],
    [{ name: "x".repeat(81) }, "name", "Use at most 80 characters"],
    [{ name: "Ann\nYour account is locked" }, "name", "Enter this on one line"],
    [{ name: "Ann \u2028 More" }, "name", "Enter this on one line"],
    [{ name: "Ann https://evil.example/login" }, "name", "Enter your name without web addresses or phone numbers"],
    [{ name: "Pay at evil.com" }, "name", "Enter your name without web addresses or phone numbers"],
    [{ phone: "see evil.example" }, "phone", "Enter your phone number without web addresses"],
    [{ phone: "077 123\n4567" }, "phone", "Enter this on one line"],
    [{ name: "Ann\u0000" }, "name", "Remove the characters that cannot be shown"],
    [{ name: "Ann \ud800" }, "name", "Remove the characters that cannot be shown"],
    [{ email: "ann" }, "email", "Valid email is required"],
    [{ email: "ann@" }, "email", "Valid email is required"],
    [{ email: "a@b.example, c@d.example" }, "email", "Valid email is required"],
    [{ email: "a@b.example\r\nBcc: c@d.example" }, "email", "Valid email is required"],
    [{ email: null }, "email", "Valid email is required"],
    [{ phone: "1234" }, "phone", "Phone number is required"],
    [{ phone: {} }, "phone", "Phone number is required"],
  ])("%j is refused with a message at the field %s", async (wrong, field, message) => {
    const response = await server.send("POST", "/api/guests", { ...GUEST, ...wrong });
    expect(response.status).toBe(400);
    expect(response.json.fields[field]).toBe(message);
  });

  test("names and phone numbers from other countries are accepted", async () => {
    for (const guest of [
      { name: "ජයන්ත පෙරේරා", email: "j@example.com", phone: "077 123 4567" },
      { name: "O'Brien-Łukasz", email: "o.b+x@example.co.uk", phone: "+353 (1) 555.0100" },
    ]) {
      expect((await server.send("POST", "/api/guests", guest)).status).toBe(201);
    }
  });

  test("the same request sent again returns the same guest", async () => {
    const headers = { "idempotency-key": "register-me-once" };
    const [first, second] = [
      await server.send("POST", "/api/guests", GUEST, headers),
      await server.send("POST", "/api/guests", GUEST, headers),
    ];
    expect(second?.text).toBe(first?.text);
    const other = await server.send("POST", "/api/guests", { ...GUEST, name: "Somebody Else" }, headers);
    expect(other.status).toBe(422);
  });

  test("a guest's record has the IP address only as a keyed hash, and not even that once the guest has booked", async () => {
    const counting = await startTestApp(engine, { limits: { guests: { calls: 20, seconds: 600 } } });
    try {
      await counting.send("POST", "/api/guests", GUEST);
      expect((await bookStay(counting)).status).toBe(201);
      const guests = await counting.db.selectFrom("guest").select(["address_hash", "browser_hash"]).execute();
      expect(guests).toContainEqual({ address_hash: "", browser_hash: "" });
      expect(guests.filter((guest) => guest.address_hash !== "")).toHaveLength(1);
      // Requests are counted in the database only with PostgreSQL.
      const counts = await counting.db.selectFrom("rate_count").select("name").execute();
      expect(counts.length > 0).toBe(engine === "postgres");
      for (const address of ["127.0.0.1", hashToken("127.0.0.1")])
        expect(JSON.stringify([guests, counts])).not.toContain(address);
    } finally {
      await counting.close();
    }
  });

  test("a guest who never books is deleted after an hour; one who booked is not", async () => {
    const guests = createGuestStore(server.database);
    const count = async () =>
      (
        await server.db
          .selectFrom("guest")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .executeTakeFirstOrThrow()
      ).n;
    await bookStay(server, { checkInDate: "2027-05-01", checkOutDate: "2027-05-02" });
    for (let i = 0; i < 20; i++) await server.send("POST", "/api/guests", GUEST);

    const later = () => new Date(server.clock().getTime() + 61 * 60 * 1000);
    await forgetAbandonedGuests({ guests, clock: server.clock }).run();
    expect(await count()).toBeGreaterThan(20);
    await forgetAbandonedGuests({ guests, clock: later }).run();
    const claimed = await server.db.selectFrom("booking").select("guest_id").execute();
    expect(await count()).toBe(claimed.length);
  });
});
