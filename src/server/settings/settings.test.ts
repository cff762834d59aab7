import { Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLogger } from "../runtime/logger.ts";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { ADMIN, cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

const PATH = "/api/admin/settings";
const NEW_PASSWORD = "seven kites above the ridge";
const TILES = "https://tiles.example.org/{z}/{x}/{y}.png";
const WHOSE = "Enter the credit that the map provider requires";
const TILES_HINT =
  "Enter an address such as https://tiles.example.org/{z}/{x}/{y}.png, with {z}, {x} and {y} and no other placeholder";

describe.each(engines)("settings on %s", (engine) => {
  let server: TestApp;
  let cookie: string;
  let log = "";
  beforeEach(async () => {
    log = "";
    const lines = new Writable({
      write: (chunk, _encoding, done) => {
        log += String(chunk);
        done();
      },
    });
    server = await startTestApp(engine, { logger: createLogger("info", lines) });
    cookie = await server.signIn();
  });
  afterEach(() => server.close());

  const read = async () => (await server.send("GET", PATH, undefined, { cookie })).json;
  async function save(change: object): Promise<TestResponse> {
    const { missing: _missing, debugUntil: _until, ...present } = await read();
    return server.send("PUT", PATH, { ...present, ...change }, { cookie });
  }

  test("a shorter retention period that would erase guests has to be confirmed", async () => {
    await bookStay(server, { checkInDate: "2026-12-01", checkOutDate: "2026-12-04" });
    await bookStay(server, { checkInDate: "2027-04-01", checkOutDate: "2027-04-04" });
    server.clock.set("2027-03-10T06:00:00Z");
    cookie = await server.signIn();
    const response = await save({ guestRetention: 2 });
    expect([response.status, response.json.fields]).toEqual([
      409,
      { confirmed: "This deletes the guest details of 1 past stay within six hours, and can't be undone." },
    ]);
    expect((await read()).guestRetention).toBe(24);
    expect((await save({ guestRetention: 12 })).status).toBe(200);
    expect((await save({ guestRetention: 2, confirmed: true })).json).toMatchObject({ guestRetention: 2 });
    expect((await save({ guestRetention: 24 })).status).toBe(200);
  });

  test("the defaults are those of SPEC 9", async () => {
    expect(await read()).toMatchObject({
      backupRetention: 30,
      sessionTimeout: 60,
      timezone: "Asia/Colombo",
      emailNotifications: true,
      smsNotifications: true,
      whatsappNotifications: true,
      twoFactorAuth: false,
      automaticBackups: true,
      debugMode: false,
      debugUntil: null,
      mapTileUrl: "",
      mapAttribution: "",
    });
  });

  test("a phone number without digits, which version 0.2.0 accepted, does not prevent the host from changing other settings", async () => {
    const phone = "by email only";
    await save({ contactEmail: "ann@example.com", contactPhone: "+94 11 222" });
    const contact = { email: "ann@example.com", phone, address: "12 Hill Road" };
    await server.db
      .updateTable("site_content")
      .set({ value: JSON.stringify(contact) })
      .where("name", "=", "contact")
      .execute();
    expect((await read()).contactPhone).toBe(phone);
    const response = await server.send("PUT", PATH, { requestHours: 12 }, { cookie });
    expect([response.status, response.json.requestHours, response.json.contactPhone]).toEqual([200, 12, phone]);
  });

  test("guests see the name and contact details from the settings; a switch that cannot work says what is missing", async () => {
    const saved = await save({
      propertyName: "Tea Ridge House",
      contactEmail: "ann@example.com",
      contactPhone: "+94 11 222",
    });
    expect(saved.status).toBe(200);
    expect(saved.json.missing).toEqual({
      emailNotifications: expect.stringContaining("No mail server"),
      smsNotifications: expect.stringContaining("no SMS service"),
      whatsappNotifications: expect.stringContaining("No WhatsApp account"),
    });
    const properties = await server.send("GET", "/api/properties/public");
    expect(properties.json[0].name).toBe("Tea Ridge House");
    const site = await server.send("GET", "/api/site");
    expect(site.json.contact).toMatchObject({ email: "ann@example.com", phone: "+94 11 222" });
  });

  test("there is no detailed map until the host enters its address and credit, and none after the address is removed", async () => {
    const tileMap = async () => (await server.send("GET", "/api/site")).json.tileMap;
    expect(await tileMap()).toBeNull();
    const attribution = "© <b>Somebody</b> & others";
    expect((await save({ mapTileUrl: ` ${TILES} `, mapAttribution: attribution })).status).toBe(200);
    expect(await read()).toMatchObject({ mapTileUrl: TILES, mapAttribution: attribution });
    expect(await tileMap()).toEqual({ url: TILES, host: new URL(TILES).host, attribution });
    expect((await save({ mapTileUrl: "" })).status).toBe(200);
    expect(await tileMap()).toBeNull();
  });

  /** The fields of SPEC 3, and no others. */
  const SPECIFIED = {
    propertyName: "Tea Ridge House",
    contactEmail: "ann@example.com",
    contactPhone: "+94 11 222",
    timezone: "Asia/Colombo",
    emailNotifications: false,
    smsNotifications: false,
    whatsappNotifications: false,
    twoFactorAuth: false,
    automaticBackups: false,
    debugMode: true,
    backupRetention: 7,
    sessionTimeout: 90,
    currentPassword: "",
    newPassword: "",
  };

  test("the specification's fields alone are enough, and everything else stays as it is", async () => {
    const own = { wifiName: "Kitul", requestHours: 48, mapTileUrl: TILES, mapAttribution: "© Somebody" };
    expect((await save({ bookingMode: "request", ...own })).status).toBe(200);
    const response = await server.send("PUT", PATH, SPECIFIED, { cookie });
    expect(response.status).toBe(200);
    const { currentPassword: _current, newPassword: _new, ...stored } = SPECIFIED;
    expect(await read()).toMatchObject({ ...stored, bookingMode: "request", ...own });
    expect((await server.send("GET", "/api/admin/auth/user", undefined, { cookie })).status).toBe(200);
  });

  test("a single field can be changed on its own, and debug mode keeps its end time", async () => {
    const before = (await save({ debugMode: true })).json;
    const response = await server.send("PUT", PATH, { sessionTimeout: 30 }, { cookie });
    expect(response.status).toBe(200);
    const { version: _version, ...unchanged } = before;
    expect(await read()).toMatchObject({ ...unchanged, sessionTimeout: 30 });
    const refused = await server.send("PUT", PATH, { mapTileUrl: TILES }, { cookie });
    expect([refused.status, refused.json.fields]).toEqual([400, { mapAttribution: WHOSE }]);
  });

  test("a new time zone changes the property's current date at once, for the site and for the first night that can be booked", async () => {
    server.clock.set("2026-11-21T20:00:00Z");
    cookie = await server.signIn();
    const today = async () => (await server.send("GET", "/api/site")).json.today;
    const refusal = async () => {
      const stay = { checkInDate: "2026-11-21", checkOutDate: "2026-11-24", guestCount: 2 };
      return (await server.send("POST", "/api/quote", stay)).json.refusal;
    };
    expect([await today(), await refusal()]).toEqual(["2026-11-22", expect.objectContaining({ rule: "past" })]);
    expect((await save({ timezone: "America/New_York" })).status).toBe(200);
    expect([await today(), await refusal()]).toEqual(["2026-11-21", null]);
  });

  test("a value that is not allowed is refused with a message for its field, and nothing is saved", async () => {
    const before = await read();
    for (const [change, field, message] of [
      [{ sessionTimeout: 4 }, "sessionTimeout", "Enter 5 to 720 minutes"],
      [{ sessionTimeout: 721 }, "sessionTimeout", "Enter 5 to 720 minutes"],
      [{ sessionTimeout: "soon" }, "sessionTimeout", "Enter 5 to 720 minutes"],
      [{ backupRetention: 0 }, "backupRetention", "Enter 1 to 365 days"],
      [{ backupRetention: 366 }, "backupRetention", "Enter 1 to 365 days"],
      [{ timezone: "Mars/Olympus" }, "timezone", "Choose a time zone from the list"],
      [{ contactEmail: "nobody" }, "contactEmail", "Enter an address such as host@example.com"],
      [{ propertyName: "  " }, "propertyName", "Enter the name of the property"],
      [{ mapTileUrl: TILES }, "mapAttribution", WHOSE],
      [{ mapTileUrl: TILES, mapAttribution: "  " }, "mapAttribution", WHOSE],
      [{ mapTileUrl: TILES, mapAttribution: "x".repeat(201) }, "mapAttribution", "Use at most 200 characters"],
      [{ mapTileUrl: TILES.replace("https", "http"), mapAttribution: "x" }, "mapTileUrl", TILES_HINT],
      [{ mapTileUrl: TILES.replace("tiles", "{s}.tiles"), mapAttribution: "x" }, "mapTileUrl", TILES_HINT],
      [{ mapTileUrl: `${TILES}?${"x".repeat(300)}`, mapAttribution: "x" }, "mapTileUrl", "Use at most 300 characters"],
      [{ contactPhone: "12" }, "contactPhone", "Enter a phone number that guests can call"],
      [{ contactPhone: "call me" }, "contactPhone", "Enter a phone number that guests can call"],
      [{ twoFactorAuth: true }, "twoFactorAuth", "Scan the QR code under Security to turn on two-factor sign-in."],
    ] as const) {
      const response = await save({ contactPhone: "+94 11 999 999", ...change });
      expect([response.status, response.json.fields]).toEqual([400, { [field]: message }]);
      expect(await read()).toEqual(before);
    }
  });

  test.each([5, 720])("a session timeout of %i minutes is saved and takes effect", async (minutes) => {
    expect((await save({ sessionTimeout: minutes, backupRetention: minutes === 5 ? 1 : 365 })).status).toBe(200);
    const ask = () => server.send("GET", "/api/admin/auth/user", undefined, { cookie });
    server.clock.advance(2 * 60_000);
    expect((await ask()).status).toBe(200);
    server.clock.advance(4 * 60_000);
    expect((await ask()).status).toBe(200);
    server.clock.advance(5 * 60_000);
    expect((await ask()).status).toBe(minutes === 5 ? 401 : 200);
  });

  test("the second of two open tabs gets a conflict and overwrites nothing that the first saved", async () => {
    const { missing: _missing, debugUntil: _until, ...stale } = await read();
    expect((await save({ propertyName: "First tab" })).status).toBe(200);
    const second = await server.send("PUT", PATH, { ...stale, contactPhone: "+94 11 000" }, { cookie });
    expect([second.status, second.json.message]).toEqual([409, expect.stringContaining("changed in the meantime")]);
    expect((await read()).propertyName).toBe("First tab");
  });

  test("a change to the content does not conflict with an open settings screen", async () => {
    const { missing: _missing, debugUntil: _until, ...open } = await read();
    const words = { description: "Above the river." };
    expect((await server.send("PUT", "/api/admin/content/property", words, { cookie })).status).toBe(200);
    const second = await server.send("PUT", PATH, { ...open, contactPhone: "+94 11 002" }, { cookie });
    expect([second.status, second.json.message]).toEqual([200, undefined]);
  });

  test("a rule that was changed on the Prices screen is not changed back by a settings screen that was already open", async () => {
    const { missing: _missing, debugUntil: _until, ...stale } = await read();
    const { prices, version } = (await server.send("GET", "/api/admin/prices", undefined, { cookie })).json;
    const changed = { prices: { ...prices, longestStay: 14 }, version, confirmed: true };
    expect((await server.send("PUT", "/api/admin/prices", changed, { cookie })).status).toBe(200);
    const second = await server.send("PUT", PATH, { ...stale, contactPhone: "+94 11 001" }, { cookie });
    expect(second.status).toBe(409);
    expect((await read()).longestStay).toBe(14);
    const now = (await server.send("GET", "/api/admin/prices", undefined, { cookie })).json;
    const back = { prices, version: now.version, confirmed: true };
    expect((await server.send("PUT", "/api/admin/prices", back, { cookie })).status).toBe(200);
  });

  test("a rule that would leave no night bookable is refused as of today, not as of some other day", async () => {
    const prices = async () => (await server.send("GET", "/api/admin/prices", undefined, { cookie })).json;
    const put = async (document: object) => {
      const saved = { prices: document, version: (await prices()).version, confirmed: true };
      expect((await server.send("PUT", "/api/admin/prices", saved, { cookie })).status).toBe(200);
    };
    const before = (await prices()).prices;
    const summer = {
      name: "Summer",
      from: "05-01",
      to: "09-30",
      priceCents: 20_000,
      weekendPriceCents: null,
      minimumNights: 29,
      changeoverDays: [0],
    };
    await put({ ...before, longestStay: 30, seasons: [summer] });
    server.clock.set("2027-06-10T06:00:00Z");
    cookie = await server.signIn();
    const window = await save({ bookingWindow: 30 });
    expect([window.status, Object.keys(window.json.fields ?? {})]).toEqual([400, ["bookingWindow"]]);
  });

  test("a rule that would leave no night bookable is refused, with the error on its own field", async () => {
    const { prices, version } = (await server.send("GET", "/api/admin/prices", undefined, { cookie })).json;
    const long = { ...prices, longestStay: 90, everyNight: { ...prices.everyNight, minimumNights: 40 } };
    const saved = { prices: long, version, confirmed: true };
    expect((await server.send("PUT", "/api/admin/prices", saved, { cookie })).status).toBe(200);
    const window = await save({ bookingWindow: 30 });
    expect([window.status, Object.keys(window.json.fields)]).toEqual([400, ["bookingWindow"]]);
    expect(window.json.message).toContain("check-out within 30 days");
    const longest = await save({ longestStay: 30 });
    expect([longest.status, Object.keys(longest.json.fields)]).toEqual([400, ["longestStay"]]);
    const now = (await server.send("GET", "/api/admin/prices", undefined, { cookie })).json;
    const back = { prices, version: now.version, confirmed: true };
    expect((await server.send("PUT", "/api/admin/prices", back, { cookie })).status).toBe(200);
  });

  test("debug mode makes the log more detailed, and ends automatically after a day", async () => {
    expect(log).not.toContain('"answered"');
    const saved = await save({ debugMode: true });
    expect(saved.json.debugUntil).toBe(new Date(server.clock().getTime() + 24 * 3_600_000).toISOString());
    await server.send("GET", "/api/health");
    await expect.poll(() => log).toContain('"route":"/api/health"');
    // Saving a different setting does not extend debug mode.
    server.clock.advance(3_600_000 / 2);
    expect((await save({ contactPhone: "+94 11 333" })).json.debugUntil).toBe(saved.json.debugUntil);

    server.clock.advance(24 * 3_600_000);
    cookie = await server.signIn();
    expect(await read()).toMatchObject({ debugMode: false, debugUntil: null });
    await new Promise((resolve) => setTimeout(resolve, 50));
    log = "";
    await server.send("GET", "/api/health");
    await server.send("GET", "/api/health");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(log).not.toContain('"answered"');
  });

  test("the password can be changed only with the current one; the other sessions end, and no password is returned", async () => {
    const other = await server.signIn();
    const wrong = await save({
      currentPassword: "not my password at all",
      newPassword: NEW_PASSWORD,
      propertyName: "No",
    });
    expect([wrong.status, wrong.json.fields]).toEqual([400, { currentPassword: "That isn't your current password." }]);
    const short = await save({ currentPassword: ADMIN.password, newPassword: "only14letters!" });
    expect(short.json.fields.newPassword).toContain("at least 15");
    const common = await save({ currentPassword: ADMIN.password, newPassword: "passwordpassword" });
    expect(common.json.fields.newPassword).toContain("first that an attacker would try");
    const { propertyName } = await read();
    const named = await save({ currentPassword: ADMIN.password, newPassword: `my ${propertyName} 7` });
    expect(named.json.fields.newPassword).toContain("name of your property");

    const changed = await save({ currentPassword: ADMIN.password, newPassword: NEW_PASSWORD });
    expect(changed.status).toBe(200);
    expect(changed.text).not.toContain("assword");
    expect((await server.send("GET", PATH, undefined, { cookie: other })).status).toBe(401);
    expect((await server.send("GET", PATH, undefined, { cookie })).status).toBe(401);
    cookie = cookieOf(changed);
    expect((await server.send("GET", PATH, undefined, { cookie })).status).toBe(200);
    const signIn = (password: string) =>
      server.send("POST", "/api/admin/auth/login", { username: ADMIN.username, password });
    expect([(await signIn(ADMIN.password)).status, (await signIn(NEW_PASSWORD)).status]).toEqual([401, 200]);
  });

  test("a change is in the audit log with the values before and after it, but without secrets", async () => {
    const { propertyName } = await read();
    await save({ propertyName: "Tea Ridge House", currentPassword: ADMIN.password, newPassword: NEW_PASSWORD });
    cookie = cookieOf(await server.send("POST", "/api/admin/auth/login", { ...ADMIN, password: NEW_PASSWORD }));
    const audit = await server.send("GET", "/api/admin/audit", undefined, { cookie });
    expect(audit.json.entries.map((entry: { act: string }) => entry.act)).toEqual([
      "Signed in",
      "Changed the password",
      "Changed the settings",
      "Signed in",
    ]);
    expect(audit.json.entries[2]).toMatchObject({
      actor: ADMIN.username,
      subject: "Settings",
    });
    const { before, after } = audit.json.entries[2];
    expect([before, after]).toEqual([{ propertyName }, { propertyName: "Tea Ridge House" }]);
    expect(audit.text).not.toContain(ADMIN.password);
    expect(audit.text).not.toContain(NEW_PASSWORD);
    expect(log).not.toContain(NEW_PASSWORD);
  });
});
