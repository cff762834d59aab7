/**
 * S15: the host and a guest request pages and API responses that may contain private data, through two caching nginx
 * servers. One stores only what it may store, and the other stores everything that looks like a file. Neither may store
 * private data or give it to anyone else, and public responses must not reflect headers that caches ignore.
 */
import { createServer } from "node:http";
import { resolve } from "node:path";
import { loadBuiltSite } from "#server/http/built-site.ts";
import { bookStay } from "#server/testing/given.ts";
import { cookieOf, startTestApp } from "#server/testing/test-app.ts";
import { ACCESS_MATRIX } from "../test/access-matrix.ts";
import { cachingNginx } from "./support/caching-nginx.ts";
import { send } from "./support/guests.ts";
import { prove } from "./support/proof.ts";

const CANARY = { name: "Canary Quillfeather", email: "canary.quill@example.com", phone: "+94 77 999 1234" };
const WIFI = "canary-wifi-word";
const PRIVATE = [CANARY.name, CANARY.email, CANARY.phone, WIFI, "canary-note"];
const EVIL = "evil-canary.example";
/** Caches ignore these headers, but frameworks sometimes trust them. */
const UNKEYED: Record<string, string> = {
  "x-forwarded-host": EVIL,
  "x-forwarded-server": EVIL,
  "x-forwarded-prefix": `/${EVIL}`,
  "x-forwarded-port": "6666",
  "x-forwarded-scheme": EVIL,
  "x-host": EVIL,
  "x-original-url": `/${EVIL}`,
  "x-rewrite-url": `/${EVIL}`,
  "x-http-method-override": "PUT",
  forwarded: `host=${EVIL};proto=http`,
  origin: `https://${EVIL}`,
  referer: `https://${EVIL}/`,
  "user-agent": EVIL,
  "accept-language": EVIL,
  cookie: `latchkey=${EVIL}; theme=${EVIL}`,
  "x-request-id": EVIL,
  via: EVIL,
};

type Nginx = NonNullable<Awaited<ReturnType<typeof cachingNginx>>>;

/** What a stranger receives, and what the cache has stored, after requests with each cookie. */
async function leaks(nginx: Nginx, paths: string[], cookies: string[]) {
  let [requests, seenByOwners] = [0, 0];
  const given: string[] = [];
  const kept: string[] = [];
  for (const path of paths) {
    for (const cookie of cookies) {
      const { text } = await send(nginx.url + path, "GET", undefined, { cookie });
      requests += 1;
      if (PRIVATE.some((word) => text.includes(word))) seenByOwners += 1;
    }
    const stranger = await send(nginx.url + path, "GET");
    if (stranger.headers["x-kept"] === "HIT") kept.push(path);
    if (PRIVATE.some((word) => stranger.text.includes(word))) given.push(path);
  }
  const stored = nginx.stored();
  const holding = stored.filter((text) => PRIVATE.some((word) => text.includes(word)) || /\nset-cookie:/i.test(text));
  return { requests, seenByOwners, given, kept, stored: stored.length, holding: holding.length };
}

/** The responses that reflect a header which the cache ignores. */
async function reflections(nginx: Nginx, paths: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    for (const [name, value] of Object.entries(UNKEYED)) {
      // Unique, so that the cache does not return an earlier response.
      const { text, headers } = await send(`${nginx.url}${path}?c=${Math.random()}`, "GET", undefined, {
        [name]: value,
      });
      if (`${text}${JSON.stringify(headers)}`.includes(EVIL)) found.push(`${path} ${name}`);
    }
  }
  return found;
}

