import type { UploadType } from "#domain/media/image-limits.ts";
import { openUploadFor } from "../api/media.ts";
import { sendFile } from "../api/send-file.ts";

type How = { signal: AbortSignal; onProgress: (bytes: number) => void };

/** One attempt. Returns the URL to record; each upload URL is valid for one PUT request. */
export async function sendPicture(file: Blob, type: UploadType, { signal, onProgress }: How): Promise<string> {
  const { uploadURL, headers } = await openUploadFor({ type, size: file.size });
  await sendFile({ url: uploadURL, headers, file, signal, onProgress });
  return uploadURL;
}
