import { createHash } from "node:crypto";
import { MAX_UPLOAD_BYTES } from "#domain/media/image-limits.ts";
import { fileName } from "#domain/media/picture.ts";
import type { PictureRefusal } from "#domain/media/refusal.ts";
import type { Clock } from "../runtime/clock.ts";
import type { PictureStore } from "./picture-queries.ts";
import type { PictureDetails, PictureFiles, PictureResizer, Prepared, StagedUploads, StoredPicture } from "./ports.ts";
import type { UploadStore } from "./upload-queries.ts";

export type RecordNeeds = {
  pictures: PictureStore;
  uploads: UploadStore;
  staged: StagedUploads;
  files: PictureFiles;
  resizer: PictureResizer;
  clock: Clock;
  /** Starts the job that creates the picture's formats and crops. */
  wake: () => void;
};
type RecordRequest = PictureDetails & { uploadURL: string; sessionHash: string; actor: string };
export type RecordResult =
  | { ok: true; picture: StoredPicture }
  | { ok: false; reason: "not-yours" | "nothing-came" | "too-large" | "not-as-announced" }
  | { ok: false; reason: "refused"; refusal: PictureRefusal };

/** The file from which every other file is created; not served. */
export const MASTER = "master.jpg";

/**
 * Turns an upload into a picture: decodes it, rotates it upright, removes its metadata and stores it at a URL derived
 * from its content.
 */
export async function recordPicture(needs: RecordNeeds, request: RecordRequest): Promise<RecordResult> {
  const { pictures, uploads, staged, clock } = needs;
  const { uploadURL, sessionHash, actor, ...details } = request;
  const uploadId = uploadIn(uploadURL);
  const upload = uploadId ? await uploads.find(uploadId) : null;
  if (!uploadId || !upload || upload.sessionHash !== sessionHash) return { ok: false, reason: "not-yours" };
  if (upload.pictureId !== null) return existingPicture(pictures, upload.pictureId);

  const bytes = await staged.read(uploadId);
  if (!bytes) return { ok: false, reason: "nothing-came" };
  if (bytes === "too-large") {
    await staged.remove(uploadId);
    await uploads.forget(uploadId);
    return { ok: false, reason: "too-large" };
  }
  const announced = bytes.length <= MAX_UPLOAD_BYTES && (upload.bytes === null || upload.bytes === bytes.length);
  const id = idOf(bytes);
  const known = await pictures.find(id);
  const facts = !announced
    ? null
    : known && (await needs.files.read(`${id}/${MASTER}`))
      ? known
      : await make(needs, id, bytes);
  await staged.remove(uploadId);
  if (facts === null) {
    await uploads.forget(uploadId);
    return { ok: false, reason: "not-as-announced" };
  }
  if ("refusal" in facts) {
    await uploads.forget(uploadId);
    return { ok: false, reason: "refused", refusal: facts.refusal };
  }
  const newDetails = known ? keepDetails(known, details) : details;
  const picture = { ...facts, ...newDetails, id, createdAt: clock(), unusedSince: clock() };
  await pictures.save(picture, actor);
  await uploads.finish(uploadId, id);
  needs.wake();
  return { ok: true, picture };
}

/** Responds to a repeated request, because the response to the first request may have been lost. */
async function existingPicture(pictures: PictureStore, id: string): Promise<RecordResult> {
  const picture = await pictures.find(id);
  return picture ? { ok: true, picture } : { ok: false, reason: "not-yours" };
}

/** A picture that is uploaded again keeps its details unless new details are given. */
function keepDetails(known: StoredPicture, given: PictureDetails): PictureDetails {
  const { focusX, focusY } = given.focusX === 50 && given.focusY === 50 ? known : given;
  return {
    alt: given.alt || known.alt,
    author: given.author || known.author,
    licence: given.licence || known.licence,
    source: given.source || known.source,
    focusX,
    focusY,
  };
}

type Made = Pick<StoredPicture, "width" | "height" | "tiny" | "formats" | "share">;

async function make(
  { resizer, files }: RecordNeeds,
  id: string,
  bytes: Uint8Array,
): Promise<Made | { refusal: PictureRefusal }> {
  const prepared = await resizer.prepare(bytes);
  if (!prepared.ok) return prepared;
  await writeFirst(files, id, prepared);
  const { width, height, tiny } = prepared;
  return { width, height, tiny, formats: [], share: null };
}

async function writeFirst(files: PictureFiles, id: string, { master, jpegs }: Prepared): Promise<void> {
  await files.write(`${id}/${MASTER}`, master, "image/jpeg");
  for (const { width, bytes } of jpegs) await files.write(`${id}/${fileName(width, "jpg")}`, bytes, "image/jpeg");
}

/** Change this whenever files are created differently, because the file at a URL never changes. */
const RECIPE = "latchkey picture 2\n";

function idOf(bytes: Uint8Array): string {
  return createHash("sha256").update(RECIPE).update(bytes).digest("base64url").slice(0, 22);
}

const UPLOAD = /\/([A-Za-z0-9_-]{43})(?:\?|$)/;

function uploadIn(uploadURL: string): string | null {
  return UPLOAD.exec(uploadURL)?.[1] ?? null;
}
