import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { preload } from "react-dom";
import { type PictureFacts, srcSet } from "#domain/media/picture.ts";
import { siteQuery } from "../api/property.ts";

type Props = {
  src: string;
  /** Empty if the text beside the picture says the same. */
  alt: string;
  /** For a drawing, in pixels. The size of a photograph is known. */
  width: number;
  height: number;
  /** For the `sizes` attribute. */
  sizes?: string;
  /** Whether this is the first picture on a page. Others load shortly before they are scrolled into view. */
  first?: boolean;
  className?: string;
};

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
      {/* Part of the page, and shown until the picture has loaded. */}
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

/** React does not preload an `img` inside a `picture`. A browser skips preloads of an unsupported type. */
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
