import { useCottage } from "./cottage.ts";
import { CheckAvailability } from "./landing/check-availability.tsx";
import { FreeDates } from "./landing/free-dates.tsx";
import { Features } from "./landing/features.tsx";
import { Hero } from "./landing/hero.tsx";
import { PlanYourStay } from "./landing/plan-your-stay.tsx";
import { PropertyCard } from "./landing/property-card.tsx";
import { Rooms } from "./landing/rooms.tsx";
import { Testimonials } from "./landing/testimonials.tsx";
import { Treasures } from "./landing/treasures.tsx";
import { YourHost } from "./landing/your-host.tsx";
import { NothingToShow } from "./nothing-to-show.tsx";
import { stripPhotos } from "./photos.ts";
import { say } from "../lib/say.ts";
import type { Photo } from "../ui/photo.ts";
import { PhotoWall } from "../ui/photo-wall.tsx";

export function LandingPage() {
  const cottage = useCottage();
  if (cottage.is !== "loaded") return <NothingToShow because={cottage.is} />;
  const { property, site } = cottage;
  const photos = stripPhotos(site, property.name);
  return (
    <>
      <Hero site={site} photos={photos} />
      <PropertyCard property={property} site={site} />
      <FreeDates site={site} />
      <PlanYourStay />
      <Features site={site} />
      <Rooms property={property} site={site} />
      <Testimonials site={site} />
      <YourHost site={site} />
      <Treasures site={site} />
      <Gallery strip={photos} />
      <CheckAvailability site={site} />
    </>
  );
}

/** SPEC 2: the gallery shows four pictures. */
const ON_THE_WALL = 4;

/** `strip` contains the photos at the top of the page, of which guests have already seen the first two. */
function Gallery({ strip }: { strip: Photo[] }) {
  // If there is only one picture, it is already at the top of the page.
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
