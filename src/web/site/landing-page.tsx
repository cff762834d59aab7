import { useCottage } from "./cottage.ts";
import { CheckAvailability } from "./landing/check-availability.tsx";
import { FreeDates } from "./landing/free-dates.tsx";
import { Features } from "./landing/features.tsx";
import { Gallery } from "./landing/gallery.tsx";
import { Hero } from "./landing/hero.tsx";
import { PlanYourStay } from "./landing/plan-your-stay.tsx";
import { PropertyCard } from "./landing/property-card.tsx";
import { Rooms } from "./landing/rooms.tsx";
import { Testimonials } from "./landing/testimonials.tsx";
import { Treasures } from "./landing/treasures.tsx";
import { YourHost } from "./landing/your-host.tsx";
import { NothingToShow } from "./nothing-to-show.tsx";
import { stripPhotos } from "./photos.ts";

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
