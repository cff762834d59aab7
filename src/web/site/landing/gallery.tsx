import type { PublicSite } from "#contract/property.ts";
import { PhotoWall } from "../../ui/photo-wall.tsx";

/** SPEC 2: four pictures. All of them open from here. */
const ON_THE_WALL = 4;

export function Gallery({ photos }: { photos: PublicSite["photos"] }) {
  // The main picture has been seen on the card above.
  const shown = [...photos.filter((photo) => !photo.isMain), ...photos.filter((photo) => photo.isMain)];
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="gallery" className="frame pt-section">
      <h2 id="gallery" className="serif text-heading">
        Around the House
      </h2>
      <PhotoWall photos={shown} onTheWall={ON_THE_WALL} />
    </section>
  );
}
