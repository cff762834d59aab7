/**
 * S27: no text may make a regular expression in the product slow. Each literal in src with an unbounded repetition is
 * run on texts that repeat pieces of what it matches, with and without an ending that is unlikely to match. A text that
 * is four times as long reveals quadratic or worse growth.
 */
import { globSync, readFileSync } from "node:fs";
import { createContext, Script } from "node:vm";
import { parseSync } from "vite";
import { prove } from "./support/proof.ts";

type Expression = { pattern: string; flags: string; where: string };

/**
 * Twice the length of the longest message (8,000). Booking terms (20,000) and calendar lines (64,000) can be longer.
 */
const LENGTH = 16_000;
const TOO_LONG_MS = 2000;
/** A linear expression takes far less time. */
const SLOW_MS = 40;

function expressionsOf(file: string): Expression[] {
  const { program } = parseSync(file, readFileSync(file, "utf8"));
  const found: Expression[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    if ("regex" in node && typeof node.regex === "object" && node.regex !== null) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      found.push({ pattern, flags, where: file });
    }
    Object.values(node).forEach(visit);
  };
  visit(program);
  return found;
}

/** Two common characters, one of each class in the pattern, and those that occur literally in it; at most 14. */
function charactersOf(pattern: string): string[] {
  const kinds: [RegExp, string][] = [
    [/\\d|0-9/, "1"],
    [/\\w|a-z|A-Z|\./, "a"],
    [/A-Z/, "B"],
    [/\\s/, " "],
    [/\\n|\\r|\^/, "\n"],
  ];
  const named = pattern.replace(/\\[dDwWsSbBnrtpPuxk]|[()[\]{}|?*+^$]/g, "").match(/[^\\]/gu) ?? [];
  return [
    ...new Set(["a", "1", ...kinds.flatMap(([kind, character]) => (kind.test(pattern) ? [character] : [])), ...named]),
  ].slice(0, 14);
}

/**
 * Texts of about `length` characters: each character and each pair is repeated, alone and after each literal start,
 * with and without an ending that is unlikely to match.
 */
function attacksOn(pattern: string): ((length: number) => string)[] {
  const characters = charactersOf(pattern);
  const pieces = [
    ...characters,
    ...characters.flatMap((a) => characters.map((b) => a + b)).filter((pair) => pair[0] !== pair[1]),
  ];
  const starts = ["", ...literalStarts(pattern)];
  return pieces.flatMap((piece) =>
    starts.flatMap((start) =>
      ["", "\u0000", "!"].map(
        (end) => (length: number) => start + piece.repeat(Math.floor(length / piece.length)) + end,
      ),
    ),
  );
}

function literalStarts(pattern: string): string[] {
  return [...pattern.matchAll(/(?:^|\||\()\^?((?:[\w :;,="'<>@/-]|\\[./()[\]{}])+)/g)]
    .map(([, start = ""]) => start.replaceAll("\\", ""))
    .slice(0, 4);
}

const context = createContext({ pattern: "", flags: "", text: "" });
const script = new Script("new RegExp(pattern, flags).test(text); text.replace(new RegExp(pattern, flags), '')");

/** CPU time, because other programs run at the same time. */
function millisecondsOf({ pattern, flags }: Expression, text: string): number {
  Object.assign(context, { pattern, flags: flags.replace("y", ""), text });
  const before = process.threadCpuUsage();
  try {
    script.runInContext(context, { timeout: TOO_LONG_MS });
  } catch {
    return TOO_LONG_MS;
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The fastest of three runs. */
const surelyOf = (expression: Expression, text: string) =>
  Math.min(...Array.from({ length: 3 }, () => millisecondsOf(expression, text)));

/** Three times in a row, so that a pause of the whole machine does not count. */
const isSlow = (expression: Expression, text: string) =>
  [1, 2, 3].every(() => millisecondsOf(expression, text) >= SLOW_MS);

/** `grows` is true if the time grows faster than the text. */
function attack(expression: Expression): { ms: number; grows: boolean } {
  let worst = { ms: 0, grows: false };
  // A pattern without unbounded repetition takes bounded time.
  if (!/[*+]|\{\d+,\}/.test(expression.pattern)) return worst;
  for (const make of attacksOn(expression.pattern)) {
    // Exponential growth shows with few characters.
    const explodes = isSlow(expression, make(40));
    const slow = explodes || isSlow(expression, make(LENGTH));
    const ms = slow ? surelyOf(expression, make(explodes ? 40 : LENGTH)) : 0;
    if (ms <= worst.ms) continue;
    worst = { ms, grows: explodes || surelyOf(expression, make(LENGTH / 4)) * 8 < ms };
    if (worst.grows) break;
  }
  return worst;
}

const CONTROLS: Expression[] = ["^([a-z]+)+$", "^(\\w+\\s?)*!$", "\\s+$", "^(a|aa)+$", "<(.*)>.*x"].map((pattern) => ({
  pattern,
  flags: "",
  where: "control",
}));

await prove(
  { id: "S27", what: "Regular expressions", aim: "0 whose time grows faster than the text on a tried text" },
  "all of src",
  async () => {
    const files = globSync("src/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$|\/testing\//.test(file));
    const all = files.flatMap(expressionsOf);
    const different = [...new Map(all.map((one) => [`${one.pattern}/${one.flags}`, one])).values()];
    const tried = different.map((expression) => ({ ...expression, ...attack(expression) }));
    const slow = tried.filter((one) => one.grows);
    for (const { pattern, flags, where, ms } of slow)
      console.log(`  ${where}: /${pattern}/${flags} ${Math.round(ms)} ms`);
    const seen = CONTROLS.filter((control) => attack(control).grows);
    return {
      figures: {
        files: files.length,
        expressions: all.length,
        different: different.length,
        lengthOfTheLongestText: LENGTH,
        slowFromMs: SLOW_MS,
        slow: tried.filter((one) => one.ms > 0).length,
        vulnerable: slow.length,
        slowControlsFound: `${seen.length} of ${CONTROLS.length}`,
      },
      met: slow.length === 0,
      negativeControl: { fault: "five expressions known to be slow", detected: seen.length === CONTROLS.length },
      notTried: "expressions built at run time; expressions in libraries",
    };
  },
);
