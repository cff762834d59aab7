// node scripts/proof-page.mjs: writes docs/proof.md from the stored results of all proofs.
// node scripts/proof-page.mjs outdated: lists the results that later commits may have made out of date.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

/** Clearer names for figures whose stored key is not clear. */
const LABELS = {
  acts: "actions",
  answers: "responses",
  answered503: "responses with 503",
  backMs: "recovery ms",
  slowestBackMs: "slowest recovery ms",
  notBack: "not recovered",
  differentAnswers: "different responses",
  otherAnswers: "other responses",
  changedAnswers: "changed responses",
  noAnswer: "without a response",
  withoutAnswer: "without a response",
  changedBooks: "changed accounting totals",
  lives: "sequences",
  looks: "pages viewed",
  readings: "calendar reads",
  twinsApart: "different responses to repeated requests",
  askedSignedIn: "requests with the host's or the guest's cookie",
  "asked to come again": "attempts repeated after a 503",
  oldStartedAgain: "old version restarted",
  webhooksAnswered: "webhooks with a response",
  privateKept: "private responses stored",
  fewestBits: "minimum bits",
  wellMadeCookies: "well-formed cookies",
  undisturbed: "sent without interruptions",
  deadPort: "unreachable port",
  literally: "shown literally",
  flips: "changed bytes",
  places: "failure points",
  guestTextsInTheCache: "files with private data in the permissive cache",
  storedFilesWithPrivateWords: "stored files with private data or a cookie",
  migratesByItself: "starts before the owner has migrated",
  oursMb: "MB of our layers",
  packedMb: "MB of our layers, compressed",
  written: "writable folders",
  never: "never delivered",
  twice: "delivered twice",
  twicePercent: "percent delivered twice",
  tenthAlsoByTheCommand: "every tenth also rejected by the restore command",
  olderVersionsTaken: "older versions accepted",
  weakCiphersTaken: "weak ciphers accepted",
  doubles: "duplicate receipt numbers",
};

const results = JSON.parse(readFileSync("proof/results.json", "utf8"));
/** The files and folders that each check is about, in addition to the proof itself. */
const subjects = JSON.parse(readFileSync("proof/support/subjects.json", "utf8"));

if (process.argv[2] === "outdated") {
  for (const result of results)
    if (ageOf(result) !== 0) console.log(`${result.id} on ${result.on}: ${ageText(result)}`);
} else writeFileSync("docs/proof.md", page(results));

function git(...words) {
  try {
    return execFileSync("git", words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return null;
  }
}

/**
 * The commit recorded in a result. If the result has no commit, or one that is not in this history, the last commit
 * before the run.
 */
function commitOf({ commit, at }) {
  if (commit && git("merge-base", "--is-ancestor", commit, "HEAD") !== null) return commit;
  return git("rev-list", "-1", `--before=${at}:00Z`, "HEAD");
}

/**
 * The number of commits since the result's commit that changed anything the result is about; null without git or
 * without a history that reaches back to the run.
 */
function ageOf(result) {
  const paths = [...(result.file ? [result.file] : []), ...result.id.split("/").flatMap((id) => subjects[id] ?? [])];
  const count = git("rev-list", "--count", `${commitOf(result)}..HEAD`, "--", ...paths);
  return count === null ? null : Number(count);
}

function ageText(result) {
  const age = ageOf(result);
  return age === null ? "unknown" : age === 1 ? "1 commit" : `${age} commits`;
}

function page(results) {
  const sorted = results.toSorted((a, b) =>
    `${a.id} ${a.what} ${a.on}`.localeCompare(`${b.id} ${b.what} ${b.on}`, "en"),
  );
  const checks = [...Map.groupBy(sorted, ({ id, what }) => `${id}: ${what}`)];
  const passing = results.filter(passed).length;
  const controls = results.filter((result) => result.negativeControl);
  return `# Reliability checks

Written by \`npm run proof\`. Each row is a run against the real product. Most runs have a negative control, such as the same check
on something deliberately broken; they pass only if it is detected. Figures depend on the machine of the run.

A result belongs to the commit it was measured on. "Since" counts the later commits that touched what the check is about
(\`proof/support/subjects.json\`), up to ${git("rev-parse", "--short=10", "HEAD") ?? "an unknown commit"}: above 0, the result may no longer hold.
A commit in brackets is the last one before the run, because the result does not name its own; "+" means that the code had
changes that were not committed. \`node scripts/proof-page.mjs outdated\` counts again.

${passing} of ${results.length} runs passed; ${controls.filter(({ negativeControl }) => negativeControl.detected).length} of ${controls.length} negative controls were detected.

| id | check | environment | result | negative control | date (UTC) | commit | since |
|---|---|---|---|---|---|---|---|
${sorted.map(row).join("\n")}

## Results

${checks.map(([name, runs]) => details(name, runs)).join("\n\n")}
`;
}

function passed({ met, negativeControl }) {
  return met && (negativeControl?.detected ?? true);
}

function row(result) {
  const { id, what, on, negativeControl, at, commit, changed } = result;
  const control = negativeControl ? (negativeControl.detected ? "detected" : "**not detected**") : "";
  const origin = commit ? `${commit}${changed ? "+" : ""}` : `(${commitOf(result)?.slice(0, 10) ?? "unknown"})`;
  return `| ${id} | ${what} | ${on} | ${passed(result) ? "passed" : "**failed**"} | ${control} | ${at.replace("T", " ")} | ${origin} | ${ageText(result)} |`;
}

/** One check with all its runs: target, figures, negative controls, and what was not covered. */
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
    `Target: ${targetOf(runs)}`,
    "",
    ...lines,
    ...controls.map((fault) => `- negative control: ${fault}`),
    ...gaps.map((gap) => `- not covered: ${gap}`),
  ].join("\n");
}

/** The target of all runs; if they differ, the target of each. */
function targetOf(runs) {
  const [first, ...others] = runs;
  if (others.every(({ aim }) => aim === first.aim)) return first.aim;
  return runs.map(({ on, aim }) => `${aim} (${on})`).join("; ");
}

/** A figure's key as words; a key with spaces is a phrase already. */
function words(name) {
  if (LABELS[name]) return LABELS[name];
  if (name.includes(" ")) return name;
  return name
    .replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ")
    .replace(/(?<=[a-z]{2})(?=\d)/g, " ")
    .replaceAll("-", " ")
    .toLowerCase();
}

function grouped(value) {
  return typeof value === "number" && Math.abs(value) >= 10_000 ? value.toLocaleString("en-US") : value;
}
