import { say } from "../../lib/say.ts";
import type { Photo } from "../../ui/photo.ts";
import { PhotoWall } from "../../ui/photo-wall.tsx";

/** SPEC 2: four pictures. All of them open from here. */
const ON_THE_WALL = 4;

/** `strip` are the photos at the top of the page; guests have already seen the first two. */
export function Gallery({ strip }: { strip: Photo[] }) {
  // A single picture is already at the top.
  if (strip.length < 2) return null;
  const shown = [...strip.slice(2), ...strip.slice(0, 2)];
  return (
    <section aria-labelledby="gallery" className="frame pt-section">
      <h2 id="gallery" className="serif text-heading">
        {say.landing.gallery}
      </h2>
      <PhotoWall photos={shown} onTheWall={ON_THE_WALL} strip={strip} />
    </section>
  );
}
