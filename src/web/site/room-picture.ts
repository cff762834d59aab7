import type { PublicSite } from "#contract/property.ts";
import type { PhotoCategory } from "#domain/property/site-content.ts";
import { ROOM_SIZE } from "../lib/picture-sizes.ts";

/** The first picture in this category or, if there is none, the first of all. */
export function roomPicture(photos: PublicSite["photos"], category: PhotoCategory) {
  const photo = photos.find((one) => one.category === category) ?? photos[0];
  return photo ? { picture: { src: photo.url, ...ROOM_SIZE } } : {};
}
