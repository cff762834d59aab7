import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { open, readFile } from "node:fs/promises";

/**
 * The decrypted secret, or why it cannot be decrypted: no key, a different key, or a change in what the secret is bound
 * to.
 */
export type Unsealed = { ok: true; secret: string } | { ok: false; reason: "no-key" | "other-key" | "changed" };

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets that others have given us, such as a mail password, with a key in a file. The key file is neither in
 * the database nor in a backup, so the encrypted secrets are useless without it. The secret is bound to `belongsTo`, so
 * it cannot be decrypted in another row.
 */
export function createSecretBox(file: string) {
  const keyOf = async (): Promise<Buffer | null> => {
    const text = await readFile(file, "utf8").catch(() => null);
    const key = text === null ? null : Buffer.from(text.trim(), "base64url");
    return key?.length === KEY_BYTES ? key : null;
  };
  return {
    seal: async (secret: string, belongsTo: string): Promise<string> => {
      const key = (await keyOf()) ?? (await makeKey(file, keyOf));
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(belongsTo));
      const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return `${markOf(key)}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url")}`;
    },
    open: async (stored: string, belongsTo: string): Promise<Unsealed> => {
      const key = await keyOf();
      if (!key) return { ok: false, reason: "no-key" };
      const [mark, body = ""] = stored.split(".");
      if (mark !== markOf(key)) return { ok: false, reason: "other-key" };
      const bytes = Buffer.from(body, "base64url");
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(belongsTo))
          .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const secret = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
        return { ok: true, secret: secret.toString("utf8") };
      } catch {
        return { ok: false, reason: "changed" };
      }
    },
  };
}
export type SecretBox = ReturnType<typeof createSecretBox>;

/** Identifies a key without revealing anything about it. */
function markOf(key: Buffer): string {
  return createHash("sha256").update("latchkey key mark").update(key).digest("base64url").slice(0, 8);
}

async function makeKey(file: string, keyOf: () => Promise<Buffer | null>): Promise<Buffer> {
  const made = randomBytes(KEY_BYTES);
  try {
    const handle = await open(file, "wx", 0o600);
    await handle.writeFile(`${made.toString("base64url")}\n`);
    await handle.sync();
    await handle.close();
    return made;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    const other = await keyOf();
    if (other) return other;
    throw new Error(`${file} is not a Latchkey key file. Move it elsewhere and try again.`, { cause: error });
  }
}
