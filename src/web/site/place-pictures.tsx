import { PLACE_SIZE } from "../lib/picture-sizes.ts";
import { Picture } from "../ui/picture.tsx";
import type { WallPhoto } from "../ui/photo-wall.tsx";
import { useLightbox } from "../ui/use-lightbox.tsx";

const SIZES = "(min-width: 64rem) 27rem, (min-width: 40rem) 46vw, 94vw";

type Props = {
  name: string;
  photos: WallPhoto[];
  /** Shown where there is no photograph. */
  drawing: string;
};

/** The picture of a place; where the host has photographs of it, all of them open large from here. */
export function PlacePictures({ name, photos, drawing }: Props) {
  const { openAt, lightbox } = useLightbox(photos, `Pictures of ${name}`);
  const [first] = photos;
  if (!first) return <Picture src={drawing} alt="" {...PLACE_SIZE} sizes={SIZES} className="size-full" />;
  return (
    <>
      <a href={first.url} onClick={openAt(0)} className="block size-full">
        <Picture src={first.url} alt={first.title} {...PLACE_SIZE} sizes={SIZES} className="size-full" />
      </a>
      {lightbox}
    </>
  );
}
