import type { FileKind } from "./sniff.ts";

export type PictureRefusal = Exclude<FileKind, "jpeg" | "png" | "webp"> | "damaged" | "too-many-pixels" | "too-slow";

export const SUPPORTED_FORMATS = "Choose a JPEG, PNG or WebP picture.";

/** What is wrong with the file, and what to do about it. */
const MESSAGES = {
  empty: "This file is empty. Choose another picture.",
  animated: `We don't support animated pictures. ${SUPPORTED_FORMATS}`,
  gif: `We don't support GIF pictures. ${SUPPORTED_FORMATS}`,
  avif: "We don't accept AVIF pictures. Save this one as JPEG and upload that; we create small AVIF files from it.",
  heic: "This is an HEIC photo, which most browsers cannot open. Add it in Safari on an iPhone or a Mac, which converts it. For new photos, choose Settings, Camera, Formats, Most Compatible on the iPhone.",
  svg: "SVG drawings can contain scripts, so we don't accept them. Save this one as PNG and choose that.",
  tiff: "We don't support TIFF pictures. Save this one as JPEG and choose that.",
  bmp: "We don't support BMP pictures. Save this one as JPEG or PNG and choose that.",
  pdf: "This is a PDF document. Save the page as JPEG or PNG and choose that.",
  video: "This is a video. Choose a photo.",
  unknown: `We can't open this file as a picture. ${SUPPORTED_FORMATS}`,
  damaged: "This picture is damaged and can't be opened. Choose another one, or save this one again and retry.",
  "too-many-pixels":
    "This picture has too many pixels. Make it smaller, at most 5000 pixels on the longer side, and try again.",
  "too-slow":
    "This picture takes too long to open. Make it smaller, at most 5000 pixels on the longer side, and try again.",
} satisfies Record<PictureRefusal, string>;

export function refusalText(refusal: PictureRefusal): string {
  return MESSAGES[refusal];
}
