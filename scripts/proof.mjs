// npm run proof [name …]: the long reliability suite. Each file of proof/ prints its figure and fails when it misses its aim.
import { readdirSync } from "node:fs";
import { build, install, run } from "./bootstrap.mjs";

install();
build();
const wanted = process.argv.slice(2);
const files = readdirSync("proof").filter((file) => file.endsWith(".proof.ts"));
for (const file of files.filter((name) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)))) {
  console.log(`\n── ${file}`);
  run(`proof/${file}`);
}
