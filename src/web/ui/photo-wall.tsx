import { clsx } from "clsx";
import { count } from "../lib/count.ts";
import { ROOM_SIZE } from "../lib/picture-sizes.ts";
import { buttonClass } from "./button.tsx";
import { Picture } from "./picture.tsx";
import { useLightbox } from "./use-lightbox.tsx";

export type WallPhoto = { id: string; url: string; title: string };

/** Where each of the four hangs, on screens that have room for more than one beside another. */
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

/** Pictures that open large. Each is a plain link to its file, so that they open without script too. */
export function PhotoWall({ photos, onTheWall }: { photos: WallPhoto[]; onTheWall: number }) {
  const { openAt, lightbox } = useLightbox(photos);
  return (
    <>
      <ul className="mt-8 grid gap-3 sm:grid-cols-6 sm:gap-5">
        {photos.slice(0, onTheWall).map((photo, i) => (
          <li key={photo.id} className={clsx("min-w-0", PLACES[i])}>
            <a
              href={photo.url}
              onClick={openAt(i)}
              className="group relative block size-full overflow-hidden rounded-2xl bg-sunken"
            >
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
      {photos.length > onTheWall ? (
        <p className="mt-6">
          <a href={photos[onTheWall]?.url} onClick={openAt(0)} className={buttonClass("secondary", "px-6")}>
            Show all {count(photos.length, "picture")}
          </a>
        </p>
      ) : null}
      {lightbox}
    </>
  );
}
