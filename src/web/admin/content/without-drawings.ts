import { isDrawing } from "#domain/property/picture-address.ts";
import type { Draft } from "./draft.ts";

export type Pictured = Pick<Draft, "photos" | "hero" | "localAttractions" | "treasures" | "drawnMap" | "pageTexts">;

export function drawingsIn({ photos, hero, localAttractions, treasures, drawnMap, pageTexts }: Pictured): number {
  const urls = [
    ...photos.map(({ url }) => url),
    hero.imageUrl,
    ...localAttractions.map(({ imageUrl }) => imageUrl),
    ...treasures.items.map(({ imageUrl }) => imageUrl),
    drawnMap.imageUrl,
    pageTexts.attractionsPicture,
  ];
  return urls.filter((url) => url !== undefined && isDrawing(url)).length;
}

/**
 * The fields that change if the drawings are removed; none if the host has no photo yet. The main photo replaces the
 * drawing behind the headline. If the illustrated map is a drawing, the names on it are removed too.
 */
export function withoutDrawings(draft: Pictured): Partial<Pictured> {
  const { hero, treasures, drawnMap, pageTexts } = draft;
  const photos = draft.photos.filter(({ url }) => !isDrawing(url));
  const main = photos.find(({ isMain }) => isMain) ?? photos[0];
  if (!main) return {};
  const without = <T extends { imageUrl?: string | undefined }>(one: T): T =>
    isDrawing(one.imageUrl ?? "") ? { ...one, imageUrl: "" } : one;
  const after: Pictured = {
    photos: photos.map((photo) => ({ ...photo, isMain: photo === main })),
    hero: isDrawing(hero.imageUrl) ? { ...hero, imageUrl: main.url } : hero,
    localAttractions: draft.localAttractions.map(without),
    treasures: { ...treasures, items: treasures.items.map(without) },
    drawnMap: isDrawing(drawnMap.imageUrl ?? "") ? { ...drawnMap, imageUrl: "", about: "", places: [] } : drawnMap,
    pageTexts: isDrawing(pageTexts.attractionsPicture ?? "") ? { ...pageTexts, attractionsPicture: "" } : pageTexts,
  };
  const fields = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(draft[name as keyof Pictured]),
  );
  return Object.fromEntries(fields);
}
