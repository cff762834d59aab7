// node scripts/icons.mjs: creates src/web/ui/icons.tsx with the Lucide icons that the sources import from it. To add an
// icon, import it from that file by its Lucide name, then run this script.
import { copyFileSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const FILE = "src/web/ui/icons.tsx";

const HEAD = `// Created by scripts/icons.mjs from lucide-react; its licence is in icons-licence.txt. That package is only a
// development dependency, because its 4,854 files were a quarter of the files installed at the first start.
import type { ReactNode, SVGProps } from "react";

type IconProps = SVGProps<SVGSVGElement>;
export type LucideIcon = (props: IconProps) => ReactNode;

function Svg(props: IconProps) {
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
`;

/** The content of the file, with the icons that the sources currently import. */
export async function iconsFile() {
  const lucide = await import("lucide-react");
  const { createElement } = await import("react");
  const { renderToStaticMarkup } = await import("react-dom/server");
  const icons = importedNames().map((name) => {
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
  return HEAD + icons.join("");
}

function importedNames() {
  const names = globSync("src/web/**/*.{ts,tsx}").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/import \{([^}]*)\} from "[^"]*\/icons\.tsx"/g)].flatMap(([, list]) =>
      list.split(",").map((entry) => entry.trim().split(" as ")[0]),
    ),
  );
  return [...new Set(names)].filter((name) => name && !name.startsWith("type ")).toSorted();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(FILE, await iconsFile());
  copyFileSync("node_modules/lucide-react/LICENSE", "src/web/ui/icons-licence.txt");
}
