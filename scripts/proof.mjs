// npm run proof [name …]: the long reliability suite. Each file of proof/ prints its figures and fails when it misses its
// aim or does not see its planted hole; docs/proof.md is written from what was found, now and before.
import { readdirSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { build, install, projectNode, run } from "./bootstrap.mjs";

install({ tools: true });
build();
const wanted = process.argv.slice(2);
const files = readdirSync("proof").filter((file) => file.endsWith(".proof.ts"));
let failed = 0;
for (const file of files.filter((name) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)))) {
  console.log(`\n── ${file}`);
  if (spawnSync(projectNode(), [`proof/${file}`], { stdio: "inherit" }).status !== 0) failed += 1;
}
run("scripts/proof-page.mjs");
console.log(`\ndocs/proof.md is written; ${failed} of the files run just now failed.`);
process.exit(failed === 0 ? 0 : 1);
