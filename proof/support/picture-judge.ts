import sharp from "sharp";

/** Hidden in the hostile files. "GPS" is not in the list, because three letters may occur by chance. */
const MARKS = ["<script", "alert(", "latchkey", "LatchkeyPhone", "LatchkeyOwner", "Exif\0", "xmpmeta", "PK\x03\x04"];

/** Camera metadata, or traces of anything other than the pixels. */
export async function faultsOf(bytes: Buffer): Promise<string[]> {
  const marks = MARKS.filter((mark) => bytes.includes(mark)).map((mark) => `has ${JSON.stringify(mark)}`);
  try {
    const { exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata();
    return exif || xmp || iptc || icc || orientation ? [...marks, "has notes"] : marks;
  } catch {
    return [...marks, "is not a picture"];
  }
}

/** The headers must keep a browser from treating a picture as a page. */
export function headerFaults(headers: Headers): string[] {
  const policy = (headers.get("content-security-policy") ?? "").split("; ");
  const isStrict =
    headers.get("x-content-type-options") === "nosniff" &&
    ["default-src 'none'", "sandbox"].every((part) => policy.includes(part)) &&
    !policy.some((part) => part.startsWith("script-src"));
  return isStrict ? [] : ["lacks its content security policy"];
}
