import { isTimeout } from "../core/bucket.ts";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ObjectStorage, startObjectStorage } from "../testing/object-storage.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { createS3Files } from "./bucket-files.ts";

/** `proof/storage.proof.ts` uploads photos to a real S3 server, Ceph's radosgw, and checks more refused requests. */
let storage: ObjectStorage;
let server: TestApp;
let cookie: string;
beforeAll(async () => {
  storage = await startObjectStorage();
  server = await startTestApp("sqlite", { config: { s3: storage.place } });
  cookie = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await storage.close();
});

test("a host's photo is uploaded from the browser to the bucket, stored there, and served at our address", async () => {
  const bytes = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#456" } })
    .jpeg()
    .toBuffer();
  const bounds = { type: "image/jpeg", size: bytes.length };
  const { json } = await server.send("POST", "/api/objects/upload", bounds, { cookie });
  expect(json.uploadURL).toMatch(new RegExp(`^${storage.place.endpoint}/cottage/uploads/`));
  const put = async (body: Buffer, headers: Record<string, string> = {}, uploadURL: string = json.uploadURL) => {
    const init = { method: "PUT", headers: { ...json.headers, ...headers }, body: new Uint8Array(body) };
    return (await fetch(uploadURL, init)).status;
  };
  expect(await put(bytes, { "content-type": "text/html" })).toBe(403);
  expect(await put(Buffer.concat([bytes, bytes]))).toBe(403);
  expect(await put(bytes, {}, json.uploadURL.replace("/uploads/", "/pictures/"))).toBe(403);
  expect(await put(bytes)).toBe(200);
  expect(await put(bytes)).toBe(412);
  const recorded = await server.send("POST", "/api/admin/pictures", { uploadURL: json.uploadURL }, { cookie });
  expect(recorded.status).toBe(201);
  expect([...storage.objects.keys()].filter((name) => name.startsWith("cottage/uploads/"))).toEqual([]);
  expect([...storage.objects.keys()]).toContain(`cottage${recorded.json.url}`);
  const served = await fetch(server.url + recorded.json.url);
  const { width, format } = await sharp(Buffer.from(await served.arrayBuffer())).metadata();
  expect({ status: served.status, width, format }).toEqual({ status: 200, width: 90, format: "jpeg" });
});

test("a file of more than 10 MB whose size was not announced is deleted, and the error states the limit", async () => {
  const { json } = await server.send("POST", "/api/objects/upload", {}, { cookie });
  const body = new Uint8Array(10_485_761);
  expect((await fetch(json.uploadURL, { method: "PUT", headers: json.headers, body })).status).toBe(200);
  const refused = await server.send("POST", "/api/admin/pictures", { uploadURL: json.uploadURL }, { cookie });
  expect([refused.status, refused.json.message]).toEqual([
    413,
    expect.stringContaining("maximum allowed size of 10 MB"),
  ]);
  expect([...storage.objects.keys()].filter((name) => name.startsWith("cottage/uploads/"))).toEqual([]);
});

test("Node's own time limit counts as a slow connection; a lost connection does not", () => {
  const failed = (code: string) => new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
  expect([failed("UND_ERR_HEADERS_TIMEOUT"), failed("UND_ERR_BODY_TIMEOUT")].every(isTimeout)).toBe(true);
  expect([failed("ECONNREFUSED"), new TypeError("terminated")].some(isTimeout)).toBe(false);
});

test("a request to unresponsive storage times out, and the error for a rejected request contains no secret", async () => {
  storage.mood = "silent";
  await expect(createS3Files(storage.place, 100).read("one/480.jpg")).rejects.toThrow(
    "does not respond, or the connection is too slow",
  );
  storage.mood = "up";
  const wrong = createS3Files({ ...storage.place, secretAccessKey: "another" });
  await expect(wrong.write("one/480.jpg", Buffer.from("x"), "image/jpeg")).rejects.toThrow(
    /^The bucket cottage rejects the key\. Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and the key's permissions\.$/,
  );
  expect(await createS3Files(storage.place).read("one/480.jpg")).toBe(null);
});