const site = await loadBuiltSite(resolve("dist"));
const server = await startTestApp("sqlite", {
  site,
  config: { publicUrl: "https://cottage.example", trustProxy: true },
});
const port = Number(new URL(server.url).port);
const obeys = await cachingNginx(port, { storesEverything: false });
const careless = await cachingNginx(port, { storesEverything: true });
if (!obeys || !careless) console.log("SKIPPED: nginx is not installed (Debian package nginx-light)");
else {
  await server.app.start();
  const forwarded = { "x-forwarded-proto": "https" };
  const admin = cookieOf(
    await server.send(
      "POST",
      "/api/admin/auth/login",
      { username: "host", password: "a long sentence to sign in" },
      forwarded,
    ),
  );
  const host = (method: string, path: string, body?: unknown) =>
    server.send(method, path, body, { cookie: admin, ...forwarded });
  const booked = await bookStay(server, { checkInDate: "2026-11-23", checkOutDate: "2026-11-25" }, CANARY, forwarded);
  const guest = cookieOf(booked);
  const id = String(booked.json.id);
  await host("PUT", "/api/admin/content/property", { wifiPassword: WIFI });
  await host("PUT", `/api/admin/bookings/${id}/notes`, { version: 1, notes: "canary-note" });

  const fill = (path: string) => path.replace(":bookingId", id).replace(/:\w+/g, "1");
  const gets = Object.keys(ACCESS_MATRIX).flatMap((route) => (route.startsWith("GET ") ? [fill(route.slice(4))] : []));
  // The portal's web app manifest is the same for everyone.
  const isPrivate = (path: string) =>
    /admin(?!\/app\.webmanifest$)|\/bookings?\/|ratings\/|availability|ready|health|metrics|stay-quote|webhooks/.test(
      path,
    );
  const queries: Record<string, string> = {
    "/api/admin/calendar": "?from=2026-11-01&to=2026-12-31",
    "/api/admin/blocks": "?from=2026-11-01&to=2026-12-31",
    "/api/admin/stay-quote": "?checkInDate=2026-12-01&checkOutDate=2026-12-03",
    "/api/availability": "?from=2026-11-01&to=2026-12-31",
  };
  const pages = [
    "/admin",
    "/admin/bookings",
    `/admin/bookings/${id}`,
    "/admin/settings",
    "/admin/audit",
    `/booking/confirmation/${id}`,
    "/book",
    "/bookings",
  ];
  const asFiles = [
    "/admin/x.css",
    "/admin/bookings/x.css",
    `/admin/bookings/${id}/x.css`,
    "/api/admin/bookings/x.css",
    "/api/admin/bookings%2fx.css",
    "/api/admin/bookings;x.css",
    "/api/admin/auth/user/x.js",
    `/booking/confirmation/${id}/x.css`,
    `/booking/confirmation/${id};x.css`,
    `/booking/confirmation/${id}%2fx.css`,
    `/booking/confirmation/${id}%00.css`,
    `/api/bookings/${id}/confirmation/x.css`,
    `/api/bookings/${id}/confirmation%3bx.css`,
    `/api/bookings/${id}/confirmation%23.css`,
    "/api/admin/bookings%0ax.css",
    "/api/admin/bookings/..%2fx.css",
  ];
  const privatePaths = [
    ...gets.filter(isPrivate).map((path) => path + (queries[path] ?? "")),
    ...pages,
    ...asFiles,
  ].filter((path) => !/events$|\/export$|bookings\/1\/|backups\/1/.test(path));
  const publicPaths = [
    ...new Set([
      ...site.sharedPaths,
      "/book",
      "/admin/login",
      "/nowhere",
      "/robots.txt",
      "/sitemap.xml",
      ...gets.filter((path) => !isPrivate(path)),
    ]),
  ];

  await prove(
    {
      id: "S15",
      what: "Cache safety",
      aim: "the cache stores no private response, and no public response repeats a header that a stranger sent",
    },
    "nginx",
    async () => {
      const found = await leaks(obeys, privatePaths, [admin, guest]);
      const loose = await leaks(careless, asFiles, [admin, guest]);
      const shown = await reflections(obeys, publicPaths);
      // The control: what may be cached is cached.
      await send(obeys.url + "/", "GET");
      const assets = [
        ...(/(?:href|src)="(\/assets\/[^"]+)"/.exec((await send(`${obeys.url}/`, "GET")).text) ?? []),
      ].slice(1);
      let hits = 0;
      for (const path of [...assets, ...assets])
        if ((await send(obeys.url + path, "GET")).headers["x-kept"] === "HIT") hits += 1;
      for (const path of [...found.given, ...found.kept]) console.log(`  stored or served: ${path}`);
      for (const path of loose.given) console.log(`  served by the permissive cache: ${path}`);
      for (const path of shown) console.log(`  reflected: ${path}`);
      const control = await runControl();
      return {
        figures: {
          privateAddresses: privatePaths.length,
          askedSignedIn: found.requests,
          containedPrivateData: found.seenByOwners,
          privateKept: found.kept.length,
          privateServedToStrangers: found.given.length,
          storedFilesWithPrivateWords: found.holding,
          addressesLikeFiles: asFiles.length,
          servedByAPermissiveCache: loose.given.length,
          guestTextsInTheCache: loose.holding,
          publicAddresses: publicPaths.length,
          headers: Object.keys(UNKEYED).length,
          reflections: shown.length,
          assetsServedFromTheCache: hits,
        },
        met:
          found.kept.length + found.given.length + found.holding + loose.given.length + loose.holding + shown.length ===
            0 &&
          found.seenByOwners > 10 &&
          hits > 0,
        negativeControl: {
          fault: "a page that is marked public, contains guest data and reflects X-Forwarded-Host",
          detected: control,
        },
      };
    },
  );
}
await obeys?.close();
await careless?.close();
await server.close();

async function runControl(): Promise<boolean> {
  const broken = createServer((request, response) => {
    response.setHeader("cache-control", "public, max-age=60");
    response.end(
      `${request.headers.cookie ? CANARY.name : "nobody"} ${String(request.headers["x-forwarded-host"] ?? "")}`,
    );
  });
  await new Promise<void>((done) => broken.listen(0, "127.0.0.1", done));
  const address = broken.address();
  const nginx = await cachingNginx(typeof address === "object" && address ? address.port : 0, {
    storesEverything: false,
  });
  const found = nginx ? await leaks(nginx, ["/me"], ["session=1"]) : null;
  const shown = nginx ? await reflections(nginx, ["/"]) : [];
  await nginx?.close();
  broken.close();
  return (
    found !== null && found.given.length === 1 && found.kept.length === 1 && found.holding === 1 && shown.length === 1
  );
}
