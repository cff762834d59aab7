import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { codeOf } from "../runtime/start-problem.ts";

/**
 * The decrypted secret, or why it cannot be decrypted: no key, a key file that cannot be used, a different key, or a
 * change in what the secret is bound to.
 */
export type Unsealed =
  | { ok: true; secret: string }
  | { ok: false; reason: "no-key" | "unusable-key" | "other-key" | "changed" };

type Seal = (secret: string, belongsTo: string) => string;
type Sealer = { ok: true; seal: Seal } | { ok: false; reason: string };

/** A key file that was copied to this machine may belong to another user, such as root. */
export const UNUSABLE_KEY =
  "The key file with which Latchkey encrypts secrets (secrets.key in the data folder, or SECRETS_KEY_FILE) cannot be read or created. Whoever runs this installation has to make Latchkey's user the owner of the file and its folder or, if it is not a key file, move it elsewhere.";

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets that others have given us, such as a mail password, with a key in a file. The key file is neither in
 * the database nor in a backup, so the encrypted secrets are useless without it. The secret is bound to `belongsTo`, so
 * it cannot be decrypted in another row.
 */
export function createSecretBox(file: string) {
  const keyOf = async (): Promise<Buffer | "no-key" | "unusable-key"> => {
    const text = await readFile(file, "utf8").catch((error: unknown) => (codeOf(error) === "ENOENT" ? null : ""));
    if (text === null) return "no-key";
    const key = Buffer.from(text.trim(), "base64url");
    return key.length === KEY_BYTES ? key : "unusable-key";
  };
  return {
    /**
     * Returns the function that encrypts, or what is wrong with the key file, so that a caller notices before it asks
     * anybody for a secret. Creates the key if there is none.
     */
    sealer: async (): Promise<Sealer> => {
      // Another process may create the key at the same time.
      if ((await keyOf()) === "no-key") await makeKey(file).catch(() => undefined);
      const key = await keyOf();
      return typeof key === "string" ? { ok: false, reason: UNUSABLE_KEY } : { ok: true, seal: sealWith(key) };
    },
    open: async (stored: string, belongsTo: string): Promise<Unsealed> => {
      const key = await keyOf();
      if (typeof key === "string") return { ok: false, reason: key };
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

function sealWith(key: Buffer): Seal {
  return (secret, belongsTo) => {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(belongsTo));
    const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
    return `${markOf(key)}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url")}`;
  };
}

/** Identifies a key without revealing anything about it. */
function markOf(key: Buffer): string {
  return createHash("sha256").update("latchkey key mark").update(key).digest("base64url").slice(0, 8);
}

/** Fails if the file exists or cannot be created. */
async function makeKey(file: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(`${randomBytes(KEY_BYTES).toString("base64url")}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
