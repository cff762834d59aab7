import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

/** A photo like one from a phone: rotated, with GPS metadata. */
function photo(width = 1300, height = 900, shade = 90): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: { r: shade, g: 120, b: 60 } } })
    .withExif({
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "7/1 17/1 30/1" },
      IFD0: { Make: "Phone" },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

describe.each(engines)("pictures on %s", (engine) => {
  let server: TestApp;
  let cookie: string;
  beforeAll(async () => {
    server = await startTestApp(engine);
    cookie = await server.signIn();
  });
  afterAll(() => server.close());

  const host = (method: string, path: string, body?: unknown, as = cookie) =>
    server.send(method, path, body, { cookie: as });
  const put = (path: string, body: Buffer, type = "image/jpeg", as = cookie) =>
    fetch(server.url + path, {
      method: "PUT",
      body: new Uint8Array(body),
      headers: { "content-type": type, cookie: as },
    });
  const open = async (bounds?: object, as = cookie): Promise<string> =>
    (await host("POST", "/api/objects/upload", bounds, as)).json.uploadURL;
  async function upload(bytes: Buffer, details: object = {}) {
    const uploadURL = await open({ type: "image/jpeg", size: bytes.length });
    expect((await put(uploadURL, bytes)).status).toBe(200);
    return host("POST", "/api/admin/pictures", { uploadURL, ...details });
  }
  const staged = () => {
    const folder = join(server.config.dataDir, "uploads");
    return existsSync(folder) ? readdirSync(folder) : [];
  };

  test("a photo is rotated upright, loses its metadata, and is cached for a year under a content-based address", async () => {
    const bytes = await photo();
    expect((await sharp(bytes).metadata()).exif?.includes("Phone")).toBe(true);
    const before = staged();
    const recorded = await upload(bytes, { alt: "The gate", focusX: 30, focusY: 70 });
    expect(recorded.status).toBe(201);
    expect(recorded.json).toMatchObject({ width: 900, height: 1300, alt: "The gate", focusX: 30, inUse: false });
    expect(recorded.json.tiny).toMatch(/^data:image\/webp;base64,/);
    expect(recorded.json.tiny.length).toBeLessThan(400);
    expect(staged()).toEqual(before);

    const served = await fetch(server.url + recorded.json.url);
    expect(served.status).toBe(200);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "cache-control": "public, max-age=31536000, immutable",
      "content-disposition": `inline; filename="${recorded.json.url.split("/").at(-1)}"`,
      "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    const { width, height, exif, icc, xmp, orientation } = await sharp(
      Buffer.from(await served.arrayBuffer()),
    ).metadata();
    expect({ width, height, exif, icc, xmp, orientation }).toEqual({ width: 900, height: 1300 });
    expect((await upload(bytes)).json.id).toBe(recorded.json.id);
    const master = `/pictures/${recorded.json.id}/master.jpg`;
    for (const path of [master, "/pictures/..%2f..%2flatchkey.sqlite/480.jpg", "/pictures/x/480.jpg"]) {
      expect((await fetch(server.url + path)).status, path).toBe(404);
    }
  });

  test("S23: an upload address works once, for five minutes, and only for its session, type and length", async () => {
    const bytes = await photo(60, 40);
    const bounds = { type: "image/jpeg", size: bytes.length };
    const used = await open(bounds);
    expect((await put(used, bytes)).status).toBe(200);
    expect((await put(used, bytes)).status, "again").toBe(403);

    const other = await server.signIn();
    const mine = await open(bounds);
    expect((await put(mine, bytes, "image/jpeg", other)).status, "other session").toBe(403);
    expect((await host("POST", "/api/admin/pictures", { uploadURL: used }, other)).status, "other session").toBe(403);
    expect((await put(mine, bytes, "image/jpeg", "")).status, "no session").toBe(401);
    expect((await put(await open(bounds), bytes, "image/png")).status, "other type").toBe(403);
    expect((await put(await open(bounds), bytes.subarray(1))).status, "shorter").toBe(403);
    expect((await put(await open(bounds), Buffer.concat([bytes, bytes]))).status, "longer").toBe(403);
    const forged = used.slice(0, -4) + "AAAA";
    expect((await put(forged, bytes)).status, "forged").toBe(403);

    const late = await open(bounds);
    server.clock.advance(5 * 60_000 + 1);
    expect((await put(late, bytes)).status, "expired").toBe(403);
  });

  test("attraction images are public, the host can add and delete them, and the specified order of calls works", async () => {
    const bytes = await photo(64, 48, 200);
    const uploadURL = await open();
    await put(uploadURL, bytes);
    const image = { attractionName: "Kandy Lake", imageUrl: uploadURL, altText: "Egrets" };
    const added = await host("POST", "/api/attraction-images", image);
    expect(added.status).toBe(201);
    const listed = await server.send("GET", "/api/attraction-images");
    expect(listed.json).toContainEqual(added.json);
    expect(Object.keys(added.json).sort()).toEqual(["altText", "attractionName", "id", "imageUrl", "uploadedAt"]);
    const site = await server.send("GET", "/api/site");
    expect(site.json.pictures).toMatchObject([{ url: added.json.imageUrl, width: 48, height: 64 }]);
    expect((await host("DELETE", `/api/attraction-images/${added.json.id}`)).status).toBe(204);
    expect((await host("DELETE", `/api/attraction-images/${added.json.id}`)).status).toBe(404);
    expect((await server.send("GET", "/api/site")).json.pictures).toEqual([]);
    const log = (await host("GET", "/api/admin/audit")).text;
    expect(log).toContain("Added an attraction image");
    expect(log).toContain("Deleted an attraction image");
  });

  test("every save is in the audit log and can be undone: changing picture details, adding or deleting an image", async () => {
    const recorded = (await upload(await photo(300, 200, 33), { alt: "The gate", author: "Nimal", focusX: 20 })).json;
    const address = `/api/admin/pictures/${recorded.id}`;
    const { version: seen } = recorded;
    const changed = await host("PUT", address, { alt: "The old gate", focusX: 80, seen });
    expect(changed.json).toMatchObject({ alt: "The old gate", author: "", focusX: 80 });
    // The second of two tabs has an outdated version of the details.
    const late = await host("PUT", address, { alt: "Written in another tab", seen });
    expect([late.status, late.json.message]).toEqual([409, expect.stringContaining("have changed in the meantime")]);

    const log = async () => (await host("GET", "/api/admin/audit")).json.entries;
    const undo = (id: string) => host("POST", `/api/admin/content/changes/${id}/undo`);
    const [entry] = await log();
    expect(entry).toMatchObject({
      act: "Changed a picture",
      before: { alt: "The gate", author: "Nimal", focusX: 20 },
      after: { alt: "The old gate", author: "", focusX: 80 },
    });
    const undone = await undo(entry.changeId);
    expect(undone.status, undone.text).toBe(200);
    const present = async () =>
      (await host("GET", "/api/admin/pictures")).json.find((one: { id: string }) => one.id === recorded.id);
    expect(await present()).toMatchObject({ alt: "The gate", author: "Nimal", focusX: 20 });
    expect((await undo(entry.changeId)).json.message).toContain("already been undone");
    expect((await undo(undone.json.changeId)).status, "undoing the undo").toBe(200);
    expect(await present()).toMatchObject({ alt: "The old gate", author: "" });
    await host("PUT", address, { alt: "Said otherwise" });
    expect((await undo(entry.changeId)).json.message).toContain("changed again after this");
    // Uploading the same file again changes no details.
    await host("PUT", address, { alt: "Said otherwise", author: "Nimal" });
    expect((await upload(await photo(300, 200, 33))).json).toMatchObject({ alt: "Said otherwise", author: "Nimal" });

    const image = { attractionName: "Kandy Lake", imageUrl: recorded.url, altText: "Egrets" };
    const { id } = (await host("POST", "/api/attraction-images", image)).json;
    const shown = async () =>
      (await server.send("GET", "/api/attraction-images")).json.map((image: { id: string }) => image.id);
    const added = (await log())[0];
    await host("DELETE", `/api/attraction-images/${id}`);
    const deleted = (await log())[0];
    expect([added.act, deleted.act]).toEqual(["Added an attraction image", "Deleted an attraction image"]);
    expect((await undo(deleted.changeId)).status).toBe(200);
    expect(await shown()).toEqual([id]);
    expect((await undo(deleted.changeId)).status, "it is there").toBe(409);
    expect((await undo(added.changeId)).status).toBe(200);
    expect(await shown()).toEqual([]);
    expect((await undo("no-such-change")).status).toBe(404);
  });

  // The engine makes no difference to how pictures are read and encoded.
  if (engine !== "sqlite") return;

  test("the WebP and AVIF formats are created in the background", async () => {
    const { json } = await upload(await photo(500, 400, 10));
    const formats = async () =>
      (await host("GET", "/api/admin/pictures")).json.find((one: { id: string }) => one.id === json.id).formats;
    // Encoding has low priority, so it takes a long time on a busy machine.
    await expect.poll(formats, { timeout: 170_000 }).toEqual(["webp", "avif"]);
    for (const [file, format] of [
      ["400.avif", "heif"],
      ["400.webp", "webp"],
    ]) {
      const served = await fetch(`${server.url}/pictures/${json.id}/${file}`);
      expect((await sharp(Buffer.from(await served.arrayBuffer())).metadata()).format).toBe(format);
    }
  }, 180_000);

  test("S22: a 10 MB upload is accepted; one byte more is rejected and leaves nothing behind", async () => {
    const small = await photo(60, 40);
    const padded = (size: number) => Buffer.concat([small, Buffer.alloc(size - small.length)]);
    expect((await put(await open(), padded(10_485_760))).status).toBe(200);
    const before = staged().length;
    const tooLong = await put(await open(), padded(10_485_761));
    expect(tooLong.status).toBe(413);
    expect((await tooLong.json()).message).toContain("exceeds maximum allowed size");
    expect((await host("POST", "/api/objects/upload", { type: "image/jpeg", size: 10_485_761 })).status).toBe(413);
    expect(staged()).toHaveLength(before);
  });

  test("a photo on the site gets a crop for link previews, 1200 by 630 around its focal point, and a new one if that changes", async () => {
    // The left half is dark and the right half is light, so the brightness shows which end was kept.
    const dark = await sharp({ create: { width: 1500, height: 600, channels: 3, background: "#111" } })
      .png()
      .toBuffer();
    const wide = await sharp({ create: { width: 3000, height: 600, channels: 3, background: "#eee" } })
      .composite([{ input: dark, left: 0, top: 0 }])
      .jpeg()
      .toBuffer();
    const picture = (await upload(wide, { alt: "Hills", focusX: 0 })).json;
    const { hero } = (await host("GET", "/api/admin/content/property")).json;
    await host("PUT", "/api/admin/content/hero", { ...hero, imageUrl: picture.url });
    const facts = async () =>
      (await server.send("GET", "/api/site")).json.pictures.find((one: { url: string }) => one.url === picture.url);
    const brightness = async (focus: string) => {
      await expect.poll(async () => (await facts()).shareReady, { timeout: 50_000 }).toBe(true);
      const served = await fetch(`${server.url}/pictures/${picture.id}/share-${focus}.jpg`);
      const { info, data } = await sharp(Buffer.from(await served.arrayBuffer()))
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([1200, 630]);
      return (data[5] ?? 0) > 128 ? "light" : "dark";
    };
    expect(await brightness("0-50")).toBe("dark");
    await host("PUT", `/api/admin/pictures/${picture.id}`, { alt: "Hills", focusX: 100 });
    expect(await brightness("100-50")).toBe("light");
    await expect
      .poll(async () => (await fetch(`${server.url}/pictures/${picture.id}/share-0-50.jpg`)).status)
      .toBe(404);
    await host("PUT", "/api/admin/content/hero", hero);
  });

  test("a file that is not a supported picture is refused, with advice", async () => {
    for (const [bytes, text] of [
      [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"), "Save this one as PNG"],
      [Buffer.from("GIF89a......"), "Moving pictures|GIF"],
      [Buffer.from("\0\0\0\x1cftypheic\0\0\0\0mif1heic"), "Most Compatible"],
      [Buffer.alloc(0), "empty"],
    ] as const) {
      const response = await put(await open(), bytes);
      expect(response.status).toBe(415);
      expect((await response.json()).message).toMatch(new RegExp(text));
    }
    const cut = (await photo()).subarray(0, 2000);
    const uploadURL = await open();
    expect((await put(uploadURL, cut)).status).toBe(200);
    const refused = await host("POST", "/api/admin/pictures", { uploadURL });
    expect([refused.status, refused.json.message]).toEqual([422, expect.stringContaining("damaged")]);
  });
});
