import { versionOf } from "../runtime/version-of.ts";
import type { PictureDetails } from "./ports.ts";

/** What is said of a picture, and nothing else of it. */
export function pictureDetailsOf({ alt, focusX, focusY, author, licence, source }: PictureDetails): PictureDetails {
  return { alt, focusX, focusY, author, licence, source };
}

/** Names what is said of a picture, so that two who change it at once do not undo each other's work. */
export function versionOfSaid(picture: PictureDetails): string {
  return versionOf(pictureDetailsOf(picture));
}
