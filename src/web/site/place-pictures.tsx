import { PLACE_SIZE } from "../lib/picture-sizes.ts";
import { Picture } from "../ui/picture.tsx";
import { type Photo, photoAnchor } from "../ui/photo.ts";

const SIZES = "(min-width: 64rem) 27rem, (min-width: 40rem) 46vw, 94vw";

type Props = {
  photo: Photo | undefined;
  /** Its position among the photos of the page. */
  index: number;
  /** Shown if there is no photograph. */
  drawing: string;
};

/** The picture of an attraction; the host's photographs of it open full screen. */
export function PlacePictures({ photo, index, drawing }: Props) {
  if (!photo) return <Picture src={drawing} alt="" {...PLACE_SIZE} sizes={SIZES} className="size-full" />;
  return (
    <a href={`#${photoAnchor(index)}`} className="block size-full">
      <Picture src={photo.url} alt={photo.title} {...PLACE_SIZE} sizes={SIZES} className="size-full" />
    </a>
  );
}
