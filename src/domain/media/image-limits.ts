/** SPEC 9: one file, 10 MB, images only. */
export const MAX_UPLOAD_BYTES = 10_485_760;
export const UPLOAD_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
export type UploadType = (typeof UPLOAD_TYPES)[number];

/** An upload address is good for this long, and for one file. */
export const UPLOAD_URL_MS = 5 * 60_000;
/** What was uploaded and never recorded is thrown away after this. */
export const STAGED_MS = 60 * 60_000;

/** More pixels than any phone's 10 MB photograph has; small files can claim billions. */
export const MAX_PIXELS = 50_000_000;
/** What decoding may hold at once, so that the child stays below 300 MiB (reliability S22). */
const MAX_DECODED_BYTES = 150_000_000;

/** What the header of a file says of it, before anything is decoded. */
export type ImageHeader = {
  format: string;
  width: number;
  height: number;
  channels: number;
  /** Bytes a sample. */
  depth: number;
  /** Progressive or interlaced: has to be held as a whole. */
  progressive: boolean;
};

/** Whether the picture can be opened within the memory that the child has. */
export function isTooLarge(image: ImageHeader): boolean {
  const pixels = image.width * image.height;
  return pixels > MAX_PIXELS || heldAtOnce(image) > MAX_DECODED_BYTES;
}

/** Bytes that the decoder holds at once; a baseline JPEG or a plain PNG passes line by line. */
function heldAtOnce({ format, width, height, channels, depth, progressive }: ImageHeader): number {
  const samples = width * height * channels;
  if (format === "webp") return samples;
  // The coefficients of a progressive JPEG take two bytes each.
  if (format === "jpeg") return progressive ? samples * 2 : 0;
  // An interlaced PNG is held twice on its way.
  return progressive ? samples * depth * 2 : 0;
}

/** Public pictures nobody shows any more are kept for so long, so that a deletion can be undone. */
export const UNUSED_PICTURE_MS = 7 * 24 * 60 * 60_000;
