import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { randomId, randomToken } from "../runtime/ids.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { openMailbox } from "../testing/mailbox.ts";
import { followLink, ownLinkOf } from "../testing/own-link.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

describe.each(engines)("the guest's own link on %s", (engine) => {
  let server: TestApp;
  let id: string;
  const guestAt = async (cookie: string) =>
    (await server.send("GET", `/api/bookings/${id}/confirmation`, undefined, { cookie })).json.guest;

  beforeAll(async () => {
    server = await startTestApp(engine, { config: { localMailbox: true } });
    id = (await bookStay(server)).json.id;
  });
  afterAll(() => server.close());

  test("shows the booking in full in another browser, and the secret is removed from the address at once", async () => {
    const link = await ownLinkOf(server, id);
    const response = await followLink(server, link);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`/booking/confirmation/${id}`);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toBe("strict-origin");
    expect(response.headers.get("set-cookie")).toMatch(/^latchkey-browser=.{43}; .*HttpOnly; SameSite=Lax/);
    expect(await guestAt(cookieOf(response))).toEqual(GUEST);
  });

  test("until the email address is verified, leads to a page with a form, and nothing changes before the form is sent", async () => {
    const stay = { checkInDate: "2027-02-10", checkOutDate: "2027-02-12" };
    const booked = await bookStay(server, stay, GUEST, { "x-latchkey-language": "de" });
    const link = await ownLinkOf(server, booked.json.id);
    const state = async () => [
      await server.db.selectFrom("booking").selectAll().where("id", "=", booked.json.id).execute(),
      await server.db.selectFrom("booking_access").selectAll().where("booking_id", "=", booked.json.id).execute(),
    ];
    const before = await state();
    const checked = await server.send("HEAD", link);
    expect([checked.status, checked.headers.get("set-cookie")]).toEqual([200, null]);
    const { status, text, headers } = await server.send("GET", link);
    expect([status, headers.get("set-cookie")]).toEqual([200, null]);
    expect(await state()).toEqual(before);

    expect(text).toContain('<html lang="de">');
    expect(text).toContain("<title>Ihre Buchung - Kitul Hill Cottage</title>");
    expect(text).toContain('<form method="post"><button type="submit">Buchung öffnen</button></form>');
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-robots-tag")).toBe("noindex");
    expect(headers.get("referrer-policy")).toBe("strict-origin");
    const policy = headers.get("content-security-policy") ?? "";
    for (const [tag, of] of [
      ["script", "script-src"],
      ["style", "style-src"],
    ]) {
      const inline = new RegExp(`<${tag}>([^]*)</${tag}>`).exec(text)?.[1] ?? "";
      expect(policy).toContain(`${of} 'sha256-${createHash("sha256").update(inline).digest("base64")}';`);
    }

    const form = { "content-type": "application/x-www-form-urlencoded" };
    for (const [name, value] of [
      ["sec-fetch-site", "cross-site"],
      ["origin", "https://evil.example"],
      ["origin", "null"],
    ] as const)
      expect((await server.send("POST", link, "", { ...form, [name]: value })).status).toBe(403);
    expect(await state()).toEqual(before);
    const sent = await server.send("POST", link, "", { ...form, origin: server.url });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, `/de/booking/confirmation/${booked.json.id}`]);
    expect(cookieOf(sent)).not.toBe("");
    // The link then leads straight to the booking, in any browser. A program that asks for the headers gets no access.
    const again = await server.send("GET", link);
    expect([again.status, again.headers.get("location")]).toEqual([303, sent.headers.get("location")]);
    expect(cookieOf(again)).not.toBe("");
    const after = await state();
    expect(cookieOf(await server.send("HEAD", link))).toBe("");
    expect(await state()).toEqual(after);
  });

  test("in a browser with a cookie, renews that cookie, as booking again does", async () => {
    const link = await ownLinkOf(server, id);
    const cookie = cookieOf(await followLink(server, link));
    const again = await followLink(server, link, { cookie });
    const registered = await server.send("POST", "/api/guests", GUEST, { cookie });
    const stay = { checkInDate: "2027-01-10", checkOutDate: "2027-01-11" };
    const booked = await bookStay(server, stay, GUEST, { cookie });
    expect(booked.status).toBe(201);
    for (const { headers } of [again, registered, booked]) {
      expect(headers.getSetCookie()).toEqual([expect.stringMatching(`^${cookie}; Max-Age=31536000; Path=/; HttpOnly`)]);
    }
  });

  test("is the same each time, so that every email can contain it", async () => {
    expect(await ownLinkOf(server, id)).toBe(await ownLinkOf(server, id));
  });

  test("with a wrong secret, or the secret of another booking, leads to the page and grants no access", async () => {
    const other = (await bookStay(server, { checkInDate: "2026-12-10", checkOutDate: "2026-12-11" })).json.id;
    const secret = (await ownLinkOf(server, other)).split("/").at(-1) ?? "";
    for (const wrong of [secret, secret.slice(1), `${secret}A`, "x", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"]) {
      const response = await server.send("GET", `/booking/link/${id}/${wrong}`);
      expect(response.status).toBe(303);
      expect(response.headers.get("location")).toBe(`/booking/confirmation/${id}`);
      expect(response.headers.get("set-cookie")).toBeNull();
    }
    expect((await guestAt("")).name).toBe("A••• P•••");
  });

  // S12, on a small scale.
  test("two thousand guesses of ids and secrets give no access", async () => {
    const distinct = new Set<string>();
    for (let guesses = 0; guesses < 2000; guesses += 50) {
      const responses = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          n % 2 === 0
            ? server.send("GET", `/api/bookings/${randomId()}/confirmation`)
            : server.send("GET", `/booking/link/${id}/${randomToken()}`),
        ),
      );
      for (const { status, headers } of responses) distinct.add(`${status} ${headers.has("set-cookie")}`);
    }
    expect(distinct).toEqual(new Set(["404 false", "303 false"]));
  });

  test("requesting the link by email gets the same response, whether the booking exists or not", async () => {
    const ask = (bookingId: string) => server.send("POST", `/api/bookings/${bookingId}/link`, {});
    const [known, unknown, malformed] = [await ask(id), await ask("AAAAAAAAAAAAAAAAAAAAAA"), await ask("1")];
    expect(known.status).toBe(200);
    expect(unknown.text).toBe(known.text);
    expect(malformed.text).toBe(known.text);
  });
});

