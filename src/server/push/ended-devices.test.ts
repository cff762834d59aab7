import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { type PushService, startPushService } from "../testing/push-service.ts";
import { ADMIN, cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

const AUTH = "/api/admin/auth";
const NEW_PASSWORD = "nine geese over the lake";

/** A browser: its cookies and the id of its notification subscription. */
type Browser = { cookie: string; device: string };

describe.each(engines)("push notifications end with the sessions of their device, on %s", (engine) => {
  let server: TestApp;
  let service: PushService;
  let here: Browser;
  let lost: Browser;
  beforeAll(async () => {
    service = await startPushService();
    server = await startTestApp(engine, { pushServices: service.reach });
  });
  afterAll(async () => {
    await server.close();
    await service.close();
  });
  beforeEach(async () => {
    await server.db.deleteFrom("push_device").execute();
    lost = await openBrowser();
    here = await openBrowser();
  });

  async function openBrowser(): Promise<Browser> {
    const cookie = cookieOf(await server.send("POST", `${AUTH}/login`, ADMIN));
    const { endpoint, keys } = service.subscribe();
    const added = await server.send("POST", "/api/admin/push/devices", { endpoint, keys }, { cookie });
    expect(added.status).toBe(201);
    return { cookie, device: added.json.id };
  }
  /** Sends a request like a browser: cookies in the response replace earlier cookies. */
  async function ask(method: string, path: string, body?: unknown): Promise<TestResponse> {
    const response = await server.send(method, path, body, { cookie: here.cookie });
    const jar = new Map(
      [...here.cookie.split("; "), ...cookieOf(response).split("; ")]
        .filter(Boolean)
        .map((one) => [one.split("=")[0], one]),
    );
    here.cookie = [...jar.values()].join("; ");
    return response;
  }
  const devices = async () => {
    const rows = await server.db.selectFrom("push_device").select("id").execute();
    return rows.map(({ id }) => id);
  };
  const onlyHere = async () => expect(await devices()).toEqual([here.device]);

  test("signing out everywhere keeps the notifications of the current device", async () => {
    expect((await ask("DELETE", `${AUTH}/sessions`)).status).toBe(204);
    await onlyHere();
  });

  test("a device from an earlier version, without a stored cookie, counts as another device", async () => {
    await server.db.updateTable("push_device").set({ device_hash: null }).where("id", "=", lost.device).execute();
    await ask("DELETE", `${AUTH}/sessions`);
    await onlyHere();
  });

  test("signing out another device's session stops its notifications; signing out this browser's old session does not", async () => {
    const sessions = async () => (await ask("GET", `${AUTH}/sessions`)).json;
    const others = async () => (await sessions()).filter((one: { current: boolean }) => !one.current);
    for (const { id } of await others()) await ask("DELETE", `${AUTH}/sessions/${id}`);
    await onlyHere();
    // The browser was closed, which deleted its session cookie, and the host signed in again.
    const again = await server.send("POST", `${AUTH}/login`, ADMIN, {
      cookie: here.cookie
        .split("; ")
        .filter((one) => one.includes("device="))
        .join("; "),
    });
    here.cookie = [cookieOf(again), here.cookie.split("; ").find((one) => one.includes("device="))].join("; ");
    const [old] = await others();
    expect((await ask("DELETE", `${AUTH}/sessions/${old.id}`)).status).toBe(204);
    await onlyHere();
  });

  test("forgetting a known device stops its notifications", async () => {
    const known = (await ask("GET", `${AUTH}/devices`)).json.filter((one: { current: boolean }) => !one.current);
    for (const { id } of known) await ask("DELETE", `${AUTH}/devices/${id}`);
    await onlyHere();
  });

  test("changing the password or turning on two-factor sign-in keeps only the current device's notifications; a reset on the command line keeps none", async () => {
    const { version } = (await ask("GET", "/api/admin/settings")).json;
    const change = { version, currentPassword: ADMIN.password, newPassword: NEW_PASSWORD };
    expect((await ask("PUT", "/api/admin/settings", change)).status).toBe(200);
    await onlyHere();
    // Resets the password to its initial value as the command line does, which stops notifications to all devices.
    await server.app.admins.resetPassword(ADMIN.username, ADMIN.password);
    expect(await devices()).toEqual([]);

    lost = await openBrowser();
    here = await openBrowser();
    const begun = await ask("POST", `${AUTH}/second-factor/begin`, { password: ADMIN.password });
    const secret = Secret.fromBase32(begun.json.secret.replaceAll(" ", ""));
    const code = new TOTP({ secret }).generate({ timestamp: server.clock().getTime() });
    expect(await devices()).toHaveLength(2);
    expect((await ask("POST", `${AUTH}/second-factor/enable`, { code })).status).toBe(200);
    await onlyHere();
    await server.app.admins.turnOffSecondFactor(ADMIN.username);
    expect(await devices()).toEqual([]);
  });

  test("signing out of the current session stops no device's notifications", async () => {
    await ask("POST", `${AUTH}/logout`);
    expect((await devices()).toSorted()).toEqual([here.device, lost.device].toSorted());
  });
});
