import { MAX_UPLOAD_BYTES, UPLOAD_URL_MS, type UploadType } from "#domain/media/image-limits.ts";
import type { Clock } from "../runtime/clock.ts";
import { randomToken } from "../runtime/ids.ts";
import type { StagedUploads } from "./ports.ts";
import type { UploadStore } from "./upload-queries.ts";

type UploadInput = { type?: UploadType | undefined; size?: number | undefined };
type Opened = { ok: true; uploadURL: string; headers: Record<string, string> } | { ok: false; reason: "too-large" };

/**
 * Gives a session an upload URL for one file. The URL contains 256 random bits. Only this session can record the upload
 * and, unless the file goes to S3, only this session can use the URL.
 */
export async function openUpload(
  { uploads, staged, clock }: { uploads: UploadStore; staged: StagedUploads; clock: Clock },
  request: UploadInput,
  sessionHash: string,
): Promise<Opened> {
  if ((request.size ?? 0) > MAX_UPLOAD_BYTES) return { ok: false, reason: "too-large" };
  const id = randomToken();
  const bounds = { type: request.type ?? null, bytes: request.size ?? null };
  const address = await staged.address(id, bounds);
  const expiresAt = new Date(clock().getTime() + UPLOAD_URL_MS);
  await uploads.open({ id, sessionHash, expiresAt, ...bounds });
  return { ok: true, ...address };
}
