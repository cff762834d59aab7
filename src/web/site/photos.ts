import type { PublicSite } from "#contract/property.ts";
import type { Photo } from "../ui/photo-strip.tsx";

/** All photos in the order of the strip: the hero's, the main one, and the others as the host has sorted them. */
export function stripPhotos({ hero, photos }: Pick<PublicSite, "hero" | "photos">, cottage: string): Photo[] {
  const others = [...photos.filter((photo) => photo.isMain), ...photos.filter((photo) => !photo.isMain)];
  if (!hero.imageUrl) return others;
  const known = photos.find(({ url }) => url === hero.imageUrl);
  const first = { id: "hero", url: hero.imageUrl, title: known?.title ?? cottage };
  return [first, ...others.filter(({ url }) => url !== hero.imageUrl)];
}
