import { versionOf } from "../runtime/version-of.ts";
import type { PictureDetails } from "./ports.ts";

export function pictureDetailsOf({ alt, focusX, focusY, author, licence, source }: PictureDetails): PictureDetails {
  return { alt, focusX, focusY, author, licence, source };
}

/** A version hash of the details, which prevents two people who edit at once from overwriting each other's changes. */
export function versionOfDetails(picture: PictureDetails): string {
  return versionOf(pictureDetailsOf(picture));
}
