// node scripts/proof-page.mjs: writes docs/proof.md from the stored results of all proofs.
import { readFileSync, writeFileSync } from "node:fs";

writeFileSync("docs/proof.md", page(JSON.parse(readFileSync("proof/results.json", "utf8"))));

function page(results) {
  const sorted = results.toSorted((a, b) =>
    `${a.id} ${a.what} ${a.on}`.localeCompare(`${b.id} ${b.what} ${b.on}`, "en"),
  );
  const checks = [...Map.groupBy(sorted, ({ id, what }) => `${id}: ${what}`)];
  const passing = results.filter(passed).length;
  const controls = results.filter((result) => result.negativeControl);
  return `# Reliability checks

Written by \`npm run proof\`. Each row is a run against the real product. A negative control repeats the check on something
deliberately broken; the run passes only if the control is detected. Figures depend on the machine of the run.

${passing} of ${results.length} runs passed; ${controls.filter(({ negativeControl }) => negativeControl.detected).length} of ${controls.length} negative controls were detected.

| id | check | environment | result | negative control | date (UTC) |
|---|---|---|---|---|---|
${sorted.map(row).join("\n")}

## Results

${checks.map(([name, runs]) => details(name, runs)).join("\n\n")}
`;
}

function passed({ met, negativeControl }) {
  return met && (negativeControl?.detected ?? true);
}

function row(result) {
  const { id, what, on, negativeControl, at } = result;
  const control = negativeControl ? (negativeControl.detected ? "detected" : "**not detected**") : "";
  return `| ${id} | ${what} | ${on} | ${passed(result) ? "passed" : "**failed**"} | ${control} | ${at.replace("T", " ")} |`;
}

/** One check with all its runs: aim, figures, negative controls, and what was not covered. */
function details(name, runs) {
  const lines = runs.flatMap(({ on, figures }) => [
    `- ${on}: ${Object.entries(figures)
      .map(([figure, value]) => `${words(figure)} **${grouped(value)}**`)
      .join(", ")}`,
  ]);
  const controls = [
    ...new Set(runs.flatMap(({ negativeControl }) => (negativeControl ? [negativeControl.fault] : []))),
  ];
  const gaps = [...new Set(runs.flatMap(({ notTried }) => (notTried ? [notTried] : [])))];
  return [
    `### ${name}`,
    "",
    `Aim: ${[...new Set(runs.map(({ aim }) => aim))].join(" / ")}`,
    "",
    ...lines,
    ...controls.map((fault) => `- negative control: ${fault}`),
    ...gaps.map((gap) => `- not covered: ${gap}`),
  ].join("\n");
}

function words(name) {
  return name.replace(/([A-Z])/g, (capital) => ` ${capital.toLowerCase()}`).replaceAll("-", " ");
}

function grouped(value) {
  return typeof value === "number" && Math.abs(value) >= 10_000 ? value.toLocaleString("en-US") : value;
}
