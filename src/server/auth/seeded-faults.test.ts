import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashToken, randomId, randomToken } from "../runtime/ids.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { confirmCode } from "./confirm-code.ts";
import { currentAdmin } from "./current-admin.ts";
import { createDeviceStore } from "./device-queries.ts";
import { createSignInLimits } from "./limit-sign-ins.ts";
import { createPasswordHasher } from "./password-hasher.ts";
import { newRecoveryCodes, recoveryCodeHash } from "./recovery-code.ts";
import { createSecondFactorStore, type SecondFactorStore } from "./second-factor-queries.ts";
import { newSession, openSession } from "./sign-in.ts";
import { type AuthStore, createAuthStore } from "./account-queries.ts";
import { type SignInTallies, createTalliesStore } from "./tallies-queries.ts";
import { newTotpSecret } from "../core/totp.ts";

/**
 * Each check runs against the real stores, and against the same stores with one seeded fault, which the check has to
 * detect.
 */
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp("sqlite");
});
afterAll(() => server.close());

async function newAdmin(store: AuthStore) {
  const admin = {
    id: randomId(),
    username: randomId(),
    passwordHash: "",
    createdAt: server.clock(),
    role: "admin",
  } as const;
  await store.addAdmin(admin);
  return admin;
}

describe("S03: of more than ten simultaneous attempts from a network", () => {
  async function evaluated(tallies: SignInTallies): Promise<number> {
    const network = randomId();
    const networkLimit = { calls: 10, seconds: 900 };
    // Simulates two processes, each with its own memory.
    const processes = [1, 2].map(() => createSignInLimits({ tallies, clock: server.clock, networkLimit }));
    const waits = await Promise.all(processes.flatMap((one) => Array.from({ length: 20 }, () => one.enter(network))));
    return waits.filter((wait) => wait === null).length;
  }

  test("ten are checked; a counter that is read first and written later would let more through", async () => {
    const real = createTalliesStore(server.db);
    expect(await evaluated(real)).toBe(10);
    const kept = new Map<string, readonly number[]>();
    const racy: SignInTallies = {
      ...real,
      changeTries: async (networkHash, _at, change) => {
        const { tries, result } = change(kept.get(networkHash) ?? []);
        await new Promise((resolve) => setTimeout(resolve, 1));
        if (tries) kept.set(networkHash, tries);
        return result;
      },
    };
    expect(await evaluated(racy)).toBeGreaterThan(10);
  });
});

describe("S05 and S07: a session that has ended", () => {
  async function opensAfterTheEnd(store: AuthStore): Promise<boolean> {
    const needs = { store, clock: server.clock, idleMs: async () => 60_000 };
    const admin = await newAdmin(store);
    const browser = { userAgent: "", deviceToken: null };
    const token = await openSession(needs, admin.id, browser);
    if (!(await currentAdmin(needs, token))) throw new Error("the session never opened anything");
    const { session } = newSession(needs, admin.id, browser, { kept: false });
    await store.changePassword({ sessionHash: hashToken(token), session }, "");
    return (await currentAdmin(needs, token)) !== null;
  }

  test("grants no access; a password change that leaves sessions open is detected", async () => {
    const real = createAuthStore(server.database);
    expect(await opensAfterTheEnd(real)).toBe(false);
    expect(await opensAfterTheEnd({ ...real, changePassword: async () => ({ ok: true }) })).toBe(true);
  });
});

describe("S08: codes that must not work", () => {
  const store = () => createAuthStore(server.database);

  /** Returns those forbidden actions that work. */
  async function holes(secondFactors: SecondFactorStore): Promise<string[]> {
    const admin = await newAdmin(store());
    const secret = newTotpSecret();
    const codes = newRecoveryCodes();
    const renewal = async () => {
      const browser = { userAgent: "", deviceToken: null };
      const token = await openSession({ store: store(), clock: server.clock }, admin.id, browser);
      const { session } = newSession({ clock: server.clock }, admin.id, browser, { kept: false });
      return { sessionHash: hashToken(token), session };
    };
    await secondFactors.propose(await renewal(), secret);
    await secondFactors.enable(
      await renewal(),
      0,
      codes.map((code) => recoveryCodeHash(code) ?? ""),
      server.clock(),
    );
    const tallies = createTalliesStore(server.db);
    const needs = {
      store: store(),
      secondFactors,
      devices: createDeviceStore(server.database),
      hasher: createPasswordHasher({ memory: 64, passes: 1, parallelism: 1 }),
      limits: createSignInLimits({ tallies, clock: server.clock, networkLimit: { calls: 10, seconds: 900 } }),
      record: async () => {},
      clock: server.clock,
    };
    const pendingSignIn = async () => {
      const token = randomToken();
      await secondFactors.addPending(hashToken(token), admin.id, server.clock());
      return token;
    };
    const opens = async (code: string, token?: string) =>
      (
        await confirmCode(
          needs,
          token ?? (await pendingSignIn()),
          { code },
          { networkHash: "", userAgent: "", deviceToken: null },
        )
      ).ok;
    const codeIn = (steps: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: server.clock().getTime() + steps * 30_000,
      });

    const found: string[] = [];
    if (await opens(codeIn(3))) found.push("a code of the future");
    if (!(await opens(codeIn(0)))) throw new Error("the right code does not open");
    if (await opens(codeIn(0))) found.push("a code twice");
    if (!(await opens(codes[0] ?? ""))) throw new Error("a recovery code does not open");
    if (await opens(codes[0] ?? "")) found.push("a recovery code twice");
    const usedUp = await pendingSignIn();
    for (let n = 0; n < 5; n++) await opens("000000", usedUp);
    if (await opens(codes[1] ?? "", usedUp)) found.push("a sixth try");
    return found;
  }

  test("do not work; a store that forgets used time steps, used codes or failed attempts is detected", async () => {
    const real = createSecondFactorStore(server.db);
    expect(await holes(real)).toEqual([]);
    expect(await holes({ ...real, useStep: async () => true })).toEqual(["a code twice"]);
    expect(await holes({ ...real, useRecoveryCode: async () => true })).toEqual(["a recovery code twice"]);
    const tireless: SecondFactorStore = {
      ...real,
      countTry: (tokenHash, { createdAfter }) => real.countTry(tokenHash, { createdAfter, tries: 1000 }),
    };
    expect(await holes(tireless)).toEqual(["a sixth try"]);
  });
});
