// npm run bench [name …]: runs the files in bench/, which print ratios measured in the same run.
import { readdirSync } from "node:fs";
import { build, install, run } from "./bootstrap.mjs";

install({ tools: true });
build();
const wanted = process.argv.slice(2);
const files = readdirSync("bench").filter((file) => file.endsWith(".bench.ts"));
for (const file of files.filter((name) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)))) {
  console.log(`\n── ${file}`);
  run(`bench/${file}`);
}
