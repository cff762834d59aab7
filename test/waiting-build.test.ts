import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { waitingBuild } from "../scripts/waiting-build.mjs";

test("tests are not run with an outdated build while a newer one waits for the next start", () => {
  const folder = mkdtempSync(join(tmpdir(), "build-"));
  try {
    expect(waitingBuild(folder)).toBeNull();
    for (const build of ["dist", "dist-next"]) mkdirSync(join(folder, build));
    writeFileSync(join(folder, "dist", ".built-from"), "one");
    // This build was interrupted.
    expect(waitingBuild(folder)).toBeNull();
    writeFileSync(join(folder, "dist-next", ".built-from"), "two");
    expect(waitingBuild(folder)).toContain("run `node scripts/build.mjs --now`");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
