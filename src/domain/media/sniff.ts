/** The file type according to the first bytes of the file; the file name and the browser's type are not reliable. */
export type FileKind =
  | "jpeg"
  | "png"
  | "webp"
  | "animated"
  | "gif"
  | "avif"
  | "heic"
  | "svg"
  | "tiff"
  | "bmp"
  | "pdf"
  | "video"
  | "empty"
  | "unknown";

/** Bytes needed to determine the type; the animation marker of a PNG may come after these bytes. */
export const SNIFF_BYTES = 4096;

export function sniff(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) return "empty";
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return "jpeg";
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return pngMoves(bytes) ? "animated" : "png";
  const text = latin(bytes, 0, 1024);
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return webpMoves(bytes) ? "animated" : "webp";
  if (/^GIF8[79]a/.test(text)) return "gif";
  if (text.slice(4, 8) === "ftyp") return kindOfBrand(text.slice(8, 40));
  if (/^(II\*\0|MM\0\*)/.test(text)) return "tiff";
  if (text.startsWith("BM")) return "bmp";
  if (text.startsWith("%PDF")) return "pdf";
  return /<svg[\s>]/i.test(latin(bytes, 0, SNIFF_BYTES)) ? "svg" : "unknown";
}

function startsWith(bytes: Uint8Array, start: number[]): boolean {
  return start.every((byte, i) => bytes[i] === byte);
}

function latin(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, Math.min(to, bytes.length)));
}

/** ISO 14496-12: the major brand comes first, followed by the compatible brands. */
function kindOfBrand(brands: string): FileKind {
  if (/avi[fs]/.test(brands)) return "avif";
  return /hei[cfmsx]|hev[cmx]|mif1|msf1/.test(brands) ? "heic" : "video";
}

/** An animated PNG has an acTL chunk before its first image. */
function pngMoves(bytes: Uint8Array): boolean {
  let at = 8;
  while (at + 8 <= bytes.length) {
    const name = latin(bytes, at + 4, at + 8);
    if (name === "acTL") return true;
    if (name === "IDAT") return false;
    at += 12 + (new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0) >>> 0);
  }
  return false;
}

/** The animation flag is the second bit of the flags of an extended WebP. */
function webpMoves(bytes: Uint8Array): boolean {
  return latin(bytes, 12, 16) === "VP8X" && ((bytes[20] ?? 0) & 0b10) !== 0;
}
