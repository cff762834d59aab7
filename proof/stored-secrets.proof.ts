/**
 * S06: no value in a stolen database gives access to the portal, and public pages set no cookie. S09: the built product
 * has no built-in account.
 */
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Secret, TOTP } from "otpauth";
import { sql } from "kysely";
import { ADMIN, startServer, stop } from "../e2e/support/latchkey.ts";
import { PAGES } from "../e2e/support/public-pages.ts";
import { LANGUAGES } from "#domain/language/language.ts";
import { tablesOf } from "#server/database/tables.ts";
import { loadBuiltSite } from "#server/http/built-site.ts";
import { scratchDatabase } from "#server/testing/engines.ts";
import { bookStay } from "#server/testing/given.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { prove } from "./support/proof.ts";

const OWN = { TRUST_PROXY: "true", ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password };
/** The pages contain the word for "password" in each language. */
const LABELS = await Promise.all(
  LANGUAGES.map(async (language): Promise<string> => {
    const { ownTexts } = await import(`#texts/${language}/own.ts`);
    return ownTexts.arriving.password;
  }),
);
let network = 0;
const USER = "/api/admin/auth/user";
const SIGN_IN = "/api/admin/auth/login";
const SECOND_FACTOR = "/api/admin/auth/second-factor";

await prove(
  {
    id: "S06",
    what: "Stored values tried as cookie, password and code",
    aim: "0 usable; __Host- cookie of at least 128 bits; no cookie on a public page",
  },
  "sqlite",
  async () => {
    const site = await loadBuiltSite(resolve("dist"));
    const server = await startTestApp("sqlite", { site, config: { trustProxy: true } });
    const { url } = server;
    // A guest's cookie and link give access only to that guest's stay; what is stored of them is tried too.
    await bookStay(server);
    const post = (path: string, body: object, cookie = "") => call(url + path, "POST", cookie, body);
    const signedIn = cookiesOf(await post(SIGN_IN, ADMIN));
    const beginning = await post(`${SECOND_FACTOR}/begin`, { password: ADMIN.password }, signedIn);
    const begun = await beginning.json();
    const app = new TOTP({ secret: Secret.fromBase32(String(begun.secret).replaceAll(" ", "")) });
    const code = app.generate({ timestamp: server.clock().getTime() });
    const open = cookiesOf(await post(`${SECOND_FACTOR}/enable`, { code }, cookiesOf(beginning)));
    const waiting = cookiesOf(await post(SIGN_IN, ADMIN));

    const stored = new Set<string>();
    for (const { name } of await tablesOf(server.db, "sqlite")) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(server.db);
      for (const value of rows.flatMap((row) => Object.values(row))) stored.add(String(value));
    }

    const names = [open, waiting].map((cookie) => cookie.split("=")[0] ?? "");
    const opens = async (value: string): Promise<boolean> => {
      // Failed attempts and used codes must not affect the next value.
      await server.db.deleteFrom("sign_in_network").execute();
      await server.db.updateTable("second_factor").set({ last_step: 0 }).execute();
      for (const name of names) {
        const cookie = `${name}=${encodeURIComponent(value)}`;
        if ((await call(url + USER, "GET", cookie)).status === 200) return true;
        if ((await post(SECOND_FACTOR, { code }, cookie)).status === 200) return true;
      }
      if ((await post(SIGN_IN, { username: ADMIN.username, password: value })).ok) return true;
      return (await post(SECOND_FACTOR, { code: value }, cookiesOf(await post(SIGN_IN, ADMIN)))).status === 200;
    };
    const tried = [...stored].filter((value) => value.length >= 6 && value.length <= 1000);
    let usable = 0;
    for (const value of tried) if (await opens(value)) usable += 1;
    const control: boolean[] = [];
    for (const token of [open, waiting]) control.push(await opens(token.split(/[=;]/)[1] ?? ""));

    const overHttps = await call(url + SIGN_IN, "POST", "", ADMIN, { "x-forwarded-proto": "https" });
    const secure = overHttps.headers.getSetCookie();
    const parts = secure.map((cookie) => /^__Host-[a-z-]+=([A-Za-z0-9_-]+); (.*)$/.exec(cookie));
    const attributes = ["Path=/", "HttpOnly", "Secure", "SameSite=Lax"];
    const wellMade = parts.filter((part) => part && attributes.every((word) => part[2]?.includes(word))).length;
    const fewestBits = Math.min(...parts.map((part) => (part?.[1]?.length ?? 0) * 6));
    let onPublicPages = 0;
    for (const path of [
      ...PAGES.map((page) => page.path),
      "/bookings",
      "/book",
      "/admin/login",
      "/nowhere",
      "/api/site",
    ])
      onPublicPages += (await fetch(url + path)).headers.getSetCookie().length;
    await server.close();
    return {
      figures: {
        storedValues: stored.size,
        tried: tried.length,
        usable,
        cookies: secure.length,
        wellMadeCookies: wellMade,
        fewestBits,
        cookiesOnPublicPages: onPublicPages,
      },
      met:
        usable === 0 &&
        tried.length > 50 &&
        secure.length > 0 &&
        wellMade === secure.length &&
        fewestBits >= 128 &&
        onPublicPages === 0,
      negativeControl: {
        fault: "the two tokens, as they would be stored without hashing",
        detected: control.every(Boolean),
      },
    };
  },
);

