import { attractionImages, pictureCredits } from "#contract/shown-pictures.ts";
import { queryOf } from "./client.ts";

export const attractionImagesQuery = queryOf(attractionImages, {});
export const creditsQuery = queryOf(pictureCredits, {});
