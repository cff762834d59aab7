import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { iconsFile } from "../scripts/icons.mjs";

test("icons.tsx has exactly the icons in use, as Lucide draws them", async () => {
  const withoutLayout = (source: string) => source.replaceAll(/[\s()]/g, "");
  expect(withoutLayout(readFileSync("src/web/ui/icons.tsx", "utf8"))).toBe(withoutLayout(await iconsFile()));
});
