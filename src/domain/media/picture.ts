/** Widths in pixels in which each picture is kept; the page's `srcset` offers those that a picture is large enough for. */
const WIDTHS = [480, 768, 1200, 1920] as const;

export const FORMATS = ["avif", "webp", "jpg"] as const;
export type PictureFormat = (typeof FORMATS)[number];
/** What is made in the background; JPEG is there from the start. */
export type LateFormat = Exclude<PictureFormat, "jpg">;

/** What a page needs to show a picture well. */
export type PictureFacts = {
  /** Of the largest file, in pixels. */
  width: number;
  height: number;
  /** A few pixels as a `data:` address, shown until the picture is there. */
  tiny: string;
  /** What must stay visible when the picture is cut, in percent from the left and from the top, in steps of ten. */
  focusX: number;
  focusY: number;
  /** The formats that are ready besides JPEG. */
  formats: LateFormat[];
  /** Whether the crop that goes with a link to the site is ready. */
  shareReady: boolean;
};

/** Whose picture it is, where it is not the host's own. */
export type PictureCredit = { author: string; licence: string; source: string };

export function hasCredit(credit: PictureCredit): boolean {
  return credit.author !== "" || credit.licence !== "" || credit.source !== "";
}

/** The widths that a picture is kept in: none is wider than the picture itself. */
export function widthsOf(width: number): number[] {
  const fitting: number[] = WIDTHS.filter((one) => one <= width);
  const largest = Math.min(width, WIDTHS[WIDTHS.length - 1] ?? width);
  return fitting.includes(largest) ? fitting : [...fitting, largest];
}

export const PICTURE_PATH = "/pictures/";

export function fileName(width: number, format: PictureFormat): string {
  return `${width}.${format}`;
}

/** The address that stands for a picture in the content: a JPEG that every program can show. */
export function pictureUrl(id: string, width: number): string {
  const middling = widthsOf(width).filter((one) => one <= 1200);
  return `${PICTURE_PATH}${id}/${fileName(middling.at(-1) ?? width, "jpg")}`;
}

/** `srcset` of one format. `url` is what `pictureUrl` has made. */
export function srcSet(url: string, width: number, format: PictureFormat): string {
  const folder = url.slice(0, url.lastIndexOf("/") + 1);
  return widthsOf(width)
    .map((one) => `${folder}${fileName(one, format)} ${one}w`)
    .join(", ");
}

/** What the networks that show shared links draw whole. */
export const SHARE_SIZE = { width: 1200, height: 630 };

type Focus = Pick<PictureFacts, "focusX" | "focusY">;

/** The file of the crop for shared links. The focus is in its name, for what stands under an address never changes. */
export function shareName({ focusX, focusY }: Focus): string {
  return `share-${focusX}-${focusY}.jpg`;
}

/** `url` is what `pictureUrl` has made. */
export function shareUrl(url: string, focus: Focus): string {
  return url.slice(0, url.lastIndexOf("/") + 1) + shareName(focus);
}

const MENTION = /\/pictures\/([A-Za-z0-9_-]{22})\//g;

/** The ids of the pictures whose addresses stand in a text. */
export function picturesIn(text: string): string[] {
  return [...new Set([...text.matchAll(MENTION)].flatMap((found) => found[1] ?? []))];
}
