import { clsx } from "clsx";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { needTexts } from "../lib/need-texts.ts";
import { HERO_SIZE } from "../lib/picture-sizes.ts";
import { say } from "../lib/say.ts";
import { Picture } from "./picture.tsx";
import type { ControlsProps } from "./photo-controls.tsx";
import { type Photo, photoAnchor, STRIP_ANCHOR } from "./photo.ts";

type Props = {
  photos: Photo[];
  label: string;
  /** For the `sizes` attribute. */
  sizes: string;
  first?: boolean;
  /** `photos-apart` if only the viewer is shown. */
  className: string;
};

/** Fetched when the pointer or focus first enters the strip, or at once if the URL has a fragment. */
type Script = { Controls: ComponentType<ControlsProps> };

/**
 * A link to a photo shows the strip full screen. The style sheet does this (`.photos` in site.css), so no tap waits for
 * the script, and the browser's Back button closes the viewer (docs/decisions/0042).
 */
export function PhotoStrip({ photos, label, sizes, first = false, className }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const [script, setScript] = useState<Script>();
  const fetchScript = () => {
    // Without the script, the strip and the viewer work as they do without JavaScript.
    Promise.all([import("./photo-controls.tsx"), needTexts(["pictures"])]).then(
      ([code]) => setScript(code),
      () => {},
    );
  };
  useEffect(() => {
    // A photo may have been opened before this code had loaded. Later, a link to a photo moves the focus, which loads
    // it.
    if (location.hash) fetchScript();
  }, []);
  return (
    // This element only handles pointer and focus events on the photos.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={root}
      id={STRIP_ANCHOR}
      role="group"
      aria-label={label}
      className={clsx("photos print:hidden", className)}
      onPointerEnter={fetchScript}
      onFocus={fetchScript}
    >
      <ul>
        {photos.map((photo, i) => (
          <li key={photo.id} lang={photo.lang} className="photo">
            <a id={photoAnchor(i)} href={`#${photoAnchor(i)}`}>
              <Picture
                src={photo.url}
                alt={photo.title}
                {...HERO_SIZE}
                sizes={sizes}
                first={first && i === 0}
                className="size-full"
              />
              <span className="photo-text">
                <span aria-hidden="true">{photo.title}</span> {`${i + 1} / ${photos.length}`}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <a href={`#${STRIP_ANCHOR}`} aria-label={say.frame.close} className="photos-close photo-button">
        ×
      </a>
      {script ? <script.Controls root={root} photos={photos} /> : null}
    </div>
  );
}
