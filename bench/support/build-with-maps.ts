import { SourceMap } from "node:module";
import { build, type InlineConfig } from "vite";

/** `sourceOf` takes a line and a column in this file, both counted from 0. */
export type BuiltScript = { code: string; sourceOf: (line: number, column: number) => string };

/**
 * Repeats a step of the product's build (`scripts/build-step.mjs`) in memory, with the source maps that the built files
 * lack. Returns the script files by name. Builds the project in the current folder.
 */
export async function buildWithMaps(
  step: string,
  rolldownOptions: NonNullable<InlineConfig["build"]>["rolldownOptions"] = {},
): Promise<Map<string, BuiltScript>> {
  const ssr = step === "server";
  const built = await build({
    ...(ssr ? {} : { mode: step }),
    logLevel: "warn",
    build: { ssr, write: false, sourcemap: "hidden", rolldownOptions },
  });
  if (!("output" in built)) throw new Error(`The build of ${step} returned no files`);
  return new Map(
    built.output.flatMap((file) => {
      if (file.type !== "chunk") return [];
      // Files with only bundler code have no source map.
      const map = file.map ? new SourceMap(JSON.parse(file.map.toString())) : null;
      const sourceOf = (line: number, column: number) => {
        const entry = map?.findEntry(line, column);
        return entry && "originalSource" in entry ? (entry.originalSource ?? "") : "";
      };
      return [[file.fileName, { code: file.code, sourceOf }]];
    }),
  );
}
