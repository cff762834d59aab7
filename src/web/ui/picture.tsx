import { clsx } from "clsx";

type Props = {
  src: string;
  /** Empty where the words beside it say the same. */
  alt: string;
  /** The picture's own measures in pixels: the browser keeps its place from them. */
  width: number;
  height: number;
  /** The one picture that a page opens with; all others wait until they are scrolled to. */
  first?: boolean;
  className?: string;
};

export function Picture({ src, alt, width, height, first = false, className }: Props) {
  const when = first
    ? ({ fetchPriority: "high", decoding: "sync" } as const)
    : ({ loading: "lazy", decoding: "async" } as const);
  return (
    <img src={src} alt={alt} width={width} height={height} className={clsx("object-cover", className)} {...when} />
  );
}
