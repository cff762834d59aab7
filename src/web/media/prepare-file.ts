import { MAX_UPLOAD_BYTES, type UploadType } from "#domain/media/image-limits.ts";
import { refusalText } from "#domain/media/refusal.ts";
import { sniff, SNIFF_BYTES } from "#domain/media/sniff.ts";

export type Prepared = { ok: true; file: File; type: UploadType } | { ok: false; reason: string };

/** Twice the width of the widest file that pages use. */
const LONGER_SIDE_PX = 3840;
const QUALITY = 0.9;

/** Returns the given file or, if necessary, a JPEG that this browser has made from it. */
export async function prepareFile(file: File): Promise<Prepared> {
  const kind = sniff(new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer()));
  switch (kind) {
    case "jpeg":
    case "png":
    case "webp":
      return file.size > MAX_UPLOAD_BYTES
        ? drawnAnew(file, TOO_LARGE)
        : { ok: true, file, type: `image/${kind}` satisfies UploadType };
    // Safari can open HEIC and TIFF files, and most browsers can open AVIF and BMP files.
    case "heic":
    case "avif":
    case "bmp":
    case "tiff":
      return drawnAnew(file, `This browser can't convert it. ${refusalText(kind)}`);
    default:
      return { ok: false, reason: refusalText(kind) };
  }
}

async function drawnAnew(file: File, reason: string): Promise<Prepared> {
  const drawn = await inTurn(() => drawnAsJpeg(file));
  return drawn && drawn.size <= MAX_UPLOAD_BYTES
    ? { ok: true, file: drawn, type: "image/jpeg" }
    : { ok: false, reason };
}

const TOO_LARGE =
  "This file exceeds maximum allowed size of 10 MB, and this browser can't make it smaller. Save a smaller copy of it and choose that.";

/** A decoded photo of 50 megapixels takes 200 MB, so only one is decoded at a time. */
let last: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work);
  last = next.catch(() => {});
  return next;
}

/** Upright, without metadata, and white where the picture was transparent. Null if this browser cannot convert it. */
async function drawnAsJpeg(file: File): Promise<File | null> {
  let image: ImageBitmap;
  try {
    image = await createImageBitmap(file);
  } catch {
    return null;
  }
  const scale = Math.min(1, LONGER_SIDE_PX / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.fillStyle = "white";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.imageSmoothingQuality = "high";
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  }
  image.close();
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
  // Frees the memory immediately.
  canvas.width = 0;
  const name = `${file.name.replace(/\.[^.]*$/, "")}.jpg`;
  return pen && blob ? new File([blob], name, { type: "image/jpeg", lastModified: file.lastModified }) : null;
}
