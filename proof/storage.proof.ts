/**
 * S23 with Ceph's radosgw (Debian: apt-get install radosgw ceph-mon ceph-osd ceph-common): an upload URL must accept
 * only one file of one type and length, and only with our signature. Pictures are created, served, backed up, and
 * restored to another bucket.
 */
import { AwsClient, AwsV4Signer } from "aws4fetch";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { bucketPictures } from "#server/backups/bucket-client.ts";
import { createArchives } from "#server/backups/stored-archives.ts";
import { DEFAULT_BACKUPS } from "#server/config.ts";
import { scratchDatabase } from "#server/testing/engines.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { prove } from "./support/proof.ts";
import { hasRadosgw, startRadosgw } from "./support/radosgw.ts";

if (!hasRadosgw()) {
  console.log("SKIPPED: radosgw is not installed (apt-get install radosgw ceph-mon ceph-osd ceph-common)");
  process.exit(0);
}
const { place, stop } = await startRadosgw();
const client = new AwsClient({ ...place, service: "s3" });
await client.fetch(`${place.endpoint}/${place.bucket}`, { method: "PUT" });
const server = await startTestApp("sqlite", { config: { s3: place } });
const cookie = await server.signIn();
const faults: string[] = [];
const answers: Record<string, number> = {};
const expectStatus = (what: string, found: number, expected: number) => {
  console.log(`S23 on radosgw: ${what}: ${found}`);
  answers[what] = found;
  if (found !== expected) faults.push(`${what}: ${found}, not ${expected}`);
};

type Address = { uploadURL: string; headers: Record<string, string> };
const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#456" } })
  .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "7/1 17/1 30/1" } })
  .jpeg()
  .toBuffer();
const open = async (as = cookie): Promise<Address> =>
  (await server.send("POST", "/api/objects/upload", { type: "image/jpeg", size: photo.length }, { cookie: as })).json;
const put = async ({ uploadURL, headers }: Address, bytes: Buffer, other: Record<string, string> = {}) =>
  (await fetch(uploadURL, { method: "PUT", headers: { ...headers, ...other }, body: new Uint8Array(bytes) })).status;
const record = (uploadURL: string, as = cookie) =>
  server.send("POST", "/api/admin/pictures", { uploadURL, alt: "A wall" }, { cookie: as });

/** Like the product's upload URLs, but already expired. */
async function shortLived(): Promise<Address> {
  const headers = { "if-none-match": "*", "content-type": "image/jpeg" };
  const url = `${place.endpoint}/${place.bucket}/uploads/short-lived?X-Amz-Expires=1`;
  const signed = { ...headers, "content-length": String(photo.length) };
  const signer = new AwsV4Signer({
    method: "PUT",
    url,
    headers: signed,
    ...place,
    service: "s3",
    signQuery: true,
    allHeaders: true,
  });
  const uploadURL = (await signer.sign()).url.href;
  await wait(2500);
  return { uploadURL, headers };
}

const address = await open();
expectStatus("other type", await put(address, photo, { "content-type": "text/html" }), 403);
expectStatus("longer", await put(address, Buffer.concat([photo, photo])), 403);
expectStatus("shorter", await put(address, photo.subarray(1)), 403);
const forged = address.uploadURL.replace(/Signature=.{8}/, "Signature=00000000");
expectStatus("forged signature", await put({ ...address, uploadURL: forged }, photo), 403);
const elsewhere = address.uploadURL.replace("/uploads/", "/pictures/");
expectStatus("another name", await put({ ...address, uploadURL: elsewhere }, photo), 403);
const expired = address.uploadURL.replace(/X-Amz-Date=\d{8}T\d{6}Z/, "X-Amz-Date=20260101T000000Z");
expectStatus("another date", await put({ ...address, uploadURL: expired }, photo), 403);
expectStatus("expired", await put(await shortLived(), photo), 403);
const without = { ...address, headers: { "content-type": "image/jpeg" } };
expectStatus("without If-None-Match", await put(without, photo), 403);
expectStatus("recorded before the upload", (await record(address.uploadURL)).status, 400);
expectStatus("the first upload", await put(address, photo), 200);
// The storage itself rejects it, because of the signed condition.
expectStatus("a second upload", await put(address, photo), 412);
expectStatus("read without a signature", (await fetch(address.uploadURL.split("?")[0] ?? "")).status, 403);
expectStatus("recorded by another session", (await record(address.uploadURL, await server.signIn())).status, 403);
const recorded = await record(address.uploadURL);
expectStatus("recorded", recorded.status, 201);
expectStatus(
  "recorded again: the same picture",
  (await record(address.uploadURL)).json.id === recorded.json.id ? 201 : 0,
  201,
);
const staged = await client.fetch(`${place.endpoint}/${place.bucket}/?prefix=uploads/`);
if ((await staged.text()).includes("<Key>")) faults.push("an upload was left behind");

