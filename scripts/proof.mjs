// npm run proof [name …]: the long reliability checks. Each file in proof/ prints its figures and fails if it misses
// its target or does not detect its negative control. Writes docs/proof.md from the stored results of all proofs.
import { readdirSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { build, install, projectNode, run } from "./bootstrap.mjs";

await install({ tools: true });
await build();
const wanted = process.argv.slice(2);
const files = readdirSync("proof").filter((file) => file.endsWith(".proof.ts"));
let failed = 0;
for (const file of files.filter((name) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)))) {
  console.log(`\n── ${file}`);
  if (spawnSync(projectNode(), [`proof/${file}`], { stdio: "inherit" }).status !== 0) failed += 1;
}
await run("scripts/proof-page.mjs");
console.log(`\nWrote docs/proof.md. ${failed} of the files in this run failed.`);
process.exit(failed === 0 ? 0 : 1);
