import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  ACCOUNT_ATTEMPTS,
  CODE_ATTEMPTS_AFTER_PASSWORD,
  CODE_ATTEMPTS_WITH_PASSWORD,
  DEVICE_ATTEMPTS,
  KNOWN_DEVICE_MS,
  KNOWN_NETWORK_MS,
  LINK_EVERY_MS,
  LINK_OPENS_MS,
  ATTEMPTS_WITH_CODE,
  SESSION_ATTEMPTS,
} from "#domain/auth/lockout.ts";
import {
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH_WITH_CODE,
} from "#domain/auth/password-rules.ts";
import { CODE_ATTEMPTS, CODE_WAIT_MS, SESSION_ABSOLUTE_MS } from "#domain/auth/session.ts";
import { UNPROVEN_NIGHTS } from "#domain/booking/admission.ts";
import { BOOKING_WINDOW_DAYS, MAX_GUESTS, MAX_NIGHTS, MAX_NIGHTS_FOR_HOST } from "#domain/booking/limits.ts";
import { MAX_PIXELS, MAX_UPLOAD_BYTES } from "#domain/media/image-limits.ts";
import { MOST } from "#domain/pricing/price-document.ts";
import { IDENTITY_HASH_DAYS, UNPAID_KEPT_DAYS, TEXTS_KEPT_DAYS } from "#domain/privacy/retention.ts";
import { DEFAULT_SETTINGS } from "#domain/settings/settings.ts";
import { BREACHED_DIGESTS } from "#server/auth/breached-digests.ts";
import { PASSWORD_COST } from "#server/auth/password-hasher.ts";
import { DEFAULT_LIMITS } from "#server/http/rate-limit.ts";

/** Checks rules that apply to every product file, and the numbers in docs/security-rules.md. */

