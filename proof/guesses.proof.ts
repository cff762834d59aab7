/**
 * S12: a million guesses of booking ids and secrets must find nothing, and a booking's URL alone must not give access
 * to contact data.
 */
import { randomBytes } from "node:crypto";
import { connectDatabase, type Db } from "#server/database/connect.ts";
import { randomToken } from "#server/runtime/ids.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { createLinkStore, ownLinkPath } from "#server/booking/link-queries.ts";
import { GUEST } from "#server/testing/given.ts";
import { type BuiltServer, startBuilt } from "./support/built-server.ts";
import { missingHeaders, thirdPartyRequests, tooMuch } from "./support/confirmation-privacy.ts";
import { book, dayFromNow } from "./support/guests.ts";
import { type HttpResponse, pipeline } from "./support/pipeline.ts";
import { prove } from "./support/proof.ts";

const GUESSES = Number(process.env["GUESSES"] ?? 1_000_000);
const BOOKINGS = 40;
/** Below the limit of 60 per minute. No address is reused, so no limit stops a guess. */
const AN_ADDRESS = 50;
const SECRETS = [GUEST.name, GUEST.email, GUEST.phone];
/** Gives a browser full access to its bookings. Without HTTPS, the cookie has this name. */
const BROWSER_COOKIE = "latchkey-browser";

type Kind = "id" | "page" | "link" | "cookie";
type Guess = { kind: Kind; path: string; headers: Record<string, string> };
type Found = { made: number; hits: number; limited: number; broken: number; responses: Record<Kind, Set<string>> };

/** Mostly random; sometimes sequential, because careless systems use sequential ids. */
function guessOf(n: number, ids: string[]): Guess {
  const round = Math.floor(n / AN_ADDRESS);
  const headers = { "x-forwarded-for": `10.${(round >> 16) & 255}.${(round >> 8) & 255}.${round & 255}` };
  const known = ids[n % ids.length] ?? "";
  const id = n % 100 === 7 ? String(Math.floor(n / 100)).padStart(22, "0") : randomBytes(16).toString("base64url");
  if (n % 100 === 1) return { kind: "page", path: `/booking/confirmation/${id}`, headers };
  if (n % 5 === 0) return { kind: "link", path: `/booking/link/${known}/${randomToken()}`, headers };
  const path = `/api/bookings/${n % 5 === 4 ? known : id}/confirmation`;
  return n % 5 === 4
    ? { kind: "cookie", path, headers: { ...headers, cookie: `${BROWSER_COOKIE}=${randomToken()}` } }
    : { kind: "id", path, headers };
}

/** Whether the response differs from the response to a wrong guess. */
function isHit({ kind }: Guess, { status, head, body }: HttpResponse): boolean {
  if (kind === "link") return status !== 303 || head.includes("set-cookie");
  if (kind === "cookie") return status !== 200 || tooMuch(JSON.parse(body), SECRETS).length > 0;
  return status !== 404;
}

