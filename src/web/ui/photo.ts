export type Photo = {
  id: string;
  url: string;
  title: string;
  /** If it differs from the page's language. */
  lang?: "en" | undefined;
};

/** The fragment after closing the viewer if there is no JavaScript, or if going back could leave the page. */
export const STRIP_ANCHOR = "photos";
const PHOTO_ANCHOR = "photo-";

/** The fragment that opens the viewer, with or without JavaScript. `index` counts from 0. */
export function photoAnchor(index: number): string {
  return `${PHOTO_ANCHOR}${index + 1}`;
}
