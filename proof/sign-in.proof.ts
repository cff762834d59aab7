/**
 * S03 with two processes on one PostgreSQL server: how many passwords are checked when many are sent at once. S04 with
 * the real hashing cost: whether response times reveal which usernames exist.
 */
import { setTimeout as wait } from "node:timers/promises";
import { ADMIN, startServer, stop } from "../e2e/support/latchkey.ts";
import { connectDatabase } from "#server/database/connect.ts";
import { createPasswordHasher, PASSWORD_COST } from "#server/auth/password-hasher.ts";
import type { PasswordHasher } from "#server/auth/ports.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { engines, type ScratchDatabase, scratchDatabase } from "#server/testing/engines.ts";
import { prove } from "./support/proof.ts";

const SIGN_IN = "/api/admin/auth/login";
const AT_ONCE = 200;
const GUESSES_OF_ONE_ACCOUNT = 250;
const ATTEMPTS = Number(process.env["ATTEMPTS"] ?? 500);
/** Then the recorded attempts are cleared as if a day had passed. Below the daily limit for each account. */
const BEFORE_A_NEW_DAY = 60;
const LIMIT_MS = 5;
/** These headers differ from response to response. */
const VARYING_HEADERS = new Set(["date", "x-request-id"]);
const WRONG = "not the right sentence";

if (engines.includes("postgres")) {
  await prove(
    {
      id: "S03",
      what: "Guessing passwords",
      aim: "200 simultaneous attempts on each of 2 instances: exactly 10 passwords are checked for each network and fewer than 100 for each account; the owner can sign in on a known device from a new network; nobody can sign in while attempts cannot be counted",
    },
    "postgres, 2 instances",
    async () => {
      const scratch = await scratchDatabase("postgres");
      const instances = [await start(scratch), await start(scratch)];
      const [first, second] = instances.map(({ url }) => url);
      if (!first || !second) throw new Error("Two instances are needed");
      const attempt = (n: number, address: string, username = ADMIN.username, password = WRONG) =>
        send((n % 2 ? first : second) + SIGN_IN, { username, password }, address);
      const many = (count: number, one: (n: number) => Promise<number>) =>
        Promise.all(Array.from({ length: count }, (_, n) => one(n)));

      // The proxy adds the last address; the attacker has made up the others.
      const spoofed = await many(2 * AT_ONCE, (n) => attempt(n, `198.51.100.${n % 250}, 203.0.113.9`));
      const signedIn = await ask(first + SIGN_IN, ADMIN, "192.0.2.1");
      const owner = signedIn.status;
      const device = signedIn.headers
        .getSetCookie()
        .map((cookie) => cookie.split(";")[0] ?? "")
        .find((cookie) => cookie.includes("-device="));
      const ownerFromThere = await attempt(0, "203.0.113.9", ADMIN.username, ADMIN.password);

      // Each guess comes from a different network. Guesses that get a 503 response (queue full) are repeated.
      let checked = 0;
      const guess = async (n: number): Promise<void> => {
        for (let again = 0; again < 200; again++) {
          const status = await attempt(n, `10.${1 + (n >> 8)}.${n & 255}.7`);
          if (status === 401) checked += 1;
          if (status !== 503) return;
          await wait(250);
        }
      };
      for (let n = 0; n < GUESSES_OF_ONE_ACCOUNT; n += 10)
        await Promise.all(Array.from({ length: 10 }, (_, i) => guess(n + i)));
      const ownerAfterwards = (await ask(second + SIGN_IN, ADMIN, "198.18.0.1", device)).status;

      const { db, close } = connectDatabase(scratch, createLogger("silent"));
      await db.schema.alterTable("sign_in_network").renameTo("sign_in_network_gone").execute();
      const uncounted = await attempt(0, "192.0.2.1", ADMIN.username, ADMIN.password);
      await close();
      for (const { child } of instances) await stop(child);
      await scratch.remove();

      const evaluated = spoofed.filter((status) => status === 401).length;
      return {
        figures: {
          atOnce: spoofed.length,
          evaluated,
          refused: spoofed.filter((status) => status === 429).length,
          guessesOfOneAccount: GUESSES_OF_ONE_ACCOUNT,
          attemptsChecked: checked,
          ownerFromElsewhere: owner,
          ownerFromTheFlood: ownerFromThere,
          ownerAfterTheGuesses: ownerAfterwards,
          whileTriesCannotBeCounted: uncounted,
        },
        met:
          evaluated === 10 &&
          checked < 100 &&
          checked > 0 &&
          owner === 200 &&
          ownerFromThere === 429 &&
          ownerAfterwards === 200 &&
          uncounted === 503,
        negativeControl: {
          fault: "each process counts separately: 10 more each",
          detected: await ownCountsLetMoreThrough(),
        },
      };
    },
  );
} else console.log("SKIPPED S03: no PostgreSQL (TEST_DATABASE_URL)");

