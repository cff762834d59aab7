/** SPEC 9: one image file of at most 10 MB. */
export const MAX_UPLOAD_BYTES = 10_485_760;
export const UPLOAD_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
export type UploadType = (typeof UPLOAD_TYPES)[number];

/** An upload URL is valid for one file and for this long. */
export const UPLOAD_URL_MS = 5 * 60_000;
/** An upload is deleted this long after its URL has expired, whether or not it became a picture. */
export const STAGED_MS = 60 * 60_000;

/** More pixels than a phone photo under 10 MB usually has; a small file can claim billions in its header. */
export const MAX_PIXELS = 50_000_000;
/** Memory limit for decoding, to keep the child process below 300 MiB (S22). */
const MAX_DECODED_BYTES = 150_000_000;

/** The image properties in a file's header, read before decoding. */
export type ImageHeader = {
  format: string;
  width: number;
  height: number;
  channels: number;
  /** Bytes per sample. */
  depth: number;
  /** Whether the image is progressive or interlaced, which means that the whole image must be in memory. */
  progressive: boolean;
};

/** Whether the picture has too many pixels, or decoding it would exceed the memory limit. */
export function isTooLarge(image: ImageHeader): boolean {
  const pixels = image.width * image.height;
  return pixels > MAX_PIXELS || heldAtOnce(image) > MAX_DECODED_BYTES;
}

/**
 * The number of bytes that the decoder needs at once; a baseline JPEG or non-interlaced PNG is decoded line by line.
 */
function heldAtOnce({ format, width, height, channels, depth, progressive }: ImageHeader): number {
  const samples = width * height * channels;
  if (format === "webp") return samples;
  // A coefficient of a progressive JPEG takes two bytes.
  if (format === "jpeg") return progressive ? samples * 2 : 0;
  // An interlaced PNG is held in memory twice.
  return progressive ? samples * depth * 2 : 0;
}

/** How long unused public pictures are kept, so that a deletion can be undone. */
export const UNUSED_PICTURE_MS = 7 * 24 * 60 * 60_000;
