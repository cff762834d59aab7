/**
 * S27: no regular expression of the product can be made to run for long. Each literal of src is found by the parser and
 * run on texts that grow: pieces of what it matches, again and again, with an end that does not fit. A time that grows
 * with the square of the text, or worse, is found by doubling; each run is cut off after two seconds.
 */
import { globSync, readFileSync } from "node:fs";
import { createContext, Script } from "node:vm";
import { parseSync } from "vite";
import { prove } from "./support/proof.ts";

type Expression = { pattern: string; flags: string; where: string };

/** Longer than any text field takes (8,000) and as long as a line of a calendar may be. */
const LENGTH = 16_000;
const TOO_LONG_MS = 2000;
/** A linear expression is through with the longest text in far less. */
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

/** One character of each kind that the pattern names, and two of the common ones. */
function lettersOf(pattern: string): string[] {
  const kinds: [RegExp, string][] = [
    [/\\d|0-9/, "1"],
    [/\\w|a-z|A-Z|\./, "a"],
    [/A-Z/, "B"],
    [/\\s/, " "],
    [/\\n|\\r|\^/, "\n"],
  ];
  const named = pattern.replace(/\\[dDwWsSbBnrtpPuxk]|[()[\]{}|?*+^$]/g, "").match(/[^\\]/gu) ?? [];
  return [
    ...new Set(["a", "1", ...kinds.flatMap(([kind, letter]) => (kind.test(pattern) ? [letter] : [])), ...named]),
  ].slice(0, 14);
}

/** Texts of about `length`: each letter and each pair repeated, alone, after each letter, and with an end that fits nothing. */
function attacksOn(pattern: string): ((length: number) => string)[] {
  const letters = lettersOf(pattern);
  const pieces = [
    ...letters,
    ...letters.flatMap((a) => letters.map((b) => a + b)).filter((pair) => pair[0] !== pair[1]),
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

/** What stands at the beginning of the pattern and of its alternatives, as it is. */
function literalStarts(pattern: string): string[] {
  return [...pattern.matchAll(/(?:^|\||\()\^?((?:[\w :;,="'<>@/-]|\\[./()[\]{}])+)/g)]
    .map(([, start = ""]) => start.replaceAll("\\", ""))
    .slice(0, 4);
}

const context = createContext({ pattern: "", flags: "", text: "" });
const script = new Script("new RegExp(pattern, flags).test(text); text.replace(new RegExp(pattern, flags), '')");

/** The processor's time, not the clock's: other programs run too. */
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

/** The least of three: what it takes by itself. */
const surelyOf = (expression: Expression, text: string) =>
  Math.min(...Array.from({ length: 3 }, () => millisecondsOf(expression, text)));

/** Three times in a row, so that a pause of the machine's is no finding. */
const isSlow = (expression: Expression, text: string) =>
  [1, 2, 3].every(() => millisecondsOf(expression, text) >= SLOW_MS);

/** The worst that was found, and whether it grows faster than the text. */
function attack(expression: Expression): { ms: number; grows: boolean } {
  let worst = { ms: 0, grows: false };
  // What does not repeat without bound takes a time that is bounded too.
  if (!/[*+]|\{\d+,\}/.test(expression.pattern)) return worst;
  for (const make of attacksOn(expression.pattern)) {
    // Exponential ones show with few letters already, and then the long text needs not be tried.
    const explodes = isSlow(expression, make(40));
    const slow = explodes || isSlow(expression, make(LENGTH));
    const ms = slow ? surelyOf(expression, make(explodes ? 40 : LENGTH)) : 0;
    if (ms <= worst.ms) continue;
    worst = { ms, grows: explodes || surelyOf(expression, make(LENGTH / 4)) * 8 < ms };
    if (worst.grows) break;
  }
  return worst;
}

const PLANTED: Expression[] = ["^([a-z]+)+$", "^(\\w+\\s?)*!$", "\\s+$", "^(a|aa)+$", "<(.*)>.*x"].map((pattern) => ({
  pattern,
  flags: "",
  where: "planted",
}));

await prove(
  { id: "S27", what: "Regular expressions", aim: "0 that a text can make run for long" },
  "all of src",
  async () => {
    const files = globSync("src/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$|\/testing\//.test(file));
    const all = files.flatMap(expressionsOf);
    const different = [...new Map(all.map((one) => [`${one.pattern}/${one.flags}`, one])).values()];
    const tried = different.map((expression) => ({ ...expression, ...attack(expression) }));
    const slow = tried.filter((one) => one.grows);
    for (const { pattern, flags, where, ms } of slow)
      console.log(`  ${where}: /${pattern}/${flags} ${Math.round(ms)} ms`);
    const seen = PLANTED.filter((hole) => attack(hole).grows);
    return {
      figures: {
        files: files.length,
        expressions: all.length,
        different: different.length,
        lettersOfTheLongestText: LENGTH,
        slowFromMs: SLOW_MS,
        slow: tried.filter((one) => one.ms > 0).length,
        vulnerable: slow.length,
        plantedSeen: `${seen.length} of ${PLANTED.length}`,
      },
      met: slow.length === 0,
      planted: { hole: "five expressions that are known to be bad", seen: seen.length === PLANTED.length },
      notTried: "expressions that are put together at run time; those inside of libraries",
    };
  },
);
