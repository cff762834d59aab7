// node scripts/proof-page.mjs: docs/proof.md from what the proofs have found, now and before.
import { readFileSync, writeFileSync } from "node:fs";

writeFileSync("docs/proof.md", page(JSON.parse(readFileSync("proof/results.json", "utf8"))));

function page(results) {
  const sorted = results.toSorted((a, b) =>
    `${a.id} ${a.what} ${a.on}`.localeCompare(`${b.id} ${b.what} ${b.on}`, "en"),
  );
  const checks = [...Map.groupBy(sorted, ({ id, what }) => `${id}: ${what}`)];
  const holding = results.filter(holds).length;
  const planted = results.filter((result) => result.planted);
  return `# What was proven

Written by \`npm run proof\`. Each line is a run against the real product; a planted hole is the same check on something
broken on purpose, and counts only when it is seen. Machine: that of the run; the figures are not a comparison.

${holding} of ${results.length} runs hold; ${planted.filter(({ planted: { seen } }) => seen).length} of ${planted.length} planted holes were seen.

| id | what | on | | planted hole | when (UTC) |
|---|---|---|---|---|---|
${sorted.map(row).join("\n")}

## What was found

${checks.map(([name, runs]) => details(name, runs)).join("\n\n")}
`;
}

function holds({ met, planted }) {
  return met && (planted?.seen ?? true);
}

function row(result) {
  const { id, what, on, planted, at } = result;
  const hole = planted ? (planted.seen ? "seen" : "**not seen**") : "";
  return `| ${id} | ${what} | ${on} | ${holds(result) ? "holds" : "**fails**"} | ${hole} | ${at.replace("T", " ")} |`;
}

/** One check with all places where it ran: the aim, what each has found, the hole, and what was not tried. */
function details(name, runs) {
  const lines = runs.flatMap(({ on, figures }) => [
    `- ${on}: ${Object.entries(figures)
      .map(([figure, value]) => `${words(figure)} **${grouped(value)}**`)
      .join(", ")}`,
  ]);
  const holes = [...new Set(runs.flatMap(({ planted }) => (planted ? [planted.hole] : [])))];
  const gaps = [...new Set(runs.flatMap(({ notTried }) => (notTried ? [notTried] : [])))];
  return [
    `### ${name}`,
    "",
    `Aim: ${[...new Set(runs.map(({ aim }) => aim))].join(" / ")}`,
    "",
    ...lines,
    ...holes.map((hole) => `- planted hole: ${hole}`),
    ...gaps.map((gap) => `- not tried: ${gap}`),
  ].join("\n");
}

function words(name) {
  return name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll("-", " ");
}

function grouped(value) {
  return typeof value === "number" && Math.abs(value) >= 10_000 ? value.toLocaleString("en-US") : value;
}
