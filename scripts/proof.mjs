// npm run proof [name …]: the long reliability suite. Each file of proof/ prints its figures and fails when it misses its
// aim or does not see its planted hole; docs/proof.md is written from what was found, now and before.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { build, install, projectNode } from "./bootstrap.mjs";

install();
build();
const wanted = process.argv.slice(2);
const files = readdirSync("proof").filter((file) => file.endsWith(".proof.ts"));
let failed = 0;
for (const file of files.filter((name) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)))) {
  console.log(`\n── ${file}`);
  if (spawnSync(projectNode(), [`proof/${file}`], { stdio: "inherit" }).status !== 0) failed += 1;
}
writeFileSync("docs/proof.md", page(JSON.parse(readFileSync("proof/results.json", "utf8"))));
console.log(`\ndocs/proof.md is written; ${failed} of the files run just now failed.`);
process.exit(failed === 0 ? 0 : 1);

function page(results) {
  const rows = results.map(({ id, what, aim, on, figures, met, planted, at }) => {
    const found = Object.entries(figures).map(([name, value]) => `${words(name)} ${value}`);
    const holds = met && (planted?.seen ?? true) ? "holds" : "**fails**";
    const hole = planted ? `${planted.hole}: ${planted.seen ? "seen" : "**not seen**"}` : "";
    return `| ${id} | ${what} | ${on} | ${aim} | ${found.join(", ")} | ${hole} | ${holds} | ${at.replace("T", " ")} |`;
  });
  const gaps = results
    .filter((result) => result.notTried)
    .map(({ id, on, notTried }) => `- ${id} (${on}): ${notTried}`);
  return `# What was proven

Written by \`npm run proof\`. Each line is a run against the real product; a planted hole is the same check on something
broken on purpose, and counts only when it is seen. Machine: that of the run; the figures are not a comparison.

| id | what | on | aim | found | planted hole | | when (UTC) |
|---|---|---|---|---|---|---|---|
${rows.join("\n")}

## Not tried

${gaps.length > 0 ? gaps.join("\n") : "- Nothing of the above."}
`;
}

function words(name) {
  return name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
}