await prove(
  { id: "S04", what: "Username enumeration by timing", aim: "500 + 500: identical responses, medians within 5 ms" },
  "sqlite, real cost",
  async () => {
    const scratch = await scratchDatabase("sqlite");
    const { child, url } = await start(scratch);
    const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
    const answers = new Set<string>();
    const { db, close } = connectDatabase(scratch, createLogger("silent"));
    let network = 0;
    const attempt = async (who: "known" | "unknown", username: string) => {
      network += 1;
      const begun = performance.now();
      const response = await ask(url + SIGN_IN, { username, password: WRONG }, `10.${network >> 8}.${network & 255}.1`);
      const text = await response.text();
      times[who].push(performance.now() - begun);
      answers.add(
        `${response.status} ${text} ${[...response.headers].filter(([name]) => !VARYING_HEADERS.has(name)).join("|")}`,
      );
    };
    for (let n = 0; n < ATTEMPTS; n++) {
      if (n % BEFORE_A_NEW_DAY === 0) await db.deleteFrom("sign_in_network").execute();
      // Alternating, so that both usernames are tried under the same load.
      const pair = [
        () => attempt("known", ADMIN.username),
        () => attempt("unknown", `h${String(n).padStart(3, "0")}`),
      ] as const;
      for (const one of n % 2 ? pair : pair.toReversed()) await one();
    }
    await close();
    await stop(child);
    await scratch.remove();
    const apart = Math.abs(median(times.known) - median(times.unknown));
    return {
      figures: {
        attempts: times.known.length + times.unknown.length,
        differentAnswers: answers.size,
        medianKnownMs: tenth(median(times.known)),
        medianUnknownMs: tenth(median(times.unknown)),
        apartMs: tenth(apart),
      },
      // If a limit had been reached, no password would have been checked.
      met: answers.size === 1 && [...answers].every((answer) => answer.startsWith("401 ")) && apart <= LIMIT_MS,
      negativeControl: {
        fault: "no password hash for an unknown username",
        detected: (await apartWithoutHash()) > LIMIT_MS,
      },
    };
  },
);

function start({ dataDir, databaseUrl }: ScratchDatabase) {
  return startServer({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? "",
    TRUST_PROXY: "true",
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
  });
}

function ask(url: string, body: object, address: string, cookie = ""): Promise<Response> {
  const headers = { "content-type": "application/json", "x-forwarded-for": address, cookie };
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
}

async function send(url: string, body: object, address: string): Promise<number> {
  const response = await ask(url, body, address);
  await response.arrayBuffer();
  return response.status;
}

/** The negative control for S03: two processes that do not share their counts get 20 wrong passwords each. */
async function ownCountsLetMoreThrough(): Promise<boolean> {
  let evaluated = 0;
  for (let process = 0; process < 2; process++) {
    const scratch = await scratchDatabase("sqlite");
    const { child, url } = await start(scratch);
    const flood = Array.from({ length: 20 }, () =>
      send(url + SIGN_IN, { username: ADMIN.username, password: WRONG }, "203.0.113.9"),
    );
    evaluated += (await Promise.all(flood)).filter((status) => status === 401).length;
    await stop(child);
    await scratch.remove();
  }
  return evaluated > 10;
}

/** The negative control for S04: no hashing for an unknown username. */
async function apartWithoutHash(): Promise<number> {
  const hasher = createPasswordHasher(PASSWORD_COST);
  const control: PasswordHasher["verify"] = async (password, stored) =>
    stored !== null && hasher.verify(password, stored);
  const stored = await hasher.hash("the right sentence");
  const known: number[] = [];
  const unknown: number[] = [];
  for (let n = 0; n < 10; n++) {
    for (const [times, hash] of [
      [known, stored],
      [unknown, null],
    ] as const) {
      const begun = performance.now();
      await control(WRONG, hash);
      times.push(performance.now() - begun);
    }
  }
  return Math.abs(median(known) - median(unknown));
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
