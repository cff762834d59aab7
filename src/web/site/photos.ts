import type { PublicSite } from "#contract/property.ts";
import { hostLang } from "../lib/host-lang.ts";
import type { Photo } from "../ui/photo.ts";

/** The photo behind the headline, the main photo, and the other photos in the host's order. */
export function stripPhotos(site: Pick<PublicSite, "hero" | "photos" | "english">, cottage: string): Photo[] {
  const { hero, photos } = site;
  const sorted = [...photos.filter((photo) => photo.isMain), ...photos.filter((photo) => !photo.isMain)];
  const others = sorted.map(({ id, url, title }) => ({ id, url, title, lang: hostLang(site, title) }));
  if (!hero.imageUrl) return others;
  const known = others.find(({ url }) => url === hero.imageUrl);
  const first = { id: "hero", url: hero.imageUrl, title: known?.title ?? cottage, lang: known?.lang };
  return [first, ...others.filter(({ url }) => url !== hero.imageUrl)];
}
