import sharp from "sharp";

/** What no served file may contain: marks of what was hidden in the hostile ones. "GPS" alone may come by chance. */
const MARKS = ["<script", "alert(", "latchkey", "LatchkeyPhone", "LatchkeyOwner", "Exif\0", "xmpmeta", "PK\x03\x04"];

/** What is wrong with a picture that strangers get: notes of a camera, or traces of what was not its pixels. */
export async function faultsOf(bytes: Buffer): Promise<string[]> {
  const marks = MARKS.filter((mark) => bytes.includes(mark)).map((mark) => `has ${JSON.stringify(mark)}`);
  try {
    const { exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata();
    return exif || xmp || iptc || icc || orientation ? [...marks, "has notes"] : marks;
  } catch {
    return [...marks, "is no picture"];
  }
}

/** Of an answer with a picture, what its headers lack so that no browser takes it for a page. */
export function headerFaults(headers: Headers): string[] {
  const isStrict =
    headers.get("x-content-type-options") === "nosniff" &&
    headers.get("content-security-policy") === "default-src 'none'; sandbox";
  return isStrict ? [] : ["lacks its own policy"];
}