async function guessAll(port: number, count: number, ids: string[]): Promise<Found> {
  const responses = {
    id: new Set<string>(),
    page: new Set<string>(),
    link: new Set<string>(),
    cookie: new Set<string>(),
  };
  const found: Found = { made: 0, hits: 0, limited: 0, broken: 0, responses };
  const next = () => (found.made < count ? guessOf(found.made++, ids) : null);
  await pipeline(port, { connections: 8, depth: 16 }, next, (guess, response) => {
    if (response.status === 429) found.limited += 1;
    else if (response.status >= 500) found.broken += 1;
    else if (isHit(guess, response)) found.hits += 1;
    // The responses to all wrong ids must be identical, except for the log reference.
    if (guess.kind === "id") responses.id.add(response.body.replace(/"requestid":"[^"]*"/i, ""));
  });
  return found;
}

async function readByStranger(server: BuiltServer, id: string) {
  const response = await fetch(`${server.url}/api/bookings/${id}/confirmation`);
  const page = await fetch(`${server.url}/booking/confirmation/${id}`);
  const html = await page.text();
  return {
    tooMuch: [...tooMuch(await response.json(), SECRETS), ...SECRETS.filter((secret) => html.includes(secret))],
    headers: [...missingHeaders(response.headers), ...missingHeaders(page.headers)],
  };
}

/** How many credentials let a browser see a booking in full. */
const accesses = async (db: Db) => (await db.selectFrom("booking_access").select("booking_id").execute()).length;

/** The other negative control: the cookie that the booking's own link sets must count as a hit. */
async function isOwnCookieHit(server: BuiltServer, id: string, link: string | null): Promise<boolean> {
  const opened = await fetch(`${server.url}${link ?? ""}`, { redirect: "manual" });
  const cookies = opened.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  const headers = { cookie: cookies.find((cookie) => cookie.startsWith(`${BROWSER_COOKIE}=`)) ?? "" };
  const path = `/api/bookings/${id}/confirmation`;
  const response = await fetch(server.url + path, { headers });
  return isHit({ kind: "cookie", path, headers }, { status: response.status, head: "", body: await response.text() });
}

/** The negative control: a sequential id. The booking is cancelled, so it needs no nights. */
async function plantCounted(db: Db, id: string): Promise<void> {
  const booking = await db.selectFrom("booking").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const known = db.selectFrom("guest").selectAll().where("id", "=", booking.guest_id);
  const guest = { ...(await known.executeTakeFirstOrThrow()), id: randomToken() };
  await db.insertInto("guest").values(guest).execute();
  const counted = { ...booking, id: "3".padStart(22, "0"), reference: "LK-COUNTED0", status: "cancelled" as const };
  await db
    .insertInto("booking")
    .values({ ...counted, guest_id: guest.id })
    .execute();
}

await prove(
  {
    id: "S12",
    what: "Confirmation privacy",
    aim: "1,000,000 guesses: 0 hits; masked by an allow-list; no-store, no referrer for other sites, noindex; 0 third-party requests",
  },
  "sqlite",
  async () => {
    // Rate limits stay on. The booking guard is off, because these guests represent many people.
    const server = await startBuilt({ TRUST_PROXY: "true", BOOKING_GUARD: "false" });
    const port = Number(new URL(server.url).port);
    const { db, close } = connectDatabase({ databaseUrl: null, dataDir: server.dataDir }, createLogger("silent"));
    const ids: string[] = [];
    for (let i = 0; i < BOOKINGS; i++) {
      const from = { "x-forwarded-for": `172.16.${i}.1` };
      ids.push(JSON.parse((await book(server.url, dayFromNow(20 + i * 2), 1, from)).text).id);
    }
    const [id = ""] = ids;
    const link = await ownLinkPath(createLinkStore({ db }), id);
    const before = await accesses(db);
    const begun = performance.now();
    const found = await guessAll(port, GUESSES, ids);
    const seconds = (performance.now() - begun) / 1000;
    const opened = (await accesses(db)) - before;

    const stranger = await readByStranger(server, id);
    const pages = [`/booking/confirmation/${id}`, link ?? ""];
    const others = await thirdPartyRequests(server.url, pages);

    await plantCounted(db, id);
    const control = await guessAll(port, 1000, ids);
    const ownCookieHit = await isOwnCookieHit(server, id, link);
    const spoilt = await thirdPartyRequests(server.url, [`/booking/confirmation/${ids[2] ?? ""}`], (html) =>
      html.replace("</body>", '<img src="http://tracker.example/pixel.gif" alt=""></body>'),
    );
    const openFields = tooMuch({ guest: { name: GUEST.name }, wifiPassword: "x", acts: {} }, SECRETS);
    await close();
    await server.stop();
    return {
      figures: {
        guesses: found.made,
        hits: found.hits,
        opened,
        limited: found.limited,
        serverErrors: found.broken,
        differentAnswersToIds: found.responses.id.size,
        guessesPerSecond: Math.round(found.made / seconds),
        fieldsExposedToStrangers: stranger.tooMuch.join(" ") || 0,
        missingHeaders: stranger.headers.join(" ") || 0,
        thirdPartyRequests: others.length,
      },
      met:
        found.hits + opened + found.limited + found.broken === 0 &&
        found.responses.id.size === 1 &&
        stranger.tooMuch.length + stranger.headers.length + others.length === 0,
      negativeControl: {
        fault: "sequential ids, a booking's own cookie, an exposed field, a third-party picture",
        detected: control.hits > 0 && ownCookieHit && spoilt.length > 0 && openFields.length > 0,
      },
    };
  },
);
