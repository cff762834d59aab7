import { lazy, type MouseEvent, Suspense, useState } from "react";
import { PLACE_SIZE } from "../lib/picture-sizes.ts";
import { Picture } from "../ui/picture.tsx";
import type { WallPhoto } from "../ui/photo-wall.tsx";

const Lightbox = lazy(async () => ({ default: (await import("../ui/lightbox.tsx")).Lightbox }));

const SIZES = "(min-width: 64rem) 27rem, (min-width: 40rem) 46vw, 94vw";

type Props = {
  name: string;
  photos: WallPhoto[];
  /** Shown where there is no photograph. */
  drawing: string;
};

/** The picture of a place; where the host has photographs of it, all of them open large from here. */
export function PlacePictures({ name, photos, drawing }: Props) {
  const [open, setOpen] = useState(false);
  const [first] = photos;
  if (!first) return <Picture src={drawing} alt="" {...PLACE_SIZE} sizes={SIZES} className="size-full" />;
  const show = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <a href={first.url} onClick={show} className="block size-full">
        <Picture src={first.url} alt={first.title} {...PLACE_SIZE} sizes={SIZES} className="size-full" />
      </a>
      {open ? (
        <Suspense fallback={null}>
          <Lightbox label={`Pictures of ${name}`} photos={photos} startAt={0} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
