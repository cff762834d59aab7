import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

// The picture data that guests' browsers download. It is separate from the host's API calls for pictures, so that
// guests do not load those.

/** SPEC 3. */
export const attractionImage = z.object({
  id: z.string(),
  attractionName: z.string(),
  imageUrl: z.string(),
  altText: z.string(),
  uploadedAt: z.string(),
});
export type AttractionImage = z.output<typeof attractionImage>;

export const attractionImages = endpoint("GET", "/api/attraction-images", "anyone", {
  response: z.array(attractionImage),
});

/** Pictures on the site that other people made. */
export const pictureCredits = endpoint("GET", "/api/credits", "anyone", {
  response: z.array(
    z.object({ url: z.string(), alt: z.string(), author: z.string(), licence: z.string(), source: z.string() }),
  ),
});
