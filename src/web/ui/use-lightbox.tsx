import { type ComponentType, type MouseEvent, type ReactNode, useState } from "react";
import type { WallPhoto } from "./photo-wall.tsx";
import type { LightboxProps } from "./lightbox.tsx";

type Open = { at: number; Lightbox: ComponentType<LightboxProps> };

/**
 * Makes links to pictures open them large. The code for it comes with the first press; where it cannot be had, and for a
 * press that wants a new tab, the link leads to its file.
 */
export function useLightbox(photos: WallPhoto[], label?: string) {
  const [open, setOpen] = useState<Open | null>(null);
  const openAt = (at: number) => (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    import("./lightbox.tsx").then(
      ({ Lightbox }) => setOpen({ at, Lightbox }),
      () => location.assign(href),
    );
  };
  const lightbox: ReactNode = open ? (
    <open.Lightbox {...(label ? { label } : {})} photos={photos} startAt={open.at} onClose={() => setOpen(null)} />
  ) : null;
  return { openAt, lightbox };
}
