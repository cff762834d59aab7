import { clsx } from "clsx";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { needTexts } from "../app/need-texts.ts";
import { HERO_SIZE } from "../lib/picture-sizes.ts";
import { say } from "../lib/say.ts";
import { Picture } from "./picture.tsx";
import type { ControlsProps } from "./photo-controls.tsx";
import { type Photo, photoAnchor, STRIP_ANCHOR } from "./photo.ts";

type Props = {
  photos: Photo[];
  label: string;
  /** How wide a photo is shown, as the attribute `sizes` has it. */
  sizes: string;
  /** Whether the page opens with the first photo. */
  first?: boolean;
  /** Shape and place of the strip; `photos-apart` where only the viewer is to be seen. */
  className: string;
};

/** The buttons, keys and words that need script; fetched when a guest first comes near a photo. */
type Script = { Controls: ComponentType<ControlsProps> };

/**
 * Photos side by side, to swipe through. A link to one of them shows the strip on the whole screen: the style does it
 * (`.photos` in site.css), so no tap waits for the script, and the browser's Back closes it (docs/decisions/0042).
 */
export function PhotoStrip({ photos, label, sizes, first = false, className }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const [script, setScript] = useState<Script>();
  const fetchScript = () => {
    // Where it cannot be fetched, strip and viewer stay as they are without script.
    Promise.all([import("./photo-controls.tsx"), needTexts(["pictures"])]).then(
      ([code]) => setScript(code),
      () => {},
    );
  };
  useEffect(() => {
    // Opened before the script had come. Afterwards a link to a photo puts the focus on it.
    if (location.hash) fetchScript();
  }, []);
  return (
    // Pointer and focus are only heard here, on their way to a photo.
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
