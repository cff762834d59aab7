import fc from "fast-check";
import jsQR from "jsqr";
import sharp from "sharp";
import { expect, test } from "vitest";
import { wifiText } from "#domain/property/wifi.ts";
import { qrCode } from "./qr-code.ts";

/** What a camera reads from the SVG at the SVG's own size. */
async function scanned(svg: string): Promise<string | null> {
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? null;
}

test("the QR code of a two-factor secret can be scanned", async () => {
  const address = "otpauth://totp/Kandy%27s%20Treasures:host?issuer=Kandy%27s%20Treasures&secret=JBSWY3DPEHPK3PXP";
  expect(await scanned(qrCode(address))).toBe(address);
});

test("QR codes of random WiFi networks can be scanned", async () => {
  const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 16 });
  const password = fc.string({ unit: "grapheme-ascii", maxLength: 63 });
  await fc.assert(
    fc.asyncProperty(name, password, async (ssid, secret) => {
      const text = wifiText(ssid, secret);
      expect(await scanned(qrCode(text))).toBe(text);
    }),
    { numRuns: 30 },
  );
});
