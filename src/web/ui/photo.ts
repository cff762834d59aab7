export type Photo = {
  id: string;
  url: string;
  title: string;
  /** Of the title, where it is not the page's. */
  lang?: "en" | undefined;
};

/** Where a browser without script goes when the viewer is closed. */
export const STRIP_ANCHOR = "photos";
const PHOTO_ANCHOR = "photo-";

/** The address of a photo on its page. It opens the viewer, before the script has come and without it. */
export function photoAnchor(index: number): string {
  return `${PHOTO_ANCHOR}${index + 1}`;
}
