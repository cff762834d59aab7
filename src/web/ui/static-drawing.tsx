import type { SVGAttributes } from "react";

type Props = SVGAttributes<SVGSVGElement> & {
  /** Our own SVG, passed on the server only. */
  inside: string;
};

/** A static drawing on every page. It comes with the HTML, and the browser's script leaves it unchanged. */
export function StaticDrawing({ inside, ...svg }: Props) {
  return <svg {...svg} aria-hidden="true" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: inside }} />;
}
