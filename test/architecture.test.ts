import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

/**
 * Import rules; the first matching rule applies. The direction is domain <- { texts, contract } <- { server, web }.
 * Server features do not import one another, but may import `core` and the other shared folders; parts.ts and the entry
 * points combine them. `$1` is the feature to which the importing file belongs.
 */
const ADAPTER =
  "(?:routes|store|jobs|stored-[a-z-]+|[a-z-]+-(?:routes|store|sender|client|files|resizer|dump|hasher|renderer|codes|csv|server|feed|reader|process))";
/**
 * Database modules that a use case may import in order to open transactions and pass them on. Queries belong
 * elsewhere.
 */
const TRANSACTION = "server/database/(?:transaction|calendar|dialect|connect)\\.ts$";
const SHARED = "core|http|database|jobs|runtime";
const LIBRARIES = "(npm|node):";
const MAY_IMPORT: [room: RegExp, allowed: RegExp][] = [
  [/^domain\//, /^domain\//],
  [/^texts\//, /^texts\/|^domain\//],
  [/^contract\//, /^(contract|domain)\/|^npm:zod\/mini$/],
  [/^server\/(main|serve|app|parts|cli(?:-[a-z]+)?)\.ts$/, /^server\/|^domain\/|^(npm|node):/],
  [/^server\/config\.ts$/, /^domain\/|^(npm|node):/],
  [
    new RegExp(`^server/(?:${SHARED})/`),
    new RegExp(`^server/(?:${SHARED})/|^server/config\\.ts$|^(contract|domain|texts)/|^${LIBRARIES}`),
  ],
  [
    /^server\/(\w+)\/ports\.ts$/,
    new RegExp(`^server/(\\$1|core)/|^${TRANSACTION}|^(contract|domain|texts)/|^node:stream$`),
  ],
  [
    /^server\/(\w+)\/module\.ts$/,
    new RegExp(`^server/(\\$1|${SHARED})/|^server/config\\.ts$|^(contract|domain|texts)/|^npm:fastify$`),
  ],
  [
    new RegExp(`^server/(\\w+)/(?:\\w+/)?${ADAPTER}\\.ts$`),
    new RegExp(`^server/(\\$1|${SHARED})/|^(contract|domain|texts)/|^${LIBRARIES}`),
  ],
  [
    // Queries take the connection or transaction as an argument, or are created with the database. The use cases of the
    // same feature may call them.
    /^server\/(\w+)\/[a-z-]+-queries\.ts$/,
    new RegExp(`^server/(\\$1|${SHARED})/|^(contract|domain|texts)/|^${LIBRARIES}`),
  ],
  [
    /^server\/(\w+)\//,
    new RegExp(
      `^server/\\$1/(?!module\\.|(?:\\w+/)?${ADAPTER}\\.ts)|^server/(core|runtime)/|^${TRANSACTION}|^(contract|domain|texts)/|^node:crypto$`,
    ),
  ],
  [/^web\//, /^(web|contract|domain)\/|^texts\/(?!server-texts)|^npm:/],
  // The service worker imports nothing, because a browser loads this file alone.
  [/^worker\//, /^$/],
];

const files = globSync("src/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$|\/testing\//.test(file));
const imports = files.flatMap((file) => importsOf(file).map((to) => ({ from: relative("src", file), to })));

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const { module } = parseSync(file, text);
  const named = [
    ...module.staticImports.map((found) => found.moduleRequest.value),
    ...module.staticExports.flatMap((found) => found.entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
  ];
  // A computed dynamic import, such as that of the built site, has no fixed target.
  const dynamic = module.dynamicImports
    .map(({ moduleRequest }) => text.slice(moduleRequest.start, moduleRequest.end))
    .filter((source) => /^["']/.test(source))
    .map((source) => source.slice(1, -1));
  return [...named, ...dynamic].map((name) => target(file, name));
}

function target(file: string, name: string): string {
  if (name.startsWith("#")) return name.slice(1);
  if (name.startsWith(".")) return relative("src", join(dirname(file), name));
  return name.startsWith("node:") ? name : `npm:${name}`;
}

function isAllowed({ from, to }: { from: string; to: string }): boolean {
  const [room, allowed] = MAY_IMPORT.find(([pattern]) => pattern.test(from)) ?? [];
  const noun = room?.exec(from)?.[1] ?? "";
  return allowed !== undefined && new RegExp(allowed.source.replaceAll("\\$1", noun)).test(to);
}

test("every import follows the import rules", () => {
  expect(imports.length).toBeGreaterThan(200);
  expect(imports.filter((found) => !isAllowed(found))).toEqual([]);
});

test("a forbidden import is detected", () => {
  const wrong = [
    { from: "domain/booking/stay.ts", to: "contract/booking.ts" },
    { from: "domain/booking/stay.ts", to: "node:fs" },
    { from: "contract/booking.ts", to: "server/app.ts" },
    { from: "texts/en/emails.ts", to: "contract/booking.ts" },
    { from: "web/app/app.tsx", to: "server/app.ts" },
    { from: "web/app/app.tsx", to: "texts/server-texts.ts" },
    { from: "web/app/app.tsx", to: "node:fs" },
    { from: "server/booking/routes.ts", to: "web/app/app.tsx" },
    { from: "server/booking/store.ts", to: "server/guests/store.ts" },
    { from: "server/booking/create-booking.ts", to: "server/booking/store.ts" },
    { from: "server/booking/create-booking.ts", to: "npm:kysely" },
    { from: "server/channels/sync-channel.ts", to: "server/channels/ical/feed-client.ts" },
    { from: "server/http/mount.ts", to: "server/booking/routes.ts" },
  ];
  expect(wrong.filter(isAllowed)).toEqual([]);
});

test("only config.ts reads the environment", () => {
  const readers = files.filter((file) => /process\.env/.test(readFileSync(file, "utf8")));
  expect(readers.map((file) => relative("src", file))).toEqual(["server/config.ts"]);
});

test("no file has a meaningless name", () => {
  expect(files.filter((file) => /\/(utils?|helpers?|common|index|misc)\.tsx?$/.test(file))).toEqual([]);
});