const page = readFileSync("docs/security-rules.md", "utf8");
const product = globSync("src/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$|\/testing\//.test(file));
const texts = new Map(product.map((file) => [file.replace(/^src\//, ""), codeOf(readFileSync(file, "utf8"))]));

/** Returns the text without the lines that are comments, because comments may mention anything. */
function codeOf(text: string): string {
  return text.replace(/^\s*(?:\/?\*|\/\/).*$/gm, "");
}

const filesWith = (pattern: RegExp) => [...texts].flatMap(([file, text]) => (pattern.test(text) ? [file] : [])).sort();
const foundIn = (pattern: RegExp) =>
  [...texts.values()].flatMap((text) => [...text.matchAll(pattern)].map(([, what]) => what));

test("no text is evaluated as code", () => {
  const ways = /\beval\s*\(|new Function\b|\bFunction\(|from "node:vm"|set(?:Timeout|Interval)\(\s*["'`]|javascript:/;
  expect(ways.test("eval(x)") && ways.test('setTimeout("x")')).toBe(true);
  expect(filesWith(ways)).toEqual([]);
});

test("site.css excludes the styles of exactly those components that the site does not use", () => {
  const excluded = /@source not "\.\.\/ui\/\{([\w,-]+)\}\.tsx"/.exec(
    readFileSync("src/web/styles/site.css", "utf8"),
  )?.[1];
  const parts = excluded?.split(",") ?? [];
  const isOfPortal = (file: string) =>
    /^web\/(?:admin|media)\//.test(file) || parts.some((part) => file === `web/ui/${part}.tsx`);
  const onlyInPortal = [...texts.keys()].flatMap((file) => {
    const part = /^web\/ui\/([\w-]+)\.tsx$/.exec(file)?.[1];
    if (!part) return [];
    return filesWith(new RegExp(`"(?:\\./|(?:\\.\\./)+ui/)${part}\\.tsx"`)).every(isOfPortal) ? [part] : [];
  });
  expect(onlyInPortal).toEqual(parts);
});

test("only three files start programs, with argument lists and never through a shell", () => {
  expect(filesWith(/import (?!type\b).*"node:child_process"|(?:require|import)\(.*child_process/)).toEqual([
    "server/database/postgres-programs.ts",
    "server/runtime/command.ts",
    "server/runtime/isolated-process.ts",
  ]);
  expect(filesWith(/startIsolatedProcess\(/)).toEqual([
    "server/auth/child-hasher.ts",
    "server/channels/ical/calendar-reader.ts",
    "server/conversation/mail-reader.ts",
    "server/media/child-resizer.ts",
    "server/runtime/isolated-process.ts",
  ]);
  expect(
    filesWith(/\bexec(?:File)?(?:Sync)?\(.*\bsh\b|\bexecSync\(|shell:|import \{[^}]*\bexec\b[^}]*\} from "node:child/),
  ).toEqual([]);
});

test("values in SQL are parameters; outside the migrations, only three reviewed files insert text into SQL", () => {
  const raw = filesWith(/sql\.(?:raw|lit)\(|query\(`[^`]*\$\{/).filter((file) => !file.includes("/migrations/"));
  expect(raw).toEqual(["server/backups/proof-files.ts", "server/database/load.ts", "server/database/tables.ts"]);
});

test("only three files set HTML directly", () => {
  expect(filesWith(/dangerouslySetInnerHTML/)).toEqual([
    "web/admin/messaging/email-view.tsx",
    // This file always sets an empty string, so that React leaves the server's HTML unchanged.
    "web/site/server-rendered.tsx",
    "web/ui/prose.tsx",
  ]);
  expect(filesWith(/\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/)).toEqual([]);
});

test("pages accept no messages from other windows and open no WebSockets, and only the listed files store anything", () => {
  expect(filesWith(/postMessage|addEventListener\(\s*"message"|new WebSocket/)).toEqual([]);
  expect(filesWith(/\b(?:local|session)Storage\b|indexedDB|document\.cookie/)).toEqual([
    "web/admin/dashboard/setup-checklist.tsx",
    "web/admin/frame/scroll-place.ts",
    "web/admin/palette/shortcuts.ts",
    "web/booking/booked-here.ts",
    "web/booking/booking-draft.ts",
  ]);
});

test("only documented algorithms are used, and secrets come from the system's random number generator", () => {
  const used = new Set([
    ...foundIn(/create(?:Hash|Hmac|Cipheriv|Decipheriv|Sign|Verify)\(\s*"([^"]+)"/g),
    ...foundIn(/derive\("([^"]+)"/g),
    ...foundIn(/algorithm: "([^"]+)"/g),
    ...(filesWith(/\bscrypt\b/).length > 0 ? ["scrypt"] : []),
  ]);
  expect(used).toEqual(new Set(["SHA1", "aes-128-gcm", "aes-256-gcm", "argon2id", "md5", "scrypt", "sha256"]));
  for (const name of ["SHA-1", "MD5", "aes-128-gcm", "aes-256-gcm", "argon2id", "scrypt", "sha256"])
    expect(page).toContain(name);
  expect(filesWith(/pbkdf2|createCipher\(|\bdes-/i)).toEqual([]);
  // PayHere allows no other algorithm for its signatures.
  expect(filesWith(/"md5"/i)).toEqual(["server/payments/payhere-signature.ts"]);
  // The delay before the next calendar read is not a secret.
  expect(filesWith(/Math\.random/)).toEqual(["server/channels/module.ts"]);
});

test("the pages do not use crypto.randomUUID, which browsers lack over plain HTTP", () => {
  expect(filesWith(/crypto\.randomUUID/).filter((file) => file.startsWith("web/"))).toEqual([]);
});

test("P-17: amounts are whole numbers; only listed files divide them, and none multiplies them by a fraction", () => {
  const money = String.raw`[\w.]*(?:[cC]ents|[mM]inor|[aA]mount(?!\w*(?:Key|String|Number|Text)))\w*`;
  // These files show money as text or in a chart, or divide it into whole amounts.
  expect(filesWith(new RegExp(String.raw`${money}\)? *\/ *[\w(]`))).toEqual([
    "domain/analytics/figures.ts",
    "domain/money/currency.ts",
    "domain/payments/currency.ts",
    "server/demo/fill-portal.ts",
    "texts/formats.ts",
    "web/booking/calendar-days.ts",
  ]);
  const fraction = new RegExp(String.raw`${money}\)? *[*/] *\d*\.\d|\d*\.\d+ *\* *${money}`);
  expect(["totalCents * 0.3", "(amount) / 1.5", "0.5 * row.feeCents"].every((line) => fraction.test(line))).toBe(true);
  expect(filesWith(fraction)).toEqual([]);
  // Text is converted to money digit by digit, never through a number with decimals.
  expect(filesWith(/parseFloat/)).toEqual([]);
  expect(
    filesWith(
      /Number\((?:[\w.]*(?:Amount|[pP]rice|Total))\) *[-+*/]|[-+*/] *Number\([\w.]*(?:Amount|[pP]rice|Total)\)/,
    ),
  ).toEqual([]);
  // These files format file sizes, seconds and amounts as text.
  expect(filesWith(/\.toFixed\(/)).toEqual([
    "domain/money/currency.ts",
    "server/cli-archives.ts",
    "server/doctor/machine-client.ts",
    "web/admin/settings/backup-list.tsx",
    "web/site/structured-data.ts",
  ]);
});

test("no file turns off certificate checks", () => {
  const off = /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/;
  expect(filesWith(off)).toEqual([]);
  for (const file of ["Dockerfile", "compose.yaml", "deploy/latchkey.service", "deploy/latchkey", ".env.example"])
    expect(off.test(readFileSync(file, "utf8"))).toBe(false);
});

test("only documented files make outgoing calls", () => {
  const calls =
    /(?<![\w.])fetch\(\s*[`"\w$]|new pg\.(?:Client|Pool)|import\("nodemailer"\)|from "nodemailer"|import https from|aws4fetch"|from "node:tls"/;
  const out = filesWith(calls).filter((file) => file.startsWith("server/") && !file.startsWith("server/http/"));
  const table = /## Connections\n([\s\S]*?)\n## /.exec(page)?.[1] ?? "";
  const named = [...table.matchAll(/`(server\/[^`]+\.ts)`/g)].map(([, file = ""]) => file);
  expect(out.filter((file) => !named.includes(file))).toEqual([]);
  expect(named.filter((file) => !texts.has(file))).toEqual([]);
});

test("redirects from the operator's services are not followed", () => {
  const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;
  const callers = [...texts].filter(([file]) => file.startsWith("server/") && !file.startsWith("server/http/"));
  const following = callers.filter(([, text]) => {
    const library = /aws4fetch"/.test(text) ? count(text, /\.fetch\(/g) : 0;
    return count(text, /(?<![\w.])fetch\(\s*[`"\w$]/g) + library > count(text, /redirect: "manual"/g);
  });
  expect(following.map(([file]) => file)).toEqual([]);
  expect(filesWith(/redirect: "manual"/).length).toBeGreaterThanOrEqual(6);
});

test("the server's output goes only to its log and, for commands, to the terminal", () => {
  const writing = filesWith(/console\.|process\.std(?:out|err)|appendFile|from "pino"/).filter((file) =>
    file.startsWith("server/"),
  );
  expect(writing).toEqual([
    "server/cli-archives.ts",
    "server/cli-migrate.ts",
    "server/cli-prompt.ts",
    "server/cli.ts",
    "server/runtime/logger.ts",
    "server/serve.ts",
  ]);
});

test("numbers in docs/security-rules.md match the code", () => {
  const minutes = (ms: number) => ms / 60_000;
  const grouped = (value: number) => value.toLocaleString("en-US");
  const { memory, passes } = PASSWORD_COST;
  const { guests, bookings, confirmation, openLink, availability, link, signIn, setUp } = DEFAULT_LIMITS;
  const { signInLink, webhook, whatsappWebhook, mailWebhook } = DEFAULT_LIMITS;
  expect([guests, openLink, link]).toEqual([bookings, confirmation, signInLink]);
  expect([webhook, webhook]).toEqual([whatsappWebhook, mailWebhook]);
  const texts = [
    `at least ${MIN_PASSWORD_LENGTH} characters, or ${MIN_PASSWORD_LENGTH_WITH_CODE} if a code is also required; at most ${MAX_PASSWORD_LENGTH}`,
    `${grouped(Buffer.from(BREACHED_DIGESTS, "base64").length / 4)} found in leaks`,
    `${ACCOUNT_ATTEMPTS.fromAnywhere} from anywhere and ${ACCOUNT_ATTEMPTS.fromKnownNetwork - ACCOUNT_ATTEMPTS.fromAnywhere} more`,
    `in the last ${KNOWN_NETWORK_MS / 86_400_000} days`,
    `a known device: ${DEVICE_ATTEMPTS} | `,
    `${KNOWN_DEVICE_MS / 86_400_000}-day cookie`,
    `${ATTEMPTS_WITH_CODE} wrong passwords`,
    `${CODE_ATTEMPTS_WITH_PASSWORD} wrong codes`,
    `${CODE_ATTEMPTS_AFTER_PASSWORD} a day`,
    `${SESSION_ATTEMPTS} | `,
    `after ${minutes(LINK_OPENS_MS) / 60} hours`,
    `one is sent every ${minutes(LINK_EVERY_MS)} minutes`,
    `ends ${DEFAULT_SETTINGS.sessionTimeout} minutes after`,
    `after ${minutes(SESSION_ABSOLUTE_MS) / 60} hours`,
    `${CODE_ATTEMPTS} tries within ${minutes(CODE_WAIT_MS)} minutes`,
    `argon2id, ${memory / 1024} MiB, ${passes} passes`,
    `at most ${MAX_UPLOAD_BYTES / 1024 ** 2} MB, at most ${grouped(MAX_PIXELS)} pixels`,
    `(${MAX_GUESTS} by default, at most ${MOST.sleeps})`,
    `check-out is at most ${BOOKING_WINDOW_DAYS} days ahead`,
    `a stay has at most ${MAX_NIGHTS} nights`,
    `entered by the host: ${MAX_NIGHTS_FOR_HOST}`,
    `${UNPROVEN_NIGHTS.each} per mailbox or phone number`,
    `${UNPROVEN_NIGHTS.all} for all`,
    `message text (${TEXTS_KEPT_DAYS} days)`,
    `was cancelled during it (${UNPAID_KEPT_DAYS} days)`,
    `${IDENTITY_HASH_DAYS} days | HMAC`,
    `${guests.calls} calls each | ${guests.seconds / 60} minutes`,
    `${confirmation.calls} calls each | a minute`,
    `${availability.calls} calls | a minute`,
    `${link.calls} calls each | an hour`,
    `${webhook.calls} calls each | a minute`,
    `${signIn.calls} calls | ${signIn.seconds / 60} minutes`,
    `${setUp.calls} calls | ${setUp.seconds / 60} minutes`,
  ];
  const text = page.replaceAll("\n", " ");
  expect(texts.filter((words) => !text.includes(words))).toEqual([]);
});
