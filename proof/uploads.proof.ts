/**
 * S21, S22: what strangers' files can do. Each of the hostile files is refused, or made anew so that nothing of it but
 * its pixels is served; the child that opens them stays below 300 MiB; what is endless is cut off; nothing is left.
 */
import { existsSync, readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import sharp from "sharp";
import type { Picture } from "#contract/media.ts";
import { widthsOf } from "#domain/media/picture.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { watchChildren } from "./support/children.ts";
import { type HostileFile, heavyFiles, hostileFiles } from "./support/hostile-files.ts";

const MOST_MIB = 300;
const MOST_MS = 3000;
const MOST_SENT = 16 * 1_048_576;
/** What no served file may contain: marks of what was hidden in the hostile ones. */
const MARKS = [
  "<script",
  "alert(",
  "latchkey",
  "LatchkeyPhone",
  "LatchkeyOwner",
  "GPS",
  "Exif\0",
  "xmpmeta",
  "PK\x03\x04",
];

const server = await startTestApp("sqlite");
const cookie = await server.signIn();
const children = watchChildren();
const faults: string[] = [];

async function upload({ bytes }: HostileFile): Promise<{ status: number; message: string; picture: Picture | null }> {
  const opened = await server.send("POST", "/api/objects/upload", undefined, { cookie });
  const uploadURL: string = opened.json.uploadURL;
  const headers = { "content-type": "image/jpeg", cookie };
  const put = await fetch(server.url + uploadURL, { method: "PUT", headers, body: new Uint8Array(bytes) });
  const said = await put.json();
  if (put.status !== 200) return { status: put.status, message: said.message, picture: null };
  const recorded = await server.send("POST", "/api/admin/pictures", { uploadURL, alt: "x" }, { cookie });
  return {
    status: recorded.status,
    message: recorded.json.message,
    picture: recorded.status === 201 ? recorded.json : null,
  };
}

async function allFormats(id: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { json } = await server.send("GET", "/api/admin/pictures", undefined, { cookie });
    if (json.find((one: Picture) => one.id === id)?.formats.length === 2) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  faults.push(`${id}: its formats were not made`);
}

async function lookAtServed(name: string, { id, width }: Picture): Promise<number> {
  await allFormats(id);
  const files = widthsOf(width).flatMap((one) => ["jpg", "webp", "avif"].map((format) => `${one}.${format}`));
  for (const file of files) {
    const served = await fetch(`${server.url}/pictures/${id}/${file}`);
    const bytes = Buffer.from(await served.arrayBuffer());
    const policy = served.headers.get("content-security-policy");
    if (served.headers.get("x-content-type-options") !== "nosniff" || policy !== "default-src 'none'; sandbox") {
      faults.push(`${name} ${file}: headers`);
    }
    const { exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata();
    if (exif || xmp || iptc || icc || orientation) faults.push(`${name} ${file}: metadata`);
    const found = MARKS.filter((mark) => bytes.includes(mark));
    // Three random bytes may spell GPS; next to no metadata that is no place.
    if (found.some((mark) => mark.length > 3)) faults.push(`${name} ${file}: ${found.join(", ")}`);
  }
  return files.length;
}

const files = await hostileFiles();
const counted = { refused: 0, "made anew": 0, "files served": 0 };
for (const file of files) {
  const { status, message, picture } = await upload(file);
  if (picture) {
    counted["made anew"]++;
    counted["files served"] += await lookAtServed(file.name, picture);
  } else {
    counted.refused++;
    if (![400, 403, 413, 415, 422].includes(status) || !/[.]$/.test(message))
      faults.push(`${file.name}: ${status} ${message}`);
  }
}
console.log(
  `S21: ${files.length} hostile files: ${JSON.stringify(counted)}, most memory of a child ${children.peak().toFixed(0)} MiB`,
);
if (files.length < 40) faults.push("S21: fewer than 40 files");
const hostilePeak = children.peak();
if (hostilePeak > MOST_MIB) faults.push(`S21: ${hostilePeak.toFixed(0)} MiB`);

for (const traversal of [
  "../../latchkey.sqlite",
  "..%2f..%2flatchkey.sqlite",
  "%00.jpg",
  "480.jpg%00.html",
  "master.jpg",
]) {
  const answer = await fetch(`${server.url}/pictures/AAAAAAAAAAAAAAAAAAAAAA/${traversal}`);
  if (answer.status !== 404) faults.push(`${traversal}: ${answer.status}`);
}
for (const alt of ["a\0b", "\ud800"]) {
  const answer = await server.send("POST", "/api/admin/pictures", { uploadURL: "/api/uploads/../x", alt }, { cookie });
  if (answer.status !== 400) faults.push(`a text with ${JSON.stringify(alt)}: ${answer.status}`);
}

for (const file of await heavyFiles()) {
  children.reset();
  const begun = performance.now();
  const { status, picture } = await upload(file);
  const ms = performance.now() - begun;
  const mib = children.peak();
  if (picture) await allFormats(picture.id);
  const later = children.peak();
  console.log(
    `S22: ${file.name}, ${(file.bytes.length / 1e6).toFixed(1)} MB: ${status}, ${ms.toFixed(0)} ms and ${mib.toFixed(0)} MiB; other formats ${later.toFixed(0)} MiB`,
  );
  if (status !== 201 || later > MOST_MIB || ms > MOST_MS) faults.push(`S22: ${file.name}`);
}

/** Sends for ever, and answers how much was taken before the server hung up. */
async function sendWithoutEnd(): Promise<{ status: number; sent: number }> {
  const { json } = await server.send("POST", "/api/objects/upload", undefined, { cookie });
  return new Promise((resolve) => {
    const put = request(server.url + json.uploadURL, {
      method: "PUT",
      headers: { "content-type": "image/jpeg", cookie },
    });
    const block = Buffer.alloc(65_536, 0xff);
    let sent = 0;
    let status = 0;
    const push = () => {
      while (sent < 1_073_741_824) {
        sent += block.length;
        if (!put.write(block)) return;
      }
      put.end();
    };
    put.on("drain", push);
    put.on("response", (answer) => {
      status = answer.statusCode ?? 0;
      answer.resume();
    });
    put.on("error", () => {});
    put.on("close", () => resolve({ status, sent }));
    push();
  });
}
const endless = await sendWithoutEnd();
console.log(`S22: 1 GB in chunks: ${endless.status} after ${(endless.sent / 1_048_576).toFixed(1)} MiB`);
if (endless.status !== 413 || endless.sent > MOST_SENT) faults.push("S22: endless upload");

const folder = join(server.config.dataDir, "uploads");
const left = existsSync(folder) ? readdirSync(folder) : [];
console.log(`S22: ${left.length} temporary files left`);
if (left.length > 0) faults.push(`temporary files left: ${left.length}`);

children.stop();
await server.close();
if (faults.length > 0) {
  console.error(`MISSED:\n${faults.join("\n")}`);
  process.exitCode = 1;
}
