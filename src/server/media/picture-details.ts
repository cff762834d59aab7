import { versionOf } from "../runtime/version-of.ts";
import type { PictureDetails } from "./ports.ts";

/** Just the details that a person enters for a picture. */
export function pictureDetailsOf({ alt, focusX, focusY, author, licence, source }: PictureDetails): PictureDetails {
  return { alt, focusX, focusY, author, licence, source };
}

/** A version hash of the details, so that two people editing at once do not overwrite each other. */
export function versionOfDetails(picture: PictureDetails): string {
  return versionOf(pictureDetailsOf(picture));
}
