import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** A piece of the product's source, and what stands there in the copy. */
export type Breakage = { file: string; is: string; becomes: string };

/**
 * The product's source in a folder of its own, broken in one place on purpose: the planted hole of a proof. A breakage
 * whose piece is no longer in the source ends the proof, so that no hole is planted beside the product.
 */
export function brokenCopy(breakages: Breakage[]): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-proof-broken-"));
  for (const part of ["src", "package.json"]) cpSync(part, join(folder, part), { recursive: true });
  for (const part of ["node_modules", "dist"]) symlinkSync(resolve(part), join(folder, part));
  for (const { file, is, becomes } of breakages) {
    const path = join(folder, file);
    const source = readFileSync(path, "utf8");
    if (source.split(is).length !== 2) throw new Error(`${file} does not hold once what was to be broken: ${is}`);
    writeFileSync(
      path,
      source.replace(is, () => becomes),
    );
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
