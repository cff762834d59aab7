import sharp, { type Sharp } from "sharp";
import { isTooLarge, MAX_PIXELS } from "#domain/media/image-limits.ts";
import { type LateFormat, SHARE_SIZE, widthsOf } from "#domain/media/picture.ts";
import type { PictureRefusal } from "#domain/media/refusal.ts";
import { sniff } from "#domain/media/sniff.ts";
import { OUT_OF_MEMORY, type Task, type TaskResult } from "./resizer-task.ts";
import type { PictureFile, Prepared } from "./ports.ts";

/** The child process that opens pictures. It receives one task, sends one result and then exits. */

const MAX_MEMORY_BYTES = 280 * 1_048_576;
const WATCH_MS = 10;

/**
 * The file from which every other file is created: large enough for any later size, and small enough to store. The
 * height is limited because, for a portrait photo 1920 px wide, the AVIF encoder would need more than the 300 MiB that
 * S22 allows.
 */
const MASTER_SIZE = { width: 2560, height: 1920, fit: "inside", withoutEnlargement: true } as const;

sharp.cache(false);
sharp.concurrency(1);
// We allow only the three decoders that we need: the library has many more, and some of them run programs.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});

process.once("message", (task: Task) => {
  setInterval(() => {
    if (process.memoryUsage.rss() > MAX_MEMORY_BYTES) process.exit(OUT_OF_MEMORY);
  }, WATCH_MS).unref();
  result(task).then(
    (result) => process.send?.(result, () => process.exit(0)),
    () => process.exit(1),
  );
});

async function result(task: Task): Promise<TaskResult> {
  switch (task.do) {
    case "prepare":
      return prepare(task.bytes);
    case "make":
      return { ok: true, files: await make(task) };
    case "crop":
      return { ok: true, files: [await crop(task)] };
  }
}

async function prepare(bytes: Uint8Array): Promise<TaskResult> {
  const kind = sniff(bytes);
  if (kind !== "jpeg" && kind !== "png" && kind !== "webp") return { ok: false, refusal: kind };
  try {
    const refusal = await refuseByHeader(bytes);
    return refusal ? { ok: false, refusal } : await open(bytes);
  } catch {
    return { ok: false, refusal: "damaged" };
  }
}

async function refuseByHeader(bytes: Uint8Array): Promise<PictureRefusal | null> {
  const { format, width, height, channels, depth, isProgressive, pages } = await sharp(bytes, {
    limitInputPixels: false,
  }).metadata();
  if ((pages ?? 1) > 1) return "animated";
  const progressive = isProgressive ?? false;
  const header = { format, width, height, channels, depth: depth === "ushort" ? 2 : 1, progressive };
  return isTooLarge(header) ? "too-many-pixels" : null;
}

/** Rotates the picture upright according to its EXIF data, and removes all metadata, such as place, time and camera. */
async function open(bytes: Uint8Array): Promise<Prepared> {
  const { data: master, info } = await sharp(bytes, {
    limitInputPixels: MAX_PIXELS,
    failOn: "error",
    sequentialRead: true,
  })
    .autoOrient()
    .resize(MASTER_SIZE)
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .jpeg({ quality: 92, chromaSubsampling: "4:4:4" })
    .toBuffer({ resolveWithObject: true });
  const widths = widthsOf(info.width);
  const jpegs: PictureFile[] = [];
  for (const width of widths) jpegs.push({ width, bytes: await encode(master, width, "jpg") });
  const width = widths.at(-1) ?? info.width;
  const tiny = await sharp(master).resize(16).webp({ quality: 20 }).toBuffer();
  return {
    ok: true,
    width,
    height: Math.max(1, Math.round((info.height * width) / info.width)),
    tiny: `data:image/webp;base64,${tiny.toString("base64")}`,
    master,
    jpegs,
  };
}

async function make({ master, format, widths }: Extract<Task, { do: "make" }>): Promise<PictureFile[]> {
  const files: PictureFile[] = [];
  for (const width of widths) files.push({ width, bytes: await encode(master, width, format) });
  return files;
}

/**
 * Crops around the focal point like `object-position` on a page. Crops before resizing, because a very long, narrow
 * picture would otherwise become huge first.
 */
async function crop({ master, focusX, focusY }: Extract<Task, { do: "crop" }>): Promise<PictureFile> {
  const whole = await sharp(master).metadata();
  const scale = Math.max(SHARE_SIZE.width / whole.width, SHARE_SIZE.height / whole.height);
  const width = Math.max(1, Math.min(whole.width, Math.round(SHARE_SIZE.width / scale)));
  const height = Math.max(1, Math.min(whole.height, Math.round(SHARE_SIZE.height / scale)));
  const left = Math.round(((whole.width - width) * focusX) / 100);
  const top = Math.round(((whole.height - height) * focusY) / 100);
  const image = sharp(master)
    .extract({ left, top, width, height })
    .resize({ ...SHARE_SIZE, fit: "fill" });
  return { width: SHARE_SIZE.width, bytes: await ENCODERS.jpg(image).toBuffer() };
}

/**
 * Chosen by eye and by file size on photos of houses and gardens; bench/photographs.bench.ts measures pages that use
 * these settings.
 */
const ENCODERS = {
  jpg: (image: Sharp) => image.jpeg({ quality: 74, mozjpeg: true }),
  webp: (image: Sharp) => image.webp({ quality: 72 }),
  avif: (image: Sharp, width: number) => image.avif({ quality: avifQuality(width), effort: 4 }),
};

/**
 * The wide files are for high-density screens, which gain more from extra pixels than from higher quality. The mean
 * structural similarity of six photographs on a 390 px phone at 2x is 0.87 for 768 px at quality 50 (22 kB), 0.89 for
 * 960 px at quality 50 (32 kB), 0.94 for 1200 px at quality 38 (25 kB), and 0.95 for 1200 px at quality 42 (32 kB).
 */
const avifQuality = (width: number) => (width >= 1200 ? 38 : 50);

function encode(master: Uint8Array, width: number, format: LateFormat | "jpg"): Promise<Buffer> {
  return ENCODERS[format](sharp(master).resize(width), width).toBuffer();
}
