import { createHash } from "node:crypto";
import { resolve } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { splitLanguage } from "#domain/language/language-path.ts";
import { connectDatabase } from "../database/connect.ts";
import { createLogger } from "../runtime/logger.ts";
import { engines, scratchDatabase } from "../testing/engines.ts";
import { bookStay, goThroughSamples, GUEST } from "../testing/given.ts";
import { GUEST_PAGES } from "../testing/guest-pages.ts";
import { openTcpGate } from "../testing/tcp-gate.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";
import { type BuiltSite, loadBuiltSite } from "./built-site.ts";

/** The pages as `npm start` builds them; `npm test` builds them first. */
const site: BuiltSite = await loadBuiltSite(resolve("dist"));
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const READ_ONLY = site.sharedPaths.filter((path) => splitLanguage(path).language === "en");

/** The text missing from a page; whole pages in failure messages would be unreadable. */
const missing = (page: { text: string }, ...texts: string[]) => texts.filter((text) => !page.text.includes(text));

/** Nothing writes to this server: a change would clear the cache between two requests. */
describe("read-only pages", () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp("sqlite", { site });
    for (const path of READ_ONLY) {
      const hasEtag = async () => expect((await server.send("GET", path)).headers.has("etag")).toBe(true);
      await vi.waitFor(hasEtag, { timeout: 30_000 });
    }
  });
  afterAll(() => server.close());

  test("visitors who arrive together wait for one rendering of a page that is the same for everyone", async () => {
    let renderings = 0;
    const counted: BuiltSite = {
      ...site,
      renderPage: (page) => {
        if (page.path === "/") renderings++;
        return site.renderPage(page);
      },
    };
    const busy = await startTestApp("sqlite", { site: counted });
    try {
      const cookie = await busy.signIn();
      const visits = () => Promise.all(Array.from({ length: 20 }, (_, at) => busy.send("GET", `/?from=${at}`)));
      const first = await visits();
      expect(new Set(first.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect([first[0]?.status, renderings]).toEqual([200, 1]);

      const renamed = await busy.send("PUT", "/api/admin/content/property", { name: "The Mill" }, { cookie });
      expect(renamed.status).toBe(200);
      const second = await visits();
      expect(second.filter(({ text }) => !text.includes("The Mill"))).toEqual([]);
      expect(renderings).toBe(2);
    } finally {
      await busy.close();
    }
  });

  test("every read-only page has its content in the HTML, is the same each time, and sets no cookie", async () => {
    expect(READ_ONLY).toContain("/");
    // The tests for HTML validity, the pseudo-language and another cottage use GUEST_PAGES.
    expect(READ_ONLY.filter((path) => !GUEST_PAGES.some((known) => known === path))).toEqual([]);
    for (const path of READ_ONLY) {
      const page = await server.send("GET", path);
      expect([path, page.status]).toEqual([path, 200]);
      expect(/<h1[ >]/.test(page.text)).toBe(true);
      expect(missing(page, "Kitul Hill Cottage")).toEqual([]);
      expect(page.headers.get("set-cookie")).toBeNull();
      expect((await server.send("GET", path)).text === page.text).toBe(true);
    }
  });

  test("a page that the browser has cached is not sent again", async () => {
    const page = await server.send("GET", "/");
    const etag = page.headers.get("etag") ?? "";
    // Proxies that compress make an ETag weak.
    for (const known of [etag, `W/${etag}`, `"older", ${etag}`, "*"]) {
      const again = await server.send("GET", "/", undefined, { "if-none-match": known });
      expect([known, again.status, again.text]).toEqual([known, 304, ""]);
    }
    expect((await server.send("GET", "/", undefined, { "if-none-match": '"older"' })).status).toBe(200);
    const head = await server.send("HEAD", "/");
    expect([head.status, head.text]).toEqual([200, ""]);
  });

  test("a page is cached only under its own address, because the number of other spellings is unlimited", async () => {
    for (const path of READ_ONLY.filter((one) => one !== "/")) {
      for (const spelling of [path.toUpperCase(), `${path}/`]) {
        await server.send("GET", spelling);
        const again = await server.send("GET", spelling);
        expect([spelling, again.headers.get("etag")]).toEqual([spelling, null]);
      }
      expect((await server.send("GET", path)).headers.get("etag")).not.toBeNull();
    }
  });

  test("pages are compressed if the browser supports it, and every encoding has the same content", async () => {
    const plain = await server.send("GET", "/", undefined, { "accept-encoding": "identity" });
    for (const coding of ["br", "gzip"]) {
      const page = await server.send("GET", "/", undefined, { "accept-encoding": coding });
      expect(page.headers.get("content-encoding")).toBe(coding);
      expect(page.text === plain.text).toBe(true);
    }
    for (const none of ["br;q=0, gzip;q=0", "br; q=0", "gzip ; q=0.00 ,br;q=0", "x-br", "identity"]) {
      const refused = await server.send("GET", "/", undefined, { "accept-encoding": none });
      expect([none, refused.headers.get("content-encoding")]).toEqual([none, null]);
    }
    const lesser = await server.send("GET", "/", undefined, { "accept-encoding": "br;q=0, GZIP;q=0.1" });
    expect(lesser.headers.get("content-encoding")).toBe("gzip");
  });
});

