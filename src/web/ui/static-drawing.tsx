import type { SVGAttributes } from "react";

type Props = SVGAttributes<SVGSVGElement> & {
  /** SVG of ours, given on the server alone. */
  inside: string;
};

/**
 * A drawing on every page that never changes. It comes with the page, and the browser's script, which need not carry it,
 * leaves it as it is.
 */
export function StaticDrawing({ inside, ...svg }: Props) {
  return <svg {...svg} aria-hidden="true" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: inside }} />;
}
