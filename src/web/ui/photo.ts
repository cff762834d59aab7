export type Photo = {
  id: string;
  url: string;
  title: string;
  /** The language of the title, if it differs from the page's. */
  lang?: "en" | undefined;
};

/** Closing the viewer leads here without JavaScript, or if going back would leave the page. */
export const STRIP_ANCHOR = "photos";
const PHOTO_ANCHOR = "photo-";

/** The fragment of a photo's address on its page. It opens the viewer, with or without JavaScript. */
export function photoAnchor(index: number): string {
  return `${PHOTO_ANCHOR}${index + 1}`;
}
