import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

/** A typical phone photo: 12 megapixels. */
const SIZE = { width: 4000, height: 3000, fit: "cover" } as const;
const QUALITY = 88;

/** From the folder PHOTOGRAPHS, slightly tinted, or else generated. */
export async function photographs(count: number): Promise<{ from: string; files: Buffer[] }> {
  const folder = process.env["PHOTOGRAPHS"];
  const names = folder ? readdirSync(folder).filter((name) => /\.jpe?g$/i.test(name)) : [];
  const files: Buffer[] = [];
  for (let i = 0; i < count; i++) {
    const name = names[i % Math.max(1, names.length)];
    files.push(folder && name ? await tinted(join(folder, name), i) : await madeUp(i));
  }
  const real = Math.min(names.length, count);
  return { from: real > 0 ? `${real} real ones in ${folder}` : "generated", files };
}

/** So that a reused photo is a different picture. */
function tinted(file: string, turn: number): Promise<Buffer> {
  return sharp(file).modulate({ hue: turn }).jpeg({ quality: QUALITY }).toBuffer();
}

/** Noise at four scales, stronger at the coarser ones, which compresses like a photo. */
async function madeUp(seed: number): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 120 + seed * 3 } as const;
  const layer = (cells: number, sigma: number) =>
    sharp({ create: { width: cells, height: cells, channels: 3, background: "#000", noise: { ...noise, sigma } } })
      .resize(SIZE.width, SIZE.height, { fit: "fill" })
      .png({ compressionLevel: 0 })
      .toBuffer();
  const finer = await Promise.all([layer(60, 40), layer(400, 20), layer(1600, 12)]);
  const image = sharp(await layer(8, 70)).composite(finer.map((input) => ({ input, blend: "soft-light" as const })));
  return image.jpeg({ quality: QUALITY }).toBuffer();
}
