import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from "node:crypto";
import { Transform } from "node:stream";
import { promisify } from "node:util";
import { ENCRYPTED_HEAD } from "#domain/backups/backup.ts";
import { ArchiveError } from "./ports.ts";

const DAMAGED = "The file is damaged: its contents have changed. Use another copy or another backup.";

/**
 * The seal: a final empty gzip member (RFC 1952, 2.3) whose extra field holds the SHA-256 of all bytes before it. Any
 * tar program can open the file as an ordinary .tar.gz; we can detect even a single changed bit, including in the seal.
 */
function sealOf(digest: Buffer): Buffer {
  const head = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255, digest.length + 4, 0, 0x4c, 0x4b, digest.length, 0]);
  const emptyBody = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  return Buffer.concat([head, digest, emptyBody]);
}
const SEAL_BYTES = sealOf(Buffer.alloc(32)).length;

/** Passes a gzip stream through and appends the seal. */
export function sealing(): Transform {
  const hash = createHash("sha256");
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(null, sealOf(hash.digest()));
    },
  });
}

/** Passes through everything before the seal; at the end, fails if the seal does not match. */
export function unsealing(): Transform {
  const hash = createHash("sha256");
  let kept: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      kept = kept.length > 0 ? Buffer.concat([kept, chunk]) : chunk;
      const sure = Math.max(0, kept.length - SEAL_BYTES);
      const passed = kept.subarray(0, sure);
      hash.update(passed);
      kept = kept.subarray(sure);
      done(null, passed);
    },
    flush(done) {
      done(kept.equals(sealOf(hash.digest())) ? null : new ArchiveError(DAMAGED));
    },
  });
}

/**
 * The cost of one passphrase attempt (ASVS 5.0, appendix C). In version 2 of the encrypted file format, each attempt
 * costs 128 MiB and about 300 ms; in version 1, which can still be read, 32 MiB.
 */
const COSTS = { 1: 32_768, 2: 131_072 } as const;
type Kind = keyof typeof COSTS;

/**
 * The format of an encrypted file: this line, the salt, the first bytes of every nonce, then chunks encrypted with
 * AES-256-GCM. The rest of a chunk's nonce is the chunk's number and a flag that marks the last chunk.
 */
const lineOf = (kind: Kind) => Buffer.from(`${ENCRYPTED_HEAD} ${kind}\n`);
const LINE_BYTES = lineOf(2).length;
const kindOf = (head: Buffer) =>
  ([1, 2] as const).find((kind) => head.subarray(0, LINE_BYTES).equals(lineOf(kind))) ?? null;
export const isEncrypted = (head: Buffer): boolean => kindOf(head) !== null;
const SALT_BYTES = 16;
const NONCE_BYTES = 7;
const HEADER_BYTES = LINE_BYTES + SALT_BYTES + NONCE_BYTES;
const CHUNK_BYTES = 65_536;
const TAG_BYTES = 16;

const keyFrom = (passphrase: string, salt: Buffer, kind: Kind): Promise<Buffer> =>
  promisify<string, Buffer, number, object, Buffer>(scrypt)(passphrase.normalize("NFKC"), salt, 32, {
    N: COSTS[kind],
    r: 8,
    p: 1,
    maxmem: 192 * 1024 * 1024,
  });

function nonceOf(prefix: Buffer, number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  prefix.copy(nonce);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

export async function encrypting(passphrase: string, kind: Kind = 2): Promise<Transform> {
  const [salt, prefix] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)];
  const header = Buffer.concat([lineOf(kind), salt, prefix]);
  const key = await keyFrom(passphrase, salt, kind);
  let number = 0;
  let waiting: Buffer = Buffer.alloc(0);
  const lock = (plain: Buffer, last: boolean): Buffer => {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(prefix, number++, last)).setAAD(header);
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      waiting = Buffer.concat([waiting, chunk]);
      while (waiting.length > CHUNK_BYTES) {
        stream.push(lock(waiting.subarray(0, CHUNK_BYTES), false));
        waiting = waiting.subarray(CHUNK_BYTES);
      }
      done();
    },
    flush(done) {
      done(null, lock(waiting, true));
    },
  });
  stream.push(header);
  return stream;
}

export async function decrypting(header: Buffer, passphrase: string): Promise<Transform> {
  const salt = header.subarray(LINE_BYTES, LINE_BYTES + SALT_BYTES);
  const prefix = header.subarray(LINE_BYTES + SALT_BYTES, HEADER_BYTES);
  const key = await keyFrom(passphrase, salt, kindOf(header) ?? 2);
  const whole = CHUNK_BYTES + TAG_BYTES;
  let number = 0;
  let waiting: Buffer = Buffer.alloc(0);
  const unlock = (locked: Buffer, last: boolean): Buffer => {
    const first = number === 0;
    try {
      const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(prefix, number++, last))
        .setAAD(header)
        .setAuthTag(locked.subarray(locked.length - TAG_BYTES));
      return Buffer.concat([decipher.update(locked.subarray(0, locked.length - TAG_BYTES)), decipher.final()]);
    } catch {
      throw new ArchiveError(first ? "The passphrase is not the one for this file, or the file is damaged." : DAMAGED);
    }
  };
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      waiting = Buffer.concat([waiting, chunk]);
      try {
        while (waiting.length > whole) {
          stream.push(unlock(waiting.subarray(0, whole), false));
          waiting = waiting.subarray(whole);
        }
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
    flush(done) {
      try {
        done(null, unlock(waiting, true));
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
  return stream;
}

/** The length of the header of an encrypted file, which `decrypting` needs. */
export const HEAD_BYTES = HEADER_BYTES;
