import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { type Argon2Task, createChildHasher } from "./child-hasher.ts";
import type { PasswordHasher } from "./ports.ts";

const derive = promisify(argon2);

/** Argon2id with 64 MiB and three passes (S02). */
export const PASSWORD_COST = { memory: 65_536, passes: 3, parallelism: 1 };
const TAG_BYTES = 32;
/**
 * A hash that needs this many KiB or more is computed in a separate process. For the cheap hashes in tests, starting a
 * process would cost more than the hash.
 */
const WORTH_A_PROCESS = 16_384;
/**
 * Each hash takes 64 MiB and one core. A flood of sign-ins therefore waits in a queue, and the other cores remain free
 * for guests.
 */
const AT_ONCE = 1;
const MAX_WAITING = 20;
/** Verified owners wait for the current hash and for one another, never behind waiting strangers. */
type Lane = "owners" | "strangers";

export class TooBusy extends Error {}

export type PasswordCost = typeof PASSWORD_COST;

/** Returns hashes as PHC strings, so that the cost can be raised later without invalidating old hashes. */
export function createPasswordHasher(cost: PasswordCost = PASSWORD_COST): PasswordHasher {
  const inChild = createChildHasher();
  let running = 0;
  const waiting: Record<Lane, (() => void)[]> = { owners: [], strangers: [] };

  function refuseWhenFull(lane: Lane): void {
    if (running >= AT_ONCE && waiting[lane].length >= MAX_WAITING) throw new TooBusy("Too many sign-ins at once");
  }

  async function inLine<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    refuseWhenFull(lane);
    if (running >= AT_ONCE) {
      await new Promise<void>((resolve) => waiting[lane].push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      // The slot passes to the next caller in the queue or, if the queue is empty, is released.
      const next = waiting.owners.shift() ?? waiting.strangers.shift();
      if (next) next();
      else running--;
    }
  }

  function tagOf(
    lane: Lane,
    password: string,
    nonce: Buffer,
    { memory, passes, parallelism }: PasswordCost,
    tagLength: number,
  ) {
    const task: Argon2Task = {
      message: Buffer.from(password.normalize("NFKC")),
      nonce,
      memory,
      passes,
      parallelism,
      tagLength,
    };
    return inLine(lane, () => (memory >= WORTH_A_PROCESS ? inChild(task) : derive("argon2id", task)));
  }

  async function hash(password: string): Promise<string> {
    const nonce = randomBytes(16);
    const tag = await tagOf("owners", password, nonce, cost, TAG_BYTES);
    return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`;
  }

  /** A hash that matches no password and costs the same to check. */
  const nobody = { cost, nonce: randomBytes(16), tag: randomBytes(TAG_BYTES) };

  return {
    hash,
    refuseWhenBusy: () => refuseWhenFull("strangers"),
    verify: async (password, stored, { first } = { first: false }) => {
      const known = stored === null ? nobody : parse(stored);
      if (!known) return false;
      const tag = await tagOf(first ? "owners" : "strangers", password, known.nonce, known.cost, known.tag.length);
      return timingSafeEqual(tag, known.tag) && stored !== null;
    },
  };
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parse(stored: string): { cost: PasswordCost; nonce: Buffer; tag: Buffer } | null {
  const [, memory, passes, parallelism, nonce, tag] = PHC.exec(stored) ?? [];
  if (!nonce || !tag) return null;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    nonce: Buffer.from(nonce, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}

/** The PHC format omits the padding. */
function base64(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
