import * as contract from "#contract/media.ts";
import type { Picture } from "#contract/media.ts";
import { attractionImages as attractionImagesCall, pictureCredits } from "#contract/shown-pictures.ts";
import { hasCredit, pictureUrl, shareName } from "#domain/media/picture.ts";
import { refusalText } from "#domain/media/refusal.ts";
import { actorOf, adminOf, type Call } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { notFound, Problem } from "../http/problem.ts";
import { openUpload } from "./open-upload.ts";
import type { AttractionImageStore } from "./attraction-queries.ts";
import type { AttractionImage, StoredPicture } from "./ports.ts";
import { type AttractionImageResult, recordAttractionImage } from "./record-attraction-image.ts";
import { type RecordNeeds, recordPicture } from "./record-picture.ts";
import { versionOfDetails } from "./picture-details.ts";
import { CHANGED } from "./picture-queries.ts";
import { UPLOAD_MISMATCH, TOO_LARGE } from "./upload-routes.ts";

export type MediaRouteNeeds = RecordNeeds & {
  attractionImages: AttractionImageStore;
  usedPictures: () => Promise<ReadonlySet<string>>;
  changed: () => void;
};

export function mountMedia(mount: Mount, needs: MediaRouteNeeds): void {
  const { pictures, attractionImages, usedPictures } = needs;

  mount(contract.openUpload, async ({ body }, call) => {
    const { sessionHash } = await senderOf(call);
    const opened = await openUpload(needs, body, sessionHash);
    return opened.ok ? opened : new Problem(413, TOO_LARGE);
  });

  mount(contract.recordPicture, async ({ body }, call) => {
    const result = await recordPicture(needs, { ...body, ...(await senderOf(call)) });
    if (!result.ok) return refusalOf(result);
    return viewOf(result.picture, await usedPictures());
  });

  mount(contract.listPictures, async () => {
    const used = await usedPictures();
    return (await pictures.list()).map((picture) => viewOf(picture, used));
  });

  mount(contract.changePicture, async ({ params, body }, call) => {
    const { seen, ...details } = body;
    const actor = await actorOf(call);
    const result = await pictures.change(params.pictureId, { details, seen, actor, act: CHANGED });
    if (!result.ok) return result.reason === "unknown" ? notFound("This picture no longer exists.") : STALE;
    needs.changed();
    // A new crop is needed when the focal point changes.
    needs.wake();
    return viewOf(result.picture, await usedPictures());
  });

  mount(attractionImagesCall, async () => (await attractionImages.list()).map(imageView));

  mount(contract.addAttractionImage, async ({ body }, call) => {
    const result = await recordAttractionImage(needs, { ...body, ...(await senderOf(call)) });
    if (!result.ok) return refusalOf(result);
    needs.changed();
    return imageView(result.image);
  });

  mount(contract.removeAttractionImage, async ({ params }, call) => {
    const by = { actor: await actorOf(call), act: "Deleted an attraction image" };
    const removed = await attractionImages.remove(params.imageId, by);
    if (!removed) return notFound("This image has already been deleted.");
    needs.changed();
    return null;
  });

  mount(pictureCredits, async () => {
    const used = await usedPictures();
    const credited = (await pictures.list()).filter((picture) => used.has(picture.id) && hasCredit(picture));
    return credited.map((picture) => ({ ...picture, url: pictureUrl(picture.id, picture.width) }));
  });
}

const STALE = new Problem(409, "These details have changed in the meantime. Check what is saved now, then try again.");

async function senderOf(call: Call): Promise<{ sessionHash: string; actor: string }> {
  const { sessionHash, username } = await adminOf(call);
  return { sessionHash, actor: username };
}

function viewOf(picture: StoredPicture, used: ReadonlySet<string>): Picture {
  const { id, width, createdAt, share } = picture;
  return {
    ...picture,
    url: pictureUrl(id, width),
    uploadedAt: createdAt.toISOString(),
    version: versionOfDetails(picture),
    shareReady: share === shareName(picture),
    inUse: used.has(id),
  };
}

function imageView(image: AttractionImage) {
  return { ...image, uploadedAt: image.uploadedAt.toISOString() };
}

function refusalOf(result: Exclude<AttractionImageResult, { ok: true }>): Problem {
  switch (result.reason) {
    case "not-yours":
      return new Problem(
        403,
        "This upload address has expired or belongs to another session. Choose the picture again.",
      );
    case "nothing-came":
      return new Problem(400, "The file did not arrive. Choose the picture again.");
    case "too-large":
      return new Problem(413, TOO_LARGE);
    case "not-as-announced":
      return new Problem(403, UPLOAD_MISMATCH);
    case "refused":
      return new Problem(
        result.refusal.startsWith("too-") || result.refusal === "damaged" ? 422 : 415,
        refusalText(result.refusal),
      );
    case "unknown-picture":
      return new Problem(400, "This picture no longer exists. Upload it again.");
  }
}
