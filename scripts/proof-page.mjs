// node scripts/proof-page.mjs: docs/proof.md from what the proofs have found, now and before.
import { readFileSync, writeFileSync } from "node:fs";

writeFileSync("docs/proof.md", page(JSON.parse(readFileSync("proof/results.json", "utf8"))));

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