describe.each(engines)("the emailed link on %s", (engine) => {
  test("is sent to the stored address, at most once an hour; for an unknown booking the response is the same", async () => {
    const mailbox = await openMailbox();
    const server = await startTestApp(engine, {
      config: {
        publicUrl: "https://cottage.example",
        mail: { smtpUrl: mailbox.url, from: { address: "c@example.com" } },
      },
      outbox: { everyMs: 20 },
    });
    try {
      await server.app.start();
      const { id } = (await bookStay(server)).json;
      await mailbox.wait(1);
      const before = mailbox.emails.length;
      server.clock.set("2026-11-21T06:59:00Z");
      const ask = (bookingId: string) => server.send("POST", `/api/bookings/${bookingId}/link`, {});
      const [first, second, unknown] = [await ask(id), await ask(id), await ask("AAAAAAAAAAAAAAAAAAAAAA")];
      expect(first.status).toBe(200);
      expect(second.text).toBe(first.text);
      expect(unknown.text).toBe(first.text);
      expect(first.text).not.toContain(GUEST.email);
      for (const [minutes, sent] of [
        [2, 1],
        [57, 1],
        [1, 2],
      ] as const) {
        server.clock.advance(minutes * 60_000);
        await ask(id);
        const links = server.db.selectFrom("scheduled_message").select("id").where("message_key", "like", "%own-link%");
        expect(await links.execute(), `${minutes} minutes later`).toHaveLength(sent);
      }
      const link = await ownLinkOf(server, id);
      await expect
        .poll(() => mailbox.emails.slice(before).filter(({ raw }) => raw.includes("Here is the link")).length)
        .toBe(2);
      const email = mailbox.emails.find(({ raw }) => raw.includes("Here is the link"));
      expect(email?.to).toEqual([GUEST.email]);
      expect(email?.mail.text).toContain(`https://cottage.example${link}`);
    } finally {
      await server.close();
      await mailbox.close();
    }
  });
});