describe.each(engines)("pages on %s", (engine) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(engine, { site });
    await server.app.start();
    await goThroughSamples(server, await server.signIn());
  });
  afterAll(() => server.close());

  /** Form fields for a stay of three nights, with the total that the form showed. */
  const stay = (checkInDate: string, checkOutDate: string) => ({
    checkInDate,
    checkOutDate,
    guestCount: "2",
    expectedTotal: "450.00",
  });
  const postForm = (fields: Record<string, string>, cookie = "", path = "/book", to = server) =>
    to.send("POST", path, new URLSearchParams({ ...GUEST, formKey: crypto.randomUUID(), ...fields }).toString(), {
      ...FORM,
      ...(cookie ? { cookie } : {}),
    });

  test("the cached landing page shows which nights are free now", async () => {
    const state = async (night: string) => {
      const { text } = await server.send("GET", "/");
      return new RegExp(`data-day="${night}" data-state="(\\w+)"`).exec(text)?.[1];
    };
    expect([await state("2026-12-14"), await state("2026-12-15")]).toEqual(["open", "open"]);
    await bookStay(server, { checkInDate: "2026-12-14", checkOutDate: "2026-12-15" });
    await expect.poll(() => state("2026-12-14")).toBe("taken");
    expect(await state("2026-12-15")).toBe("open");
  });

  test("the site shows a review that another instance has stored, then its guest's corrected name, and not an erased guest's review", async () => {
    const cookie = await server.signIn();
    const host = (method: string, path: string, body: unknown) => server.send(method, path, body, { cookie });
    const stay = { checkInDate: "2026-10-05", checkOutDate: "2026-10-08", guestCount: 2, status: "confirmed" };
    const { json } = await host("POST", "/api/admin/bookings", {
      ...GUEST,
      name: "Quentin Peel",
      email: "peel@example.com",
      ...stay,
    });
    const shows = (words: string) => async () => (await server.send("GET", "/")).text.includes(words);
    expect(await shows("Mist on the veranda")()).toBe(false);
    // Simulates another instance.
    const other = connectDatabase(server.sameDatabase, createLogger("silent"));
    const moment = "2026-10-09T08:00:00.000Z";
    const review = {
      stars: 5,
      words: "Mist on the veranda",
      published: 1,
      created_at: moment,
      changed_at: moment,
    } as const;
    await other.db
      .insertInto("rating")
      .values({ booking_id: json.id, ...review })
      .execute();
    await other.close();
    await expect.poll(shows("Mist on the veranda")).toBe(true);
    const corrected = { ...GUEST, name: "Quincy Peel", email: "peel@example.com", version: 1 };
    await host("PUT", `/api/admin/bookings/${json.id}/guest`, corrected);
    await expect.poll(shows("Quincy")).toBe(true);
    const { reference } = json;
    expect((await host("POST", `/api/admin/bookings/${json.id}/erase-guest`, { reference })).status).toBe(200);
    await expect.poll(shows("Mist on the veranda")).toBe(false);
  });

  test("a page is served from the cache even if an advertisement adds a query string", async () => {
    const etagOf = async (address: string) => (await server.send("GET", address)).headers.get("etag");
    for (const path of READ_ONLY) {
      for (const added of ["?fbclid=IwAR0x", "?utm_source=news&utm_medium=email", "?", "?a=1?b=2"]) {
        // An earlier test's change may clear the cache in between; the next visit adds the page again.
        const areOne = async () => {
          const etag = await etagOf(path + added);
          return etag !== null && etag === (await etagOf(path));
        };
        await expect.poll(areOne).toBe(true);
      }
    }
    expect((await server.send("GET", "/?name=%00")).status).toBe(400);
  });

  const lengthOf = async (path: string, headers: Record<string, string>) => {
    const response = await server.send("GET", path, undefined, headers);
    const { headers: got } = response;
    return { coding: got.get("content-encoding"), bytes: Number(got.get("content-length")), vary: got.get("vary") };
  };

  test("form pages, error pages and API responses are compressed", async () => {
    const { json: booking } = await bookStay(server, { checkInDate: "2027-08-03", checkOutDate: "2027-08-05" });
    const made = [
      "/book",
      "/book?fbclid=IwAR0x",
      "/direct-booking",
      "/nowhere",
      `/booking/confirmation/${booking.id}`,
      "/rate/none",
    ];
    for (const path of [...made, "/api/site", "/api/availability?from=2026-10-01&to=2028-10-01"]) {
      const plain = await lengthOf(path, { "accept-encoding": "identity" });
      expect([path, plain.coding]).toEqual([path, null]);
      for (const coding of ["br", "gzip"]) {
        // Twice, because some responses are served from the cache the second time.
        for (const _time of [1, 2]) {
          const packed = await lengthOf(path, { "accept-encoding": coding });
          if (plain.bytes < 1024) continue;
          expect([path, packed.coding, packed.vary]).toEqual([path, coding, "accept-encoding"]);
          expect(packed.bytes).toBeLessThan(plain.bytes / 2);
        }
      }
    }
  });

  test("responses to requests with a cookie are compressed only if our own pages or the address bar requested them", async () => {
    const cookie = await server.signIn();
    for (const path of ["/book", "/api/admin/content/property"]) {
      const encodingFor = (from: Record<string, string>) =>
        lengthOf(path, { "accept-encoding": "br", cookie, ...from });
      for (const from of ["same-origin", "none"]) {
        expect([path, from, (await encodingFor({ "sec-fetch-site": from })).coding]).toEqual([path, from, "br"]);
      }
      for (const from of ["cross-site", "same-site"]) {
        expect([path, from, (await encodingFor({ "sec-fetch-site": from })).coding]).toEqual([path, from, null]);
      }
      expect([path, (await encodingFor({})).coding]).toEqual([path, null]);
    }
  });

  test("the content security policy lists each inline script and style by hash or nonce, and allows no other inline code and no other site", async () => {
    for (const path of [...READ_ONLY, "/book", "/admin/login"]) {
      const { text, headers } = await server.send("GET", path);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      const inline = [
        ...text.matchAll(/<(script|style)(?![^>]*(?:src=|application\/(?:ld\+)?json))[^>]*>([\s\S]*?)<\/\1>/g),
      ];
      expect(inline.length).toBeGreaterThan(0);
      for (const [tag, , body] of inline) {
        const hash = createHash("sha256")
          .update(body ?? "")
          .digest("base64");
        const nonce = /nonce="([^"]+)"/.exec(tag)?.[1];
        expect(policy).toContain(nonce ? `'nonce-${nonce}'` : `'sha256-${hash}'`);
      }
      expect(/<[a-z][^>]* (style|on[a-z]+)="[^"]*"/.exec(text)?.[0]).toBeUndefined();
    }
  });

  test("the tile server is in the content security policy of the location page only, and only while it is configured", async () => {
    const cookie = await server.signIn();
    const setMap = async (mapTileUrl: string, mapAttribution: string) => {
      const {
        missing: _missing,
        debugUntil: _until,
        ...present
      } = (await server.send("GET", "/api/admin/settings", undefined, { cookie })).json;
      const settings = { ...present, mapTileUrl, mapAttribution };
      expect((await server.send("PUT", "/api/admin/settings", settings, { cookie })).status).toBe(200);
    };
    const rules = async (path: string) => {
      const page = await server.send("GET", path);
      const policy = page.headers.get("content-security-policy") ?? "";
      return {
        path,
        pictures: /img-src ([^;]*)/.exec(policy)?.[1],
        hosts: policy.match(/https?:/g)?.length ?? 0,
        embedding: page.headers.get("cross-origin-embedder-policy"),
        offered: page.text.includes("Show a detailed map"),
      };
    };
    const strict = (path: string) => ({
      path,
      pictures: "'self' data:",
      hosts: 0,
      embedding: "require-corp",
      offered: false,
    });
    const paths = [...READ_ONLY, "/book", "/nothing", "/admin/login"];
    for (const path of paths) expect(await rules(path)).toEqual(strict(path));

    await setMap("https://tiles.example.org:8443/{z}/{x}/{y}.png", "Somebody");
    const open = {
      path: "/location",
      pictures: "'self' data: https://tiles.example.org:8443",
      hosts: 1,
      embedding: "credentialless",
      offered: true,
    };
    // The first time, the pages are rendered; the second time, most of them come from memory.
    for (let i = 0; i < 2; i++) {
      for (const path of paths) expect(await rules(path)).toEqual(path === "/location" ? open : strict(path));
    }

    await setMap("", "");
    for (const path of paths) expect(await rules(path)).toEqual(strict(path));
  });

  test("pages are rendered again when a new day begins at the property", async () => {
    server.clock.set("2026-11-21T18:29:00Z");
    const before = (await server.send("GET", "/")).text;
    server.clock.set("2026-11-21T18:31:00Z");
    const after = (await server.send("GET", "/")).text;
    server.clock.set("2026-11-21T06:00:00Z");
    expect(before.includes('"today":"2026-11-21"')).toBe(true);
    expect(after.includes('"today":"2026-11-22"')).toBe(true);
  });

  test("an unknown page is a 404 with a link home", async () => {
    for (const path of ["/nothing", "/admin.php", "/.env", "/assets/none.js", "/%2e%2e/etc/passwd"]) {
      const page = await server.send("GET", path);
      expect([path, page.status]).toEqual([path, 404]);
      expect(missing(page, "404 Page Not Found")).toEqual([]);
      expect(missing(page, "Did you forget to add the page to the router?", '<a href="/"')).toEqual([]);
    }
    expect((await server.send("GET", "/api/nothing")).status).toBe(404);
    expect((await server.send("GET", "/api/admin/nothing")).status).toBe(401);
  });

  test("without a session, portal pages redirect to the sign-in page and back", async () => {
    for (const [path, next] of [
      ["/admin", ""],
      ["/admin/dashboard", ""],
      ["/admin/bookings", "?next=%2Fadmin%2Fbookings"],
      ["/admin/bookings/x?a=b", "?next=%2Fadmin%2Fbookings%2Fx%3Fa%3Db"],
      ["/admin/messaging", "?next=%2Fadmin%2Fmessaging"],
      ["/admin/none", "?next=%2Fadmin%2Fnone"],
    ] as const) {
      const page = await server.send("GET", path);
      expect([page.status, page.headers.get("location")]).toEqual([303, `/admin/login${next}`]);
    }
    const cookie = await server.signIn();
    expect((await server.send("GET", "/admin/bookings", undefined, { cookie })).status).toBe(200);
    expect((await server.send("GET", "/admin/none", undefined, { cookie })).status).toBe(404);
    const signedIn = await server.send("GET", "/admin/login", undefined, { cookie });
    expect(signedIn.headers.get("location")).toBe("/admin/dashboard");
    for (const [next, led] of [
      ["/admin/bookings/x?a=b", "/admin/bookings/x?a=b"],
      ["//evil.example/admin/bookings", "/admin/dashboard"],
      ["/admin/login", "/admin/dashboard"],
    ] as const) {
      const address = `/admin/login?${new URLSearchParams({ next })}`;
      const page = await server.send("GET", address, undefined, { cookie });
      expect([page.status, page.headers.get("location")]).toEqual([303, led]);
    }
    const frame = await server.send("GET", "/admin/bookings", undefined, { cookie });
    expect(frame.headers.get("cache-control")).toBe("no-store");
  });

  test("without JavaScript the portal says that it needs JavaScript", async () => {
    for (const path of ["/admin/login", "/admin/setup"]) {
      const page = await server.send("GET", path);
      expect(page.text).toContain('<noscript><p class="p-8">The host portal needs JavaScript.');
      // With JavaScript there is something to read until the script has loaded.
      expect(page.text).toMatch(/<div id="root"><main [^>]*noscript:hidden[^>]*><h1[^>]*>Loading the portal\.\.\./);
    }
  });

  test("the form works without JavaScript and leads to the confirmation, which only this browser sees in full", async () => {
    const sent = await postForm(stay("2027-01-05", "2027-01-08"));
    expect(sent.status).toBe(303);
    const address = sent.headers.get("location") ?? "";
    expect(address).toMatch(/^\/booking\/confirmation\/[\w-]{22}$/);
    const own = await server.send("GET", address, undefined, { cookie: cookieOf(sent) });
    expect(own.status).toBe(200);
    expect(missing(own, GUEST.email)).toEqual([]);
    expect(own.headers.get("cache-control")).toBe("no-store");
    expect(own.headers.get("referrer-policy")).toBe("same-origin");
    expect(missing(own, '<meta name="robots" content="noindex')).toEqual([]);
    expect(own.headers.get("x-robots-tag")).toBe("noindex");
    expect((await server.send("GET", "/book")).headers.get("x-robots-tag")).toBeNull();
    const stranger = await server.send("GET", address);
    expect(missing(stranger, GUEST.email)).toEqual([GUEST.email]);
  });

  test("without JavaScript, an encoded cookie value cannot plant another cookie, which would open the booking to a stranger", async () => {
    const planted = `latchkey-browser=${"A".repeat(43)}`;
    // Another subdomain can set a cookie with such a value, although it cannot set one with the prefix `__Host-`.
    const sent = await postForm(stay("2027-01-12", "2027-01-15"), `other=${encodeURIComponent(`; ${planted}`)}`);
    expect(sent.status).toBe(303);
    const address = sent.headers.get("location") ?? "";
    const stranger = await server.send("GET", address, undefined, { cookie: planted });
    expect(missing(stranger, GUEST.email)).toEqual([GUEST.email]);
    expect(missing(await server.send("GET", address, undefined, { cookie: cookieOf(sent) }), GUEST.email)).toEqual([]);
  });

  test("without JavaScript, a line break in the special requests counts as one character", async () => {
    const lines = (count: number) => Array.from({ length: count }, () => "x".repeat(9));
    const fields = { ...stay("2027-01-15", "2027-01-18"), specialRequests: lines(200).join("\r\n") };
    expect((await postForm({ ...fields, specialRequests: lines(201).join("\r\n") })).status).toBe(400);
    const sent = await postForm(fields);
    expect(sent.status).toBe(303);
    const { special_requests } = await server.db
      .selectFrom("booking")
      .select("special_requests")
      .where("id", "=", sent.headers.get("location")?.split("/").at(-1) ?? "")
      .executeTakeFirstOrThrow();
    expect(special_requests).toBe(lines(200).join("\n"));
  });

  test("without JavaScript, the form can be sent while the prices cannot be read", async () => {
    const busy = await startTestApp("sqlite", { site, limits: { quotes: { calls: 1, seconds: 60 } } });
    await busy.app.start();
    await busy.send("GET", "/api/prices?fresh");
    const tooMany = { ...stay("2027-02-05", "2027-02-08"), guestCount: "7", specialRequests: "A cot, please" };
    const refused = await postForm(tooMany, "", "/book", busy);
    expect(refused.status).toBe(400);
    expect(missing(refused, "A cot, please", GUEST.email)).toEqual([]);
    expect((await postForm({ ...tooMany, guestCount: "2" }, "", "/book", busy)).status).toBe(303);
    await busy.close();
  });

  test("sending the form twice creates one booking", async () => {
    const fields = { ...stay("2027-02-05", "2027-02-08"), formKey: crypto.randomUUID() };
    // A form's URL may contain capitals and end with a slash, as the page's own URL may.
    const [first, second] = [await postForm(fields), await postForm(fields, "", "/Book/")];
    expect(first.status).toBe(303);
    expect(second.headers.get("location")).toBe(first.headers.get("location"));
  });

  test("an invalid form comes back with the reasons and all input", async () => {
    const sent = await postForm({
      ...stay("2027-03-05", "2027-03-08"),
      name: "A",
      email: "a@b",
      specialRequests: "Late <b>arrival</b>",
    });
    expect(sent.status).toBe(400);
    expect(missing(sent, "Name is required")).toEqual([]);
    expect(missing(sent, 'value="a@b"')).toEqual([]);
    expect(missing(sent, "2027-03-05")).toEqual([]);
    expect(missing(sent, "Late &lt;b&gt;arrival")).toEqual([]);
  });

  test("taken dates give a 409 that says so", async () => {
    await bookStay(server, { checkInDate: "2027-04-05", checkOutDate: "2027-04-08" });
    const sent = await postForm(stay("2027-04-06", "2027-04-09"));
    expect(sent.status).toBe(409);
    expect(missing(sent, "just taken")).toEqual([]);
    expect(missing(sent, GUEST.email)).toEqual([]);
  });

  test("if the price has changed since the page was shown, the guest has to see the new one before booking", async () => {
    const cookie = await server.signIn();
    const rate = (text: string) => server.send("PUT", "/api/admin/content/property", { rate: text }, { cookie });
    const seen = stay("2027-06-05", "2027-06-08");
    const again = { ...stay("2027-06-15", "2027-06-18"), formKey: crypto.randomUUID() };
    const booked = await postForm(again);
    expect((await rate("180")).status).toBe(200);
    const sent = await postForm(seen);
    expect(sent.status).toBe(409);
    const expected = ["Your stay is not booked yet", "$540 in total (3 nights × $180)", 'value="540.00"', GUEST.email];
    expect(missing(sent, ...expected)).toEqual([]);
    expect(missing(sent, "just taken")).toEqual(["just taken"]);
    expect((await postForm({ ...seen, expectedTotal: "540.00" })).status).toBe(303);
    // Repeating a request that succeeded before the change returns its booking.
    expect((await postForm(again)).headers.get("location")).toBe(booked.headers.get("location"));
    expect((await rate("150")).status).toBe(200);
  });

  test("if the cancellation policy has changed since the page was shown, the guest has to see the new one before booking", async () => {
    const cookie = await server.signIn();
    const read = async () => (await server.send("GET", "/api/admin/prices", undefined, { cookie })).json;
    const save = async (cancellation: object[]) => {
      const { prices, version } = await read();
      const body = { prices: { ...prices, cancellation }, version };
      const saved = await server.send("PUT", "/api/admin/prices", body, { cookie });
      expect(saved.status, saved.text).toBe(200);
    };
    const { cancellation } = (await read()).prices;
    const shown = { ...stay("2027-11-05", "2027-11-08"), expectedTerms: `${JSON.stringify(cancellation)}USD` };
    const again = { ...shown, ...stay("2027-11-15", "2027-11-18"), formKey: crypto.randomUUID() };
    const booked = await postForm(again);
    expect(booked.status).toBe(303);
    const strict = [{ fromHoursBefore: 8760, percent: 5000 }];
    await save(strict);
    const sent = await postForm(shown);
    expect(sent.status).toBe(409);
    expect(missing(sent, "The cancellation terms have changed since you opened this page.", GUEST.email)).toEqual([]);
    const terms = `${JSON.stringify(strict)}USD`;
    expect(sent.text).toContain(`name="expectedTerms" value="${terms.replaceAll('"', "&quot;")}"`);
    expect((await postForm({ ...shown, expectedTerms: terms })).status).toBe(303);
    expect((await postForm(again)).headers.get("location")).toBe(booked.headers.get("location"));
    await save(cancellation);
  });

  test("if the currency has changed since the page was shown, nothing is booked at the same amount in the new currency", async () => {
    const cookie = await server.signIn();
    const save = async (currency: string) => {
      const { prices, version } = (await server.send("GET", "/api/admin/prices", undefined, { cookie })).json;
      const body = { prices: { ...prices, currency }, version, confirmed: true };
      const saved = await server.send("PUT", "/api/admin/prices", body, { cookie });
      expect(saved.status, saved.text).toBe(200);
    };
    const { text } = await server.send("GET", "/book?in=2027-12-05&out=2027-12-08&guests=2");
    const terms = (/name="expectedTerms" value="([^"]*)"/.exec(text)?.[1] ?? "").replaceAll("&quot;", '"');
    expect(terms).toMatch(/USD$/);
    const shown = { ...stay("2027-12-05", "2027-12-08"), expectedTotal: "450.00", expectedTerms: terms };
    await save("EUR");
    const sent = await postForm(shown);
    expect([sent.status, missing(sent, "€450 in total", GUEST.email)]).toEqual([409, []]);
    expect((await postForm({ ...shown, expectedTerms: terms.replace("USD", "EUR") })).status).toBe(303);
    await save("USD");
  });

  test("if dates are changed without fetching their price, nothing is booked before the guest has seen that price", async () => {
    for (const path of ["/book", "/bookings", "/direct-booking"]) {
      // The page showed $450 for three nights; then the guest chose six. Or the page showed no total.
      for (const expectedTotal of ["450.00", "0.00", "", "free", "😀"]) {
        const fields = { ...stay("2027-08-05", "2027-08-11"), expectedTotal, name: "Ann <Perera>" };
        const sent = await postForm(fields, "", path);
        expect([path, expectedTotal, sent.status]).toEqual([path, expectedTotal, 409]);
        const shown = ["$900 in total (6 nights × $150)", "$900 total", 'name="expectedTotal" value="900.00"'];
        expect(missing(sent, ...shown, "Ann &lt;Perera&gt;", GUEST.email, "2027-08-11")).toEqual([]);
      }
      const { expectedTotal: _none, ...withoutTotal } = stay("2027-08-05", "2027-08-11");
      expect((await postForm(withoutTotal, "", path)).status).toBe(409);
    }
    const free = await server.send("GET", "/api/availability?from=2027-08-05&to=2027-08-11");
    expect(free.json.unavailable).toEqual([]);
    const seen = await postForm({ ...stay("2027-08-05", "2027-08-11"), expectedTotal: "900.00" });
    expect(seen.status).toBe(303);
  });

  test("odd values in hidden fields cause no server error", async () => {
    const odd = ["😀", "", "short", "a".repeat(300), "two words", "naïve-key-naïve", "\u0000", "\ud800", "\r\nx: y"];
    for (const path of ["/book", "/direct-booking"]) {
      for (const field of [
        "formKey",
        "expectedTotal",
        "expectedTerms",
        "intent",
        "website",
        "bookingOption",
        "whatsapp",
      ]) {
        for (const value of odd) {
          const sent = await postForm(
            { ...stay("2027-09-05", "2027-09-06"), [field]: value, guestCount: "7" },
            "",
            path,
          );
          expect([path, field, value, sent.status >= 500]).toEqual([path, field, value, false]);
        }
      }
      const lost = await postForm({ ...stay("2027-09-05", "2027-09-08"), formKey: "😀" }, "", path);
      expect(lost.status).toBe(400);
      expect(missing(lost, "please press Book Now again", GUEST.email)).toEqual([]);
    }
    const id = "x".repeat(22);
    for (const value of odd) {
      for (const page of [`/booking/confirmation/${id}`, `/rate/${id}`]) {
        const body = new URLSearchParams({ intent: value, stars: value, expectedFee: value, words: value }).toString();
        expect((await server.send("POST", page, body, FORM)).status).toBeLessThan(500);
      }
    }
  });

  test("the same form sent twice simultaneously creates one booking", async () => {
    for (let day = 10; day < 18; day++) {
      const fields = {
        ...stay(`2027-10-${day}`, `2027-10-${day + 1}`),
        expectedTotal: "150.00",
        formKey: crypto.randomUUID(),
      };
      const [first, second] = await Promise.all([postForm(fields), postForm(fields)]);
      expect([first.status, second.status]).toEqual([303, 303]);
      expect(second.headers.get("location")).toBe(first.headers.get("location"));
    }
  });

  test("a form that comes from another site, has another content type or is too large is refused", async () => {
    const forged = await server.send("POST", "/book", "name=x", { ...FORM, "sec-fetch-site": "cross-site" });
    expect(forged.status).toBe(403);
    const json = await server.send("POST", "/book", { name: "x" });
    const types = "application/x-www-form-urlencoded or multipart/form-data";
    expect([json.status, json.json.message]).toEqual([415, `Send the request body as ${types}.`]);
    expect((await server.send("POST", "/book", `name=${"x".repeat(40_000)}`, FORM)).status).toBe(413);
  });

  test("a form sent to a page without one gets the page, and the methods that the page allows", async () => {
    const page = await server.send("POST", "/location", "name=x", FORM);
    expect([page.status, page.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("HTML in a guest's name is rendered as plain text on the guest's own page", async () => {
    const name = `</script><img src=x onerror=alert(1)>`;
    const sent = await postForm({ ...stay("2027-05-05", "2027-05-08"), name });
    const page = await server.send("GET", sent.headers.get("location") ?? "", undefined, { cookie: cookieOf(sent) });
    expect(missing(page, "<img src=x")).toEqual(["<img src=x"]);
    expect(missing(page, "</script><img")).toEqual(["</script><img"]);
    expect(missing(page, "&lt;img src=x")).toEqual([]);
  });

  test("built scripts are cached for a year and compressed, and drawings cannot run scripts when opened directly", async () => {
    const file = await server.send("GET", site.apps.site.script, undefined, { "accept-encoding": "br" });
    expect(file.status).toBe(200);
    expect(file.headers.get("content-encoding")).toBe("br");
    expect(file.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const drawing = await server.send("GET", "/drawings/cottage/hero.svg");
    expect(drawing.headers.get("content-type")).toContain("image/svg+xml");
    expect(drawing.headers.get("content-security-policy")).toContain("sandbox");
  });
});

test("link previews show the default card until there is a hero photo", async () => {
  const server = await startTestApp("sqlite", { site, config: { publicUrl: "http://cottage.example" } });
  const cookie = await server.signIn();
  await goThroughSamples(server, cookie);
  const host = async (method: string, path: string, body?: unknown) =>
    (await server.send(method, path, body, { cookie })).json;
  const shared = async () => /property="og:image" content="([^"]+)"/.exec((await server.send("GET", "/")).text)?.[1];
  expect(await shared()).toBe("http://cottage.example/share/home.png");

  const bytes = await sharp({ create: { width: 600, height: 500, channels: 3, background: "#563" } })
    .jpeg()
    .toBuffer();
  const { uploadURL } = await host("POST", "/api/objects/upload");
  const headers = { cookie, "content-type": "image/jpeg" };
  await fetch(server.url + uploadURL, { method: "PUT", body: new Uint8Array(bytes), headers });
  const { id, url } = await host("POST", "/api/admin/pictures", { uploadURL, alt: "Hills", focusX: 20 });
  await host("PUT", "/api/admin/content/hero", { title: "Hills", imageUrl: url });
  await expect.poll(shared, { timeout: 50_000 }).toBe(`http://cottage.example/pictures/${String(id)}/share-20-50.jpg`);
  await server.close();
});

describe.runIf(engines.includes("postgres"))("pages while the database is unavailable", () => {
  test("read-only pages are served as before, even if outdated; the booking page returns a 503", async () => {
    const behind = await scratchDatabase("postgres");
    const real = new URL(behind.databaseUrl ?? "");
    const gate = await openTcpGate({ host: real.hostname, port: Number(real.port) });
    const gated = new URL(real);
    gated.host = `127.0.0.1:${gate.port}`;
    const server = await startTestApp("postgres", { site, config: { databaseUrl: gated.href } });
    await server.app.start();
    gate.freeze();
    for (const path of READ_ONLY) expect((await server.send("GET", path)).status).toBe(200);
    server.clock.set("2026-11-22T06:00:00Z");
    const begun = performance.now();
    const [stale, booking] = await Promise.all([server.send("GET", "/"), server.send("GET", "/book")]);
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(stale.status).toBe(200);
    expect(booking.status).toBe(503);
    gate.thaw();
    await server.close();
    await gate.close();
    await behind.remove();
  });
});
