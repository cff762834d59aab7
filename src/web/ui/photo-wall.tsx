import { clsx } from "clsx";
import { ROOM_SIZE } from "../lib/picture-sizes.ts";
import { say } from "../lib/say.ts";
import { buttonClass } from "./button.tsx";
import { type Photo, photoAnchor } from "./photo.ts";
import { Picture } from "./picture.tsx";

/** On screens with room for several photos in a row. */
const PLACES = [
  "sm:col-span-4 sm:row-span-2",
  "sm:col-span-2",
  "sm:col-span-2",
  "sm:col-span-6 sm:aspect-[5/2] sm:max-lg:aspect-2/1",
];

const SIZES = [
  "(min-width: 40rem) 64vw, 94vw",
  "(min-width: 40rem) 31vw, 94vw",
  "(min-width: 40rem) 31vw, 94vw",
  "(min-width: 82rem) 82rem, 94vw",
];

type Props = {
  photos: Photo[];
  onTheWall: number;
  /** Includes the photos on this wall, which open in the strip. */
  strip: Photo[];
};

export function PhotoWall({ photos, onTheWall, strip }: Props) {
  const anchorOf = (photo: Photo) => `#${photoAnchor(strip.findIndex(({ url }) => url === photo.url))}`;
  return (
    <>
      <ul className="mt-8 grid gap-3 sm:grid-cols-6 sm:gap-5">
        {photos.slice(0, onTheWall).map((photo, i) => (
          <li key={photo.id} lang={photo.lang} className={clsx("min-w-0", PLACES[i])}>
            <a href={anchorOf(photo)} className="group relative block size-full overflow-hidden rounded-2xl bg-sunken">
              <Picture
                src={photo.url}
                alt={photo.title}
                {...ROOM_SIZE}
                sizes={SIZES[i] ?? "94vw"}
                className="aspect-4/3 size-full"
              />
            </a>
          </li>
        ))}
      </ul>
      {strip.length > onTheWall ? (
        <p className="mt-6">
          <a href={`#${photoAnchor(0)}`} className={buttonClass("secondary", "px-6")}>
            {say.pictures.all(strip.length)}
          </a>
        </p>
      ) : null}
    </>
  );
}
