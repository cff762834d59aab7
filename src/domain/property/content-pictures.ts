import type { Content } from "./content.ts";
import { isOwnPicture } from "./picture-address.ts";

/**
 * The addresses of all pictures that this content names, each once. Any string in the content that is a picture's
 * address counts, so a new picture field needs no change here.
 */
export function contentPictures(content: Partial<Content>): string[] {
  return [...new Set(picturesIn(content))];
}

function picturesIn(value: unknown): string[] {
  if (typeof value === "string") return isOwnPicture(value) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(picturesIn);
}
