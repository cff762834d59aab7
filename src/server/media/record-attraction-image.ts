import { picturesIn, pictureUrl } from "#domain/media/picture.ts";
import { randomId } from "../runtime/ids.ts";
import type { AttractionImageStore } from "./attraction-queries.ts";
import type { AttractionImage } from "./ports.ts";
import { type RecordNeeds, type RecordResult, recordPicture } from "./record-picture.ts";

type Needs = RecordNeeds & { attractionImages: AttractionImageStore };
type RecordRequest = { attractionName: string; imageUrl: string; altText: string; sessionHash: string; actor: string };
export type AttractionImageResult =
  | { ok: true; image: AttractionImage }
  | { ok: false; reason: "unknown-picture" }
  | Extract<RecordResult, { ok: false }>;

/**
 * Records an uploaded image for an attraction (SPEC 7). `imageUrl` is the URL of an existing picture or of an upload.
 */
export async function recordAttractionImage(needs: Needs, request: RecordRequest): Promise<AttractionImageResult> {
  const { attractionName, altText, actor } = request;
  const found = await pictureFor(needs, request);
  if (!found.ok) return found;
  const { id, width } = found.picture;
  const image = {
    id: randomId(),
    attractionName,
    imageUrl: pictureUrl(id, width),
    altText: altText || found.picture.alt,
    uploadedAt: needs.clock(),
  };
  await needs.attractionImages.add(image, { actor, act: "Added an attraction image" });
  return { ok: true, image };
}

async function pictureFor(needs: Needs, { imageUrl, altText, sessionHash, actor }: RecordRequest) {
  const [id] = picturesIn(imageUrl);
  if (id === undefined) {
    const details = { alt: altText, focusX: 50, focusY: 50, author: "", licence: "", source: "" };
    return recordPicture(needs, { uploadURL: imageUrl, sessionHash, actor, ...details });
  }
  const picture = await needs.pictures.find(id);
  return picture ? ({ ok: true, picture } as const) : ({ ok: false, reason: "unknown-picture" } as const);
}
