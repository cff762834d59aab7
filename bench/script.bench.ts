/**
 * What the script of /book and of the portal's first screen consists of, compared with the limit in `.size-limit.mjs`,
 * and the smallest script of a page with React. Sizes are in kB after brotli compression. Needs a build.
 */
import { relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { type BuiltScript, buildWithMaps } from "./support/build-with-maps.ts";
import { report } from "./support/measure.ts";

const SCREENS = [
  { name: "script of /book", limited: "the booking page with its calendar", step: "site" },
  { name: "script of the portal's first screen", limited: "the portal's first screen", step: "portal" },
];
/** Smaller parts are combined. */
const SHOWN_KB = 0.5;
/** Such as the imports and exports between files. */
const BUNDLER = "bundler";

const { default: limits }: { default: { name: string; path: string[]; limit: string }[] } = await import(
  pathToFileURL(resolve(".size-limit.mjs")).href
);

function kB(code: string): number {
  return brotliCompressSync(code).length / 1000;
}

/** A package, or one of our folders. A scope stands for all its packages. */
function partOf(source: string): string {
  const library = /node_modules\/([^/]+)/.exec(source)?.[1];
  return library ?? /(?:^|\/)(src\/(?:web\/[\w-]+|\w+))\//.exec(source)?.[1] ?? BUNDLER;
}

function codeByPart({ code, sourceOf }: BuiltScript): Map<string, string> {
  const parts = new Map<string, string>();
  for (const [line, text] of code.split("\n").entries()) {
    for (let column = 0; column < text.length; column++) {
      const part = partOf(sourceOf(line, column));
      parts.set(part, (parts.get(part) ?? "") + text.charAt(column));
    }
  }
  return parts;
}

/** A file's compressed size is divided in proportion to the sizes of its parts when compressed alone. */
function sizeByPart(files: BuiltScript[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const file of files) {
    const alone = [...codeByPart(file)].map(([part, code]) => ({ part, size: kB(code) }));
    const share = kB(file.code) / alone.reduce((sum, { size }) => sum + size, 0);
    for (const { part, size } of alone) sizes.set(part, (sizes.get(part) ?? 0) + size * share);
  }
  return sizes;
}

function figures(sizes: [string, number][]): Record<string, number> {
  const sorted = sizes.toSorted(([, a], [, b]) => b - a);
  const others = sorted.filter(([, size]) => size < SHOWN_KB);
  return {
    all: sum(sizes),
    ...Object.fromEntries(sorted.slice(0, sorted.length - others.length)),
    ...(others.length > 0 ? { [`${others.length} smaller`]: sum(others) } : {}),
  };
}

const sum = (sizes: [string, number][]) => sizes.reduce((all, [, size]) => all + size, 0);

const alone = [...(await buildWithMaps("alone", { input: "bench/support/react-alone.ts" })).values()];
const floor = alone.reduce((all, { code }) => all + kB(code), 0);
report("script of an empty page, React and react-dom alone", { kB: floor });
for (const { name, limited, step } of SCREENS) {
  const limit = limits.find((one) => one.name === limited);
  if (!limit) throw new Error(`.size-limit.mjs has no limit for ${limited}`);
  const built = await buildWithMaps(step);
  const files = limit.path.map((path) => {
    const file = built.get(relative("dist/client", path));
    if (!file) throw new Error(`${path} is from another commit: run npm run build`);
    return file;
  });
  const sizes = [...sizeByPart(files)];
  const isOurs = ([part]: [string, number]) => part.startsWith("src/");
  const all = sum(sizes);
  report(
    name,
    { kB: all, files: String(files.length), "kB above React and react-dom alone": all - floor },
    { ratio: all / Number.parseFloat(limit.limit), atMost: 1 },
  );
  report(`${name}, kB by package`, figures(sizes.filter((size) => !isOurs(size))));
  report(`${name}, kB of our own code by folder`, figures(sizes.filter(isOurs)));
}
