export type Photo = {
  id: string;
  url: string;
  title: string;
  /** The language of the title, if it differs from the page's. */
  lang?: "en" | undefined;
};

/** The fragment to which closing the viewer leads if there is no JavaScript, or if going back would leave the page. */
export const STRIP_ANCHOR = "photos";
const PHOTO_ANCHOR = "photo-";

/** The fragment of a photo's URL on its page. It opens the viewer, with or without JavaScript. */
export function photoAnchor(index: number): string {
  return `${PHOTO_ANCHOR}${index + 1}`;
}
