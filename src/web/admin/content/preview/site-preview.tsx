import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type ComponentType, lazy, Suspense, useMemo } from "react";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { infoTexts } from "#texts/en/info.ts";
import { landingTexts } from "#texts/en/landing.ts";
import { layoutTexts } from "#texts/en/layout.ts";
import { nothingTexts } from "#texts/en/nothing.ts";
import { picturesTexts } from "#texts/en/pictures.ts";
import { placesTexts } from "#texts/en/places.ts";
import { stayTexts } from "#texts/en/stay.ts";
import { createQueryClient } from "../../../api/client.ts";
import { propertiesQuery, siteQuery } from "../../../api/property.ts";
import { attractionImagesQuery } from "../../../api/shown-pictures.ts";
import { paths } from "../../../lib/paths.ts";
import { say } from "../../../lib/say.ts";
import { SiteLayout } from "../../../site/site-layout.tsx";
import { useEditor } from "../editor-context.ts";
import { imagesWith, nightRateWith, propertyWith, siteWith } from "./overlay.ts";
import { useLongText } from "./use-long-text.ts";

// The portal otherwise has only the common strings.
Object.assign(say, {
  info: infoTexts,
  landing: landingTexts,
  layout: layoutTexts,
  nothing: nothingTexts,
  pictures: picturesTexts,
  places: placesTexts,
  stay: stayTexts,
});

const PAGES: Record<string, ComponentType> = {
  [paths.home]: lazy(async () => ({ default: (await import("../../../site/landing-page.tsx")).LandingPage })),
  [paths.attractions]: lazy(async () => ({
    default: (await import("../../../site/attractions-page.tsx")).AttractionsPage,
  })),
  [paths.houseRules]: lazy(async () => ({
    default: (await import("../../../site/house-rules-page.tsx")).HouseRulesPage,
  })),
  [paths.location]: lazy(async () => ({ default: (await import("../../../site/location-page.tsx")).LocationPage })),
  [paths.guestInfo]: lazy(async () => ({ default: (await import("../../../site/guest-info-page.tsx")).GuestInfoPage })),
};

/** The page has its own query client, so the edits do not reach other screens. */
export function SitePreview({ page }: { page: string }) {
  const { draft, edits, newImage } = useEditor();
  const property = useQuery(propertiesQuery).data?.[0];
  const site = useQuery(siteQuery).data;
  const images = useQuery(attractionImagesQuery).data;
  const descriptionHtml = useLongText(draft.description);
  const directionsHtml = useLongText(draft.gettingHere.directions ?? "");
  const client = useMemo(() => createQueryClient(), []);
  const location = useMemo(() => memoryLocation({ path: page, static: true }), [page]);

  if (!property || !site) return <p>Loading...</p>;
  const long = { descriptionHtml, directionsHtml };
  const shown = propertyWith(property, edits, long);
  client.setQueryData(propertiesQuery.queryKey, [shown]);
  const nightRate = nightRateWith(site, property, shown);
  client.setQueryData(siteQuery.queryKey, { ...siteWith(site, edits, long), nightRate });
  if (images) client.setQueryData(attractionImagesQuery.queryKey, imagesWith(images, newImage));
  const Page = PAGES[page];
  return (
    <QueryClientProvider client={client}>
      <Router hook={location.hook} searchHook={location.searchHook}>
        <SiteLayout>
          <Suspense fallback={null}>{Page ? <Page /> : null}</Suspense>
        </SiteLayout>
      </Router>
    </QueryClientProvider>
  );
}
