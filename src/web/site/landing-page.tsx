import { useCottage } from "./cottage.ts";
import { CheckAvailability } from "./landing/check-availability.tsx";
import { FreeDates } from "./landing/free-dates.tsx";
import { Features } from "./landing/features.tsx";
import { Gallery } from "./landing/gallery.tsx";
import { Hero } from "./landing/hero.tsx";
import { PlanYourStay } from "./landing/plan-your-stay.tsx";
import { PropertyCard } from "./landing/property-card.tsx";
import { Testimonials } from "./landing/testimonials.tsx";
import { Treasures } from "./landing/treasures.tsx";
import { NothingToShow } from "./nothing-to-show.tsx";
import { stripPhotos } from "./photos.ts";

export function LandingPage() {
  const cottage = useCottage();
  if (cottage.is !== "loaded") return <NothingToShow because={cottage.is} />;
  const { property, site } = cottage;
  const photos = stripPhotos(site, property.name);
  return (
    <>
      <Hero hero={site.hero} photos={photos} />
      <PropertyCard property={property} />
      <FreeDates property={property} site={site} />
      <PlanYourStay />
      <Features features={site.highlights} />
      <Testimonials testimonials={site.testimonials} />
      <Treasures attractions={property.localAttractions} />
      <Gallery strip={photos} />
      <CheckAvailability property={property} site={site} />
    </>
  );
}