const served = await fetch(server.url + recorded.json.url);
const { exif, width } = await sharp(Buffer.from(await served.arrayBuffer())).metadata();
console.log(
  `pictures on radosgw: served ${served.status}, ${width} px wide, ${exif ? "with" : "without"} camera metadata`,
);
if (served.status !== 200 || exif) faults.push("the served picture");
const hostile = await open();
const svg = Buffer.alloc(photo.length, " ");
svg.write("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
expectStatus("an SVG that says it is a JPEG", await put(hostile, svg), 200);
expectStatus("that SVG recorded", (await record(hostile.uploadURL)).status, 415);

const check = {
  id: "S23",
  what: "Upload addresses",
  aim: "expired, foreign or forged, or another type or length: 403; used: 412",
};
await prove(check, "radosgw", async () => {
  await proveBackups();
  for (const fault of faults) console.error(fault);
  return { figures: { ...answers, faults: faults.length }, met: faults.length === 0 };
});
await server.close();
stop();
/** From one bucket to a second, and restored to a third: every picture must be identical. */
async function proveBackups(): Promise<void> {
  const bucketNamed = async (bucket: string) => {
    await client.fetch(`${place.endpoint}/${bucket}`, { method: "PUT" });
    return { ...place, bucket };
  };
  const backups = { ...DEFAULT_BACKUPS, to: { ...place, bucket: "backups", prefix: "nightly/" } };
  await bucketNamed("backups");
  // The last file is created in the background, and the bucket must not change during the backup.
  const pictures = bucketPictures(place);
  while (!(await pictures.list()).some(({ name }) => name.endsWith("/share-50-50.jpg"))) await wait(200);
  const archives = (dataDir: string, s3: typeof place) =>
    createArchives({ config: { databaseUrl: null, dataDir, backups, s3 }, version: "0.0.0" });
  const run = await archives(server.config.dataDir, place).backUp("by-hand", [], (error) => console.error(error));
  const scratch = await scratchDatabase("sqlite");
  const there = await bucketNamed("elsewhere");
  const file = await archives(scratch.dataDir, there).place.fetch(run.proof?.name ?? "none", tmpdir());
  await archives(scratch.dataDir, there).restore(file);
  const [before, after] = await Promise.all([place, there].map((s3) => bucketPictures(s3).list()));
  const digest = async (s3: typeof place, name: string) => {
    const hash = createHash("sha256");
    for await (const chunk of (await bucketPictures(s3).read(name)) ?? []) hash.update(chunk);
    return hash.digest("hex");
  };
  let same = JSON.stringify(before) === JSON.stringify(after) && (before?.length ?? 0) > 0;
  for (const { name } of before ?? []) same &&= (await digest(place, name)) === (await digest(there, name));
  console.log(`backups on radosgw: ${run.proof?.pictures ?? 0} pictures, restored ${same ? "identical" : "DIFFERENT"}`);
  if (!same || run.proof?.pictures !== before?.length) faults.push("the backup of the bucket's pictures");
  rmSync(file);
  await scratch.remove();
}
