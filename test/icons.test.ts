import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FILES, iconsFile } from "../scripts/icons.mjs";

test.each(Object.keys(FILES))("%s has exactly the icons in use, as Lucide draws them", async (path) => {
  const withoutLayout = (source: string) => source.replaceAll(/,(?=\s*\))|[\s()]/g, "");
  expect(withoutLayout(readFileSync(path, "utf8"))).toBe(withoutLayout(await iconsFile(path)));
});
