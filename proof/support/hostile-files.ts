import { randomBytes } from "node:crypto";
import { deflateSync, gzipSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

export type HostileFile = { name: string; bytes: Buffer };

const SCRIPT = "<script>alert('latchkey')</script>";
const plain = (width: number, height: number, channels: 3 | 4 = 3): Sharp =>
  sharp({ create: { width, height, channels, background: { r: 90, g: 120, b: 60, alpha: 0.5 } } });
const text = (words: string) => Buffer.from(words, "latin1");

/** With its checksum. */
function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([text(name), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function pngHeader(width: number, height: number, depth: number, colour: number, interlaced = 0): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, colour, 0, 0, interlaced], 8);
  return chunk("IHDR", data);
}

/** Declares a size, and contains only zeros. */
function pngBomb(width: number, height: number, depth: number, colour: number, interlaced = 0): Buffer {
  const body = deflateSync(Buffer.alloc(4_000_000));
  return Buffer.concat([
    PNG,
    pngHeader(width, height, depth, colour, interlaced),
    chunk("IDAT", body),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** After the PNG's header. */
function withChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}

/** After the JPEG's first two bytes. */
function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

/** Changes only the size that the JPEG declares. */
function withSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = changed.findIndex((byte, i) => byte === 0xff && (changed[i + 1] === 0xc0 || changed[i + 1] === 0xc2));
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}

const gps = (image: Sharp) =>
  image
    .withExif({
      IFD0: { Make: "LatchkeyPhone", ImageDescription: SCRIPT, Copyright: "LatchkeyOwner" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "7/1 17/1 30/1", GPSLongitudeRef: "E", GPSLongitude: "80/1 42/1 0/1" },
    })
    .withMetadata({ orientation: 6 });

/** S21: not pictures, only pretending to be pictures, or more than a picture. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const jpeg = await plain(640, 480).jpeg().toBuffer();
  const png = await plain(640, 480).png().toBuffer();
  const webp = await plain(640, 480).webp().toBuffer();
  const frames = sharp(randomBytes(64 * 128 * 3), {
    raw: { width: 64, height: 128, channels: 3, pageHeight: 64 },
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`;
  const entities = `<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>`;
  const files: Record<string, Buffer> = {
    "plain.svg": text(svg),
    "prolog.svg": text(`<?xml version="1.0"?>\n<!-- a picture -->\n${svg}`),
    "entities.svg": text(entities),
    "outside.svg": text(`<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>`),
    "packed.svgz": gzipSync(svg),
    "page.html": text(`<!doctype html>${SCRIPT}`),
    "page.xhtml": text(`<html xmlns="http://www.w3.org/1999/xhtml"><body>${SCRIPT}</body></html>`),
    "shell.php": text("<?php system($_GET['c']); ?>"),
    "gif-with-shell.php.gif": text("GIF89a<?php system($_GET['c']); ?>"),
    "program.js": text("alert('latchkey')"),
    "gif-and-script.gif": text("GIF89a/*......*/=1;alert('latchkey')"),
    "document.pdf": text("%PDF-1.7\n%latchkey"),
    "archive.zip": text("PK\x03\x04latchkey"),
    "program.exe": text("MZ\x90\0\x03latchkey"),
    "program.elf": text("\x7fELF\x02latchkey"),
    "postscript.eps": text("%!PS-Adobe-3.0 EPSF-3.0\n(%pipe%id) (r) file"),
    "imagetragick.mvg": text("push graphic-context\nfill 'url(https://127.0.0.1/x\"|id\")'\npop graphic-context"),
    "magick.msl": text(`<?xml version="1.0"?><image><read filename="/etc/passwd"/></image>`),
    "moving.gif": await frames.clone().gif().toBuffer(),
    "moving.webp": await frames
      .clone()
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer(),
    "moving.png": withChunks(png, chunk("acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))),
    "bomb.avif": await plain(8000, 8000).avif({ effort: 0, quality: 1 }).toBuffer(),
    "still.avif": await plain(64, 64).avif().toBuffer(),
    "moving.avif": text("\0\0\0\x1cftypavis\0\0\0\0avismsf1"),
    "phone.heic": text("\0\0\0\x1cftypheic\0\0\0\0mif1heic"),
    "film.mp4": text("\0\0\0\x1cftypisom\0\0\0\0isommp42"),
    "scan.tiff": await plain(64, 64).tiff().toBuffer(),
    "old.bmp": text("BM\x46\0\0\0\0\0\0\0"),
    "icon.ico": Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0]),
    "new.jxl": Buffer.from([0xff, 0x0a, 0xfa, 0x1f]),
    "old.jp2": text("\0\0\0\x0cjP  \r\n\x87\n"),
    "nothing.jpg": Buffer.alloc(0),
    "one-byte.jpg": Buffer.from([0xff]),
    "start-only.jpg": Buffer.from([0xff, 0xd8, 0xff]),
    "start-only.png": PNG,
    "start-only.webp": text("RIFF\0\0\0\0WEBP"),
    "cut.jpg": jpeg.subarray(0, jpeg.length >> 1),
    "cut.png": png.subarray(0, png.length >> 1),
    "cut.webp": webp.subarray(0, webp.length >> 1),
    "noise.jpg": Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(50_000, 0xa7)]),
    "jpeg-and-page.jpg": Buffer.concat([jpeg, text(`<html>${SCRIPT}</html>`)]),
    "jpeg-and-archive.jpg": Buffer.concat([jpeg, text("PK\x03\x04latchkey")]),
    "jpeg-comment.jpg": withSegment(jpeg, 0xfe, text(SCRIPT)),
    "jpeg-xmp.jpg": withSegment(jpeg, 0xe1, text(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${SCRIPT}</x:xmpmeta>`)),
    "jpeg-notes.jpg": await gps(plain(1400, 900)).jpeg().toBuffer(),
    "png-notes.png": await gps(plain(900, 700)).png().toBuffer(),
    "webp-notes.webp": await gps(plain(900, 700)).webp().toBuffer(),
    "png-text.png": withChunks(png, chunk("tEXt", text(`Comment\0${SCRIPT}`))),
    "png-and-page.png": Buffer.concat([png, text(SCRIPT)]),
    "png-text-bomb.png": withChunks(
      png,
      chunk("zTXt", Buffer.concat([text("Comment\0\0"), deflateSync(Buffer.alloc(200_000_000))])),
    ),
    "png-profile-bomb.png": withChunks(
      png,
      chunk("iCCP", Buffer.concat([text("x\0\0"), deflateSync(Buffer.alloc(200_000_000))])),
    ),
    "png-wrong-sums.png": Buffer.from(png.map((byte, i) => (i === 29 ? byte ^ 0xff : byte))),
    "bomb-30000.png": pngBomb(30_000, 30_000, 1, 0),
    "bomb-largest.png": pngBomb(0x7fffffff, 0x7fffffff, 16, 6),
    "bomb-interlaced.png": pngBomb(7000, 7000, 16, 6, 1),
    "bomb-16000.jpg": await plain(16_000, 16_000).jpeg({ quality: 1 }).toBuffer(),
    "bomb-progressive.jpg": await plain(7000, 7000)
      .jpeg({ quality: 1, progressive: true, chromaSubsampling: "4:4:4" })
      .toBuffer(),
    "says-65500.jpg": withSize(jpeg, 65_500, 65_500),
    "bomb-12000.webp": await plain(12_000, 12_000).webp({ quality: 1, effort: 0 }).toBuffer(),
    "cmyk.jpg": await plain(600, 400).toColourspace("cmyk").jpeg().toBuffer(),
    "one-pixel.png": await plain(1, 1).png().toBuffer(),
    "thread.jpg": await plain(6000, 1).jpeg().toBuffer(),
    "ten-megabytes.jpg": Buffer.concat([jpeg, Buffer.alloc(10_485_760 - jpeg.length)]),
    "ten-megabytes-and-one.jpg": Buffer.concat([jpeg, Buffer.alloc(10_485_761 - jpeg.length)]),
  };
  return Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
}

/** The most expensive files that are accepted. */
export async function heavyFiles(): Promise<HostileFile[]> {
  const noise = (width: number, height: number) =>
    sharp({
      create: {
        width: width >> 4,
        height: height >> 4,
        channels: 3,
        background: "#888",
        noise: { type: "gaussian", mean: 128, sigma: 60 },
      },
    }).resize(width, height, { fit: "fill" });
  const sideways = { orientation: 6 };
  return [
    { name: "12 MP JPEG", bytes: await noise(4000, 3000).jpeg({ quality: 85 }).toBuffer() },
    { name: "49 MP JPEG", bytes: await noise(8160, 6112).withMetadata(sideways).jpeg({ quality: 40 }).toBuffer() },
    {
      name: "25 MP progressive JPEG",
      bytes: await noise(5760, 4320).withMetadata(sideways).jpeg({ quality: 40, progressive: true }).toBuffer(),
    },
    { name: "49 MP WebP", bytes: await noise(8096, 6096).webp({ quality: 20, effort: 0 }).toBuffer() },
    { name: "49 MP PNG", bytes: await plain(8160, 6112, 4).withMetadata(sideways).png().toBuffer() },
    { name: "24 MP interlaced PNG", bytes: await plain(4900, 4900).png({ progressive: true }).toBuffer() },
  ];
}
