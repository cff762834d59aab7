import Uppy, { type UppyFile } from "@uppy/core";
import { MAX_UPLOAD_BYTES, UPLOAD_TYPES } from "#domain/media/image-limits.ts";
import { refusalText } from "#domain/media/refusal.ts";
import { sniff, SNIFF_BYTES } from "#domain/media/sniff.ts";
import { withRetries } from "./retry.ts";
import { sendPicture } from "./send-picture.ts";

type Meta = Record<string, unknown>;
type Body = Record<string, never>;
export type ChosenFile = UppyFile<Meta, Body>;

export const MAX_REFUSAL_MESSAGES = 4;

/** Uppy without its interface, with the rules in SPEC 9 and the messages in SPEC 8. */
export function createUploader({ onRetry }: { onRetry: (tries: number) => void }): Uppy<Meta, Body> {
  const uppy = new Uppy<Meta, Body>({
    restrictions: { maxNumberOfFiles: 1, maxFileSize: MAX_UPLOAD_BYTES, allowedFileTypes: [...UPLOAD_TYPES] },
    allowMultipleUploadBatches: true,
  });
  let cancelled = new AbortController();
  uppy.on("cancel-all", () => {
    cancelled.abort();
    cancelled = new AbortController();
  });

  uppy.addUploader(async ([id]) => {
    const file = id === undefined ? undefined : uppy.getFile(id);
    if (!file) return;
    const { signal } = cancelled;
    uppy.emit("upload-start", [file]);
    try {
      const uploadURL = await withRetries(() => send(uppy, file, signal), { signal, onRetry });
      uppy.emit("upload-success", uppy.getFile(file.id), { status: 200, body: {}, uploadURL });
    } catch (error) {
      if (signal.aborted) return;
      uppy.emit("upload-error", file, error instanceof Error ? error : new Error("unknown"));
      throw error;
    }
  });
  return uppy;
}

function send(uppy: Uppy<Meta, Body>, file: ChosenFile, signal: AbortSignal): Promise<string> {
  const type = UPLOAD_TYPES.find((one) => one === file.type);
  const bytes = file.data instanceof Blob ? file.data : new Blob();
  if (!type) throw new Error("Uppy accepted a file type that it should have rejected");
  const onProgress = (bytesUploaded: number) => {
    const current = uppy.getFile(file.id);
    if (current)
      uppy.emit("upload-progress", current, { uploadStarted: Date.now(), bytesUploaded, bytesTotal: bytes.size });
  };
  return sendPicture(bytes, type, { signal, onProgress });
}

/** Based on the file's content; empty if the content is of an accepted type. */
export async function adviceFor(file: Blob): Promise<string> {
  const kind = sniff(new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer()));
  return kind === "jpeg" || kind === "png" || kind === "webp" ? "" : refusalText(kind);
}
