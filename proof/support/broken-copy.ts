import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export type Breakage = { file: string; is: string; becomes: string };

/**
 * A copy of the product's source that is broken on purpose, for a negative control. Throws if a file does not contain
 * the piece exactly once, because the copy would then not be broken as intended.
 */
export function brokenCopy(breakages: Breakage[]): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-proof-broken-"));
  for (const part of ["src", "package.json"]) cpSync(part, join(folder, part), { recursive: true });
  for (const part of ["node_modules", "dist"]) symlinkSync(resolve(part), join(folder, part));
  for (const { file, is, becomes } of breakages) {
    const path = join(folder, file);
    const source = readFileSync(path, "utf8");
    if (source.split(is).length !== 2) throw new Error(`${file} must contain this exactly once: ${is}`);
    writeFileSync(
      path,
      source.replace(is, () => becomes),
    );
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
