/**
 * The widths in pixels at which pictures are stored, up to the width of the original. An original that is narrower than
 * the largest width is also stored at its own width.
 */
const WIDTHS = [480, 768, 1200, 1920] as const;

export const FORMATS = ["avif", "webp", "jpg"] as const;
export type PictureFormat = (typeof FORMATS)[number];
/** Formats that are created in the background; the JPEG files exist from the start. */
export type LateFormat = Exclude<PictureFormat, "jpg">;
/** In the order of creation; the format that is faster to create comes first. */
export const LATE_FORMATS: LateFormat[] = ["webp", "avif"];
export const PICTURE_TYPES: Record<string, string> = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" };

/** What a page needs to display a picture. */
export type PictureFacts = {
  /** The size of the largest file, in pixels. */
  width: number;
  height: number;
  /** A tiny preview as a `data:` URL, shown while the picture loads. */
  tiny: string;
  /**
   * The focal point that stays visible when the picture is cropped, as percentages from the left and the top, in steps
   * of ten.
   */
  focusX: number;
  focusY: number;
  /** The available formats other than JPEG. */
  formats: LateFormat[];
  /** Whether the crop for link previews is ready. */
  shareReady: boolean;
};

/** The author, licence and source of a picture that is not the host's own. */
export type PictureCredit = { author: string; licence: string; source: string };

export function hasCredit(credit: PictureCredit): boolean {
  return credit.author !== "" || credit.licence !== "" || credit.source !== "";
}

/** The stored widths for a picture of this width; none is wider than the picture. */
export function widthsOf(width: number): number[] {
  const fitting: number[] = WIDTHS.filter((one) => one <= width);
  const largest = Math.min(width, WIDTHS[WIDTHS.length - 1] ?? width);
  return fitting.includes(largest) ? fitting : [...fitting, largest];
}

export const PICTURE_PATH = "/pictures/";

export function fileName(width: number, format: PictureFormat): string {
  return `${width}.${format}`;
}

/** The stored JPEG files of a picture. They exist for as long as the picture does. */
export function jpegFiles(id: string, width: number): string[] {
  return widthsOf(width).map((one) => `${id}/${fileName(one, "jpg")}`);
}

/** The stored files of a picture in a conversation; both are JPEG. */
export const messagePictureFile = (id: string, size: "small" | "large") => `conversation/${id}/${size}.jpg`;
export const messagePictureFiles = (id: string) => [messagePictureFile(id, "small"), messagePictureFile(id, "large")];

/** The URL used for a picture in the content: a JPEG that every program can show. */
export function pictureUrl(id: string, width: number): string {
  const middling = widthsOf(width).filter((one) => one <= 1200);
  return `${PICTURE_PATH}${id}/${fileName(middling.at(-1) ?? width, "jpg")}`;
}

/** The `srcset` for one format. `url` comes from `pictureUrl`. */
export function srcSet(url: string, width: number, format: PictureFormat): string {
  const folder = url.slice(0, url.lastIndexOf("/") + 1);
  return widthsOf(width)
    .map((one) => `${folder}${fileName(one, format)} ${one}w`)
    .join(", ");
}

/** The size that social networks show uncropped in link previews. */
export const SHARE_SIZE = { width: 1200, height: 630 };

type Focus = Pick<PictureFacts, "focusX" | "focusY">;

/**
 * The file name of the link preview crop. The name includes the focal point, because a file behind a URL never changes.
 */
export function shareName({ focusX, focusY }: Focus): string {
  return `share-${focusX}-${focusY}.jpg`;
}

/** `url` comes from `pictureUrl`. */
export function shareUrl(url: string, focus: Focus): string {
  return url.slice(0, url.lastIndexOf("/") + 1) + shareName(focus);
}

const MENTION = /\/pictures\/([A-Za-z0-9_-]{22})\//g;

/** The ids of the pictures whose URLs occur in the text. */
export function picturesIn(text: string): string[] {
  return [...new Set([...text.matchAll(MENTION)].flatMap((found) => found[1] ?? []))];
}
