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
import type { SVGProps } from "react";

export type IconProps = SVGProps<SVGSVGElement>;
export type LucideIcon = ReturnType<typeof icon>;

/** An icon that is drawn as a single path. */
export const icon = (path: string) => (props: IconProps) => (
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
  >
    <path d={path} />
  </svg>
);
`,
  "src/web/ui/later-icons.tsx": `// Created by scripts/icons.mjs: icons that only the portal's later screens need.
import { icon } from "./icons.tsx";
`,
};

/** The content of one of the files, with the icons that the sources currently import from it. */
export async function iconsFile(path) {
  const lucide = await import("lucide-react");
  const { createElement } = await import("react");
  const { renderToStaticMarkup } = await import("react-dom/server");
  const icons = importedNames(path).map((name) => {
    if (!lucide[name]) throw new Error(`Lucide has no icon "${name}": https://lucide.dev/icons`);
    const drawn = renderToStaticMarkup(createElement(lucide[name]));
    const shapes = [...drawn.matchAll(/<(path|circle|line|rect|poly\w+) ([^>]*)>/g)];
    return `export const ${name} = /* @__PURE__ */ icon("${shapes.map(pathOf).join("")}");\n`;
  });
  return `${FILES[path]}\n${icons.join("")}`;
}

/** A shape as the `d` of a path, which may follow that of another shape. */
function pathOf([, shape, attributes]) {
  const { d, points, fill, ...texts } = Object.fromEntries(
    [...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  const { cx, cy, r, x1, y1, x2, y2, x, y, width, height, rx } = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, Number(text)]),
  );
  const arc = (radius, toX, toY) => `a${radius} ${radius} 0 0 1 ${toX} ${toY}`;
  switch (shape) {
    case "path":
      // The first point is absolute, even after "m"; the points that follow it are relative.
      return d.replace(
        /^m(-?[\d.]+)[ ,]?(-?[\d.]+) ?(?=([-\d]?))/,
        (_, toX, toY, next) => `M${toX} ${toY}${next && "l"}`,
      );
    case "circle": {
      // Filled circles are so small that a dot fills them.
      const dot = fill ? `M${cx} ${cy}h.01` : "";
      return `M${cx - r} ${cy}${arc(r, 2 * r, 0)}${arc(r, -2 * r, 0)}z${dot}`;
    }
    case "line":
      return `M${x1} ${y1}L${x2} ${y2}`;
    case "rect": {
      const [across, down] = [width - 2 * rx, height - 2 * rx];
      const right = `M${x + rx} ${y}h${across}${arc(rx, rx, rx)}v${down}`;
      return `${right}${arc(rx, -rx, rx)}h${-across}${arc(rx, -rx, -rx)}v${-down}${arc(rx, rx, -rx)}z`;
    }
    default:
      return `M${points}${shape === "polygon" ? "z" : ""}`;
  }
}

function importedNames(path) {
  const from = new RegExp(`import \\{([^}]*)\\} from "[^"]*/${basename(path)}"`, "g");
  const names = globSync("src/web/**/*.{ts,tsx}").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(from)].flatMap(([, list]) =>
      list.split(",").map((entry) => entry.trim().split(" as ")[0]),
    ),
  );
  return [...new Set(names)].filter((name) => name && name !== "icon" && !name.startsWith("type ")).toSorted();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const path of Object.keys(FILES)) writeFileSync(path, await iconsFile(path));
  copyFileSync("node_modules/lucide-react/LICENSE", "src/web/ui/icons-licence.txt");
}
