// node scripts/icons.mjs: creates the files of Lucide icons in src/web/ui, each with the icons that the sources import
// from it. To add an icon, import it from one of these files by its Lucide name, then run this script.
import { copyFileSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * The start of each file. The portal's first screens load all of `icons.tsx`, so icons for later screens are kept in a
 * separate file.
 */
export const FILES = {
  "src/web/ui/icons.tsx": `// Created by scripts/icons.mjs from lucide-react; its licence is in icons-licence.txt. That package is only a
// development dependency, because its 4,854 files were a quarter of the files installed at the first start.
import type { ReactNode, SVGProps } from "react";

export type IconProps = SVGProps<SVGSVGElement>;
export type LucideIcon = (props: IconProps) => ReactNode;

export function Svg(props: IconProps) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...props}
    />
  );
}
`,
  "src/web/ui/later-icons.tsx": `// Created by scripts/icons.mjs: icons that only the portal's later screens need.
import { type IconProps, Svg } from "./icons.tsx";
`,
};

/** The content of one of the files, with the icons that the sources currently import from it. */
export async function iconsFile(path) {
  const lucide = await import("lucide-react");
  const { createElement } = await import("react");
  const { renderToStaticMarkup } = await import("react-dom/server");
  const icons = importedNames(path).map((name) => {
    if (!lucide[name]) throw new Error(`Lucide has no icon "${name}": https://lucide.dev/icons`);
    const shapes = renderToStaticMarkup(createElement(lucide[name]))
      .replace(/^<svg[^>]*>|<\/svg>$/g, "")
      .replaceAll(/><\/\w+>/g, " />");
    const lines = shapes.replaceAll("/><", "/>\n      <");
    return `
export function ${name}(props: IconProps) {
  return (
    <Svg {...props}>
      ${lines}
    </Svg>
  );
}
`;
  });
  return FILES[path] + icons.join("");
}

function importedNames(path) {
  const from = new RegExp(`import \\{([^}]*)\\} from "[^"]*/${basename(path)}"`, "g");
  const names = globSync("src/web/**/*.{ts,tsx}").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(from)].flatMap(([, list]) =>
      list.split(",").map((entry) => entry.trim().split(" as ")[0]),
    ),
  );
  return [...new Set(names)].filter((name) => name && name !== "Svg" && !name.startsWith("type ")).toSorted();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const path of Object.keys(FILES)) writeFileSync(path, await iconsFile(path));
  copyFileSync("node_modules/lucide-react/LICENSE", "src/web/ui/icons-licence.txt");
}