/** Common default credentials, including those of the demo in the specification. */
const NAMES = ["demo", "admin", "administrator", "host", "root", "test", "user", "owner", "latchkey", "guest"];
const PASSWORDS = [
  "demo",
  "admin",
  "password",
  "latchkey",
  "admin123",
  "demo123",
  "changeme",
  "123456",
  "letmein",
  "host",
  "test",
];

await prove(
  {
    id: "S09",
    what: "Built-in accounts",
    aim: "common default credentials: 401, and 404 at /api/auth/login; none in the build",
  },
  "built product",
  async () => {
    const scratch = await scratchDatabase("sqlite");
    const { child, url } = await startServer({ ...OWN, DATA_DIR: scratch.dataDir });
    const statuses: Record<string, number> = {};
    const count = (response: Response) => (statuses[response.status] = (statuses[response.status] ?? 0) + 1);
    for (const username of NAMES)
      for (const password of PASSWORDS) {
        count(await call(url + SIGN_IN, "POST", "", { username, password }));
        count(await call(`${url}/api/auth/login`, "POST", "", { username, password }));
      }
    await stop(child);
    await scratch.remove();
    const files = globSync(["dist/**/*.{js,html,json,css}", "public/**/*.{js,html,json}"]);
    const found = files.flatMap((file) => builtIn(readFileSync(file, "utf8")).map((text) => `${file}: ${text}`));
    const { 401: wrong = 0, 404: nothing = 0, ...others } = statuses;
    const pairs = NAMES.length * PASSWORDS.length;
    return {
      figures: {
        pairs,
        wrong,
        nothing,
        others: JSON.stringify(others),
        files: files.length,
        found: found.join("; ") || "none",
      },
      met:
        Object.keys(others).length === 0 &&
        wrong === pairs &&
        nothing === pairs &&
        found.length === 0 &&
        files.length > 10,
      negativeControl: {
        fault: "a script with a password in it",
        detected: builtIn('login({username:"demo",password:"demo123"})').length > 0,
      },
      notTried: "the container image: Docker was not available; the image contains the same files",
    };
  },
);

/** Text assigned to anything called `password`, except labels. */
function builtIn(script: string): string[] {
  const isLabel = (value: string) =>
    /^(current-|new-)?password$/i.test(value) || LABELS.includes(value.replaceAll(/\\u(\w{4})/g, decoded));
  return [...script.matchAll(/\bpassword["']?\s*[:=]\s*(["'`])([^"'`\s<>(){}]{3,40})\1/gi)].flatMap(
    ([text, , value = ""]) => (isLabel(value) ? [] : [text]),
  );
}

function decoded(_escape: string, code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}

/** From a different network each time, because the limits for each network are not tested here. */
async function call(url: string, method: string, cookie: string, body?: object, more: Record<string, string> = {}) {
  network += 1;
  return fetch(url, {
    method,
    headers: {
      cookie,
      "x-forwarded-for": `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`,
      ...(body ? { "content-type": "application/json" } : {}),
      ...more,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
