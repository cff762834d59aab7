import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { PasswordHasher } from "./ports.ts";

const derive = promisify(argon2);

/** reliability 2.1: argon2id, 64 MiB, three passes. */
export const PASSWORD_COST = { memory: 65_536, passes: 3, parallelism: 1 };
const TAG_BYTES = 32;
/** Each hash takes 64 MiB and a core: a flood of sign-ins waits in line, and the other core stays with the guests. */
const AT_ONCE = 1;
const MAX_WAITING = 20;

export class TooBusy extends Error {}

export type PasswordCost = typeof PASSWORD_COST;

/** Hashes as PHC strings, so that the cost can rise later and old hashes still say theirs. */
export function createPasswordHasher(cost: PasswordCost = PASSWORD_COST): PasswordHasher {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function inLine<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) {
      if (waiting.length >= MAX_WAITING) throw new TooBusy("Too many sign-ins at once");
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      // The place goes to the next in line, or is given up.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }

  function tagOf(password: string, nonce: Buffer, { memory, passes, parallelism }: PasswordCost, tagLength: number) {
    const message = Buffer.from(password.normalize("NFKC"));
    return inLine(() => derive("argon2id", { message, nonce, memory, passes, parallelism, tagLength }));
  }

  async function hash(password: string): Promise<string> {
    const nonce = randomBytes(16);
    const tag = await tagOf(password, nonce, cost, TAG_BYTES);
    return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`;
  }

  const nobody = hash(randomBytes(16).toString("hex"));
  nobody.catch(() => undefined);

  return {
    hash,
    verify: async (password, stored) => {
      const known = parse(stored ?? (await nobody));
      if (!known) return false;
      const tag = await tagOf(password, known.nonce, known.cost, known.tag.length);
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

/** The PHC format leaves the padding out. */
function base64(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
