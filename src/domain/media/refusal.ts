import type { FileKind } from "./sniff.ts";

/** Why a file is not taken in. */
export type PictureRefusal = Exclude<FileKind, "jpeg" | "png" | "webp"> | "damaged" | "too-many-pixels" | "too-slow";

export const TAKEN_IN = "Choose a JPEG, PNG or WebP picture.";

/** What is wrong, and what to do about it. */
const IN_WORDS = {
  empty: "This file is empty. Choose another picture.",
  animated: `Moving pictures cannot be shown here. ${TAKEN_IN}`,
  gif: `GIF pictures cannot be taken in. ${TAKEN_IN}`,
  avif: "AVIF pictures cannot be taken in. Save it as JPEG and choose that; we make small AVIF files from it ourselves.",
  heic: "This is an HEIC photo, which most programs cannot open. On an iPhone choose Settings, Camera, Formats, Most Compatible; or share the photo by email, which makes a JPEG of it.",
  svg: "SVG drawings can carry programs, so they are not taken in. Save it as PNG and choose that.",
  tiff: "TIFF pictures cannot be taken in. Save it as JPEG and choose that.",
  bmp: "BMP pictures cannot be taken in. Save it as JPEG or PNG and choose that.",
  pdf: "This is a PDF document. Save its page as JPEG or PNG and choose that.",
  video: "This is a film. Choose a photograph.",
  unknown: `This file is not a picture that we can open. ${TAKEN_IN}`,
  damaged: "This picture is damaged and cannot be opened. Choose another, or save it anew and try again.",
  "too-many-pixels":
    "This picture has too many pixels. Make it smaller, at most 5000 pixels on the longer side, and try again.",
  "too-slow":
    "This picture takes too long to open. Make it smaller, at most 5000 pixels on the longer side, and try again.",
} satisfies Record<PictureRefusal, string>;

export function refusalText(refusal: PictureRefusal): string {
  return IN_WORDS[refusal];
}
