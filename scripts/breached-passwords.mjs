// node scripts/breached-passwords.mjs: rewrites src/server/auth/breached-digests.ts from the most frequently breached
// passwords. The list comes from an MIT-licensed npm package and is stored as the first four bytes of each password's
// SHA-256, so the repository contains no breached passwords.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MIN_PASSWORD_LENGTH_WITH_CODE } from "../src/domain/auth/password-rules.ts";
import { normalizePassword } from "../src/domain/auth/common-passwords.ts";

const SOURCE = "@zxcvbn-ts/language-common@4.1.3";
const folder = mkdtempSync(join(tmpdir(), "latchkey-breached-"));
for (const [command, ...args] of [
  ["npm", "pack", "--silent", `--pack-destination=${folder}`, SOURCE],
  ["tar", "xzf", join(folder, "zxcvbn-ts-language-common-4.1.3.tgz"), "-C", folder, "package/src/passwords.json"],
]) {
  if (spawnSync(command, args, { stdio: "inherit" }).status !== 0) throw new Error(`${command} failed`);
}
const all = JSON.parse(readFileSync(join(folder, "package/src/passwords.json"), "utf8"));
rmSync(folder, { recursive: true });

// Shorter passwords are already rejected for their length.
const long = all.filter((password) => [...password].length >= MIN_PASSWORD_LENGTH_WITH_CODE);
const digests = new Set(
  long.map((password) => createHash("sha256").update(normalizePassword(password)).digest().readUInt32BE()),
);
const bytes = Buffer.alloc(digests.size * 4);
[...digests].sort((a, b) => a - b).forEach((digest, index) => bytes.writeUInt32BE(digest, index * 4));
writeFileSync(
  "src/server/auth/breached-digests.ts",
  `/** Written by scripts/breached-passwords.mjs from ${SOURCE} (MIT): ${digests.size} passwords, four bytes of each SHA-256. */
export const BREACHED_DIGESTS =
  "${bytes.toString("base64")}";
`,
);
console.log(`${digests.size} of ${all.length} passwords`);
