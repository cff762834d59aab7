import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { preload } from "react-dom";
import { type PictureFacts, srcSet } from "#domain/media/picture.ts";
import { siteQuery } from "../api/property.ts";

type Props = {
  src: string;
  /** Empty where the words beside it say the same. */
  alt: string;
  /** The measures of a drawing in pixels: the browser keeps its place from them. Of a photograph they are known. */
  width: number;
  height: number;
  /** How wide the picture is shown, as the attribute `sizes` has it; the browser chooses the file by it. */
  sizes?: string;
  /** The one picture that a page opens with; all others wait until they are scrolled to. */
  first?: boolean;
  className?: string;
};

/** A picture of the site: a photograph of the host's in the smallest file that will do, or a drawing. */
export function Picture({ src, alt, width, height, sizes = "100vw", first = false, className }: Props) {
  const facts = useQuery({ ...siteQuery, enabled: false }).data?.pictures.find(({ url }) => url === src);
  const when = first
    ? ({ fetchPriority: "high", decoding: "sync" } as const)
    : ({ loading: "lazy", decoding: "async" } as const);
  if (!facts)
    return (
      <img src={src} alt={alt} width={width} height={height} className={clsx("object-cover", className)} {...when} />
    );
  if (first) preloadBest(src, facts, sizes);
  const focus = clsx("focus size-full object-cover", `focus-x-${facts.focusX}`, `focus-y-${facts.focusY}`);
  return (
    <span className={clsx("grid grid-cols-1 grid-rows-1 overflow-hidden", className)}>
      {/* A few pixels that came with the page, until the picture is there. */}
      <img src={facts.tiny} alt="" aria-hidden="true" className={clsx(focus, "[grid-area:1/1]")} />
      <picture className="[grid-area:1/1]">
        {facts.formats.includes("avif") ? (
          <source type="image/avif" srcSet={srcSet(src, facts.width, "avif")} sizes={sizes} />
        ) : null}
        {facts.formats.includes("webp") ? (
          <source type="image/webp" srcSet={srcSet(src, facts.width, "webp")} sizes={sizes} />
        ) : null}
        <img
          src={src}
          srcSet={srcSet(src, facts.width, "jpg")}
          sizes={sizes}
          alt={alt}
          width={facts.width}
          height={facts.height}
          className={focus}
          {...when}
        />
      </picture>
    </span>
  );
}

/** React preloads what a page opens with by itself, but not out of `picture`. A browser skips a type that it does not know. */
function preloadBest(src: string, { width, formats }: PictureFacts, sizes: string): void {
  const format = formats.includes("avif") ? "avif" : formats.includes("webp") ? "webp" : "jpg";
  preload(src, {
    as: "image",
    imageSrcSet: srcSet(src, width, format),
    imageSizes: sizes,
    type: format === "jpg" ? "image/jpeg" : `image/${format}`,
    fetchPriority: "high",
  });
}
