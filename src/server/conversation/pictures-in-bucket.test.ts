import { rmSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createArchives } from "../backups/stored-archives.ts";
import { DEFAULT_BACKUPS } from "../config.ts";
import { scratchDatabase } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { type ObjectStorage, startObjectStorage } from "../testing/object-storage.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

/**
 * Pictures in conversations, stored in an S3 bucket. Tested only on SQLite, because the choice of database makes no
 * difference.
 */
let storage: ObjectStorage;
let server: TestApp;
let host: string;
beforeAll(async () => {
  storage = await startObjectStorage();
  server = await startTestApp("sqlite", { config: { s3: storage.place } });
});
beforeEach(async () => {
  storage.mood = "up";
  host = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await storage.close();
});

const photo = (shade = 90) =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: { r: shade, g: 120, b: 60 } } })
    .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "7/1 17/1 30/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

let day = 0;
async function booked(email = GUEST.email) {
  day += 3;
  const at = (n: number) => new Date(Date.UTC(2027, 0, day + n)).toISOString().slice(0, 10);
  const made = await bookStay(server, { checkInDate: at(0), checkOutDate: at(2) }, { ...GUEST, email });
  return { id: String(made.json.id), cookie: cookieOf(made), reference: String(made.json.reference) };
}
type Stay = Awaited<ReturnType<typeof booked>>;

async function upload(stay: Stay, { by = "", cookie = stay.cookie, shade = 90 } = {}) {
  const response = await fetch(`${server.url}/api${by}/bookings/${stay.id}/pictures`, {
    method: "POST",
    headers: { "content-type": "image/jpeg", cookie },
    body: new Uint8Array(await photo(shade)),
  });
  return { status: response.status, json: JSON.parse(await response.text()) };
}
const write = (stay: Stay, pictures: string[]) =>
  server.send("POST", `/api/bookings/${stay.id}/messages`, { text: "Look", pictures }, { cookie: stay.cookie });
const seen = (stay: Stay, id: string, cookie: string, by = "") =>
  fetch(`${server.url}/api${by}/bookings/${stay.id}/pictures/${id}/large`, { headers: { cookie } });
const stored = (id = "") =>
  [...storage.objects.keys()].filter((name) => name.startsWith(`cottage/pictures/conversation/${id}`)).toSorted();
const filesOf = (id: string) => ["large", "small"].map((size) => `cottage/pictures/conversation/${id}/${size}.jpg`);
const collect = () => server.app.runJobs(/^delete pictures of deleted messages$/);
async function eraseGuest(stay: Stay) {
  const cancel = { version: 1, waiveFee: true, expectedFee: "0.00" };
  await server.send("POST", `/api/admin/bookings/${stay.id}/cancel`, cancel, { cookie: host });
  const path = `/api/admin/bookings/${stay.id}/erase-guest`;
  return server.send("POST", path, { reference: stay.reference }, { cookie: host });
}

test("guest and host send each other pictures that are stored in the bucket, and nobody else can read them", async () => {
  const [stay, other] = [await booked(), await booked("other@example.com")];
  const [theirs, mine] = [await upload(stay), await upload(stay, { by: "/admin", cookie: host, shade: 10 })];
  expect([theirs.status, mine.status]).toEqual([201, 201]);
  expect(stored(theirs.json.id)).toEqual(filesOf(theirs.json.id));
  expect((await write(stay, [theirs.json.id])).status).toBe(201);
  const answer = { text: "So", pictures: [mine.json.id] };
  const path = `/api/admin/bookings/${stay.id}/messages`;
  expect((await server.send("POST", path, answer, { cookie: host })).status).toBe(201);
  for (const { json } of [theirs, mine]) {
    for (const [cookie, by] of [
      [stay.cookie, ""],
      [host, "/admin"],
    ] as const) {
      const picture = await seen(stay, json.id, cookie, by);
      expect([picture.status, picture.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
      const { width, height, exif } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
      expect({ width, height, exif }).toEqual({ width: 60, height: 90 });
    }
    expect((await seen(stay, json.id, other.cookie)).status).toBe(403);
    expect((await seen(other, json.id, other.cookie)).status).toBe(404);
    expect((await seen(stay, json.id, "", "/admin")).status).toBe(401);
    // The picture cannot be opened at a public URL of our site or in the bucket itself.
    expect((await fetch(`${server.url}/pictures/conversation/${json.id}/large.jpg`)).status).toBe(404);
    expect((await fetch(`${storage.place.endpoint}/${filesOf(json.id)[0]}`)).status).toBe(403);
  }
});

test("the guest's data export contains the pictures, and erasure deletes them from the bucket at once", async () => {
  const stay = await booked("gone@example.com");
  const [sent, unsent] = [await upload(stay), await upload(stay, { shade: 20 })];
  await write(stay, [sent.json.id]);
  const path = `/api/admin/bookings/${stay.id}/personal-data`;
  const { json } = await server.send("GET", path, undefined, { cookie: host });
  const jpeg = storage.objects.get(filesOf(sent.json.id)[0] ?? "")?.toString("base64");
  expect(json.message_picture).toMatchObject([{ author: "guest", picture: `data:image/jpeg;base64,${jpeg}` }]);
  expect((await eraseGuest(stay)).status).toBe(200);
  expect([stored(sent.json.id), stored(unsent.json.id)]).toEqual([[], []]);
  expect((await seen(stay, sent.json.id, host, "/admin")).status).toBe(404);
});

test("a guest can be erased while the bucket is unavailable, and the pictures are deleted once it is back", async () => {
  const stay = await booked("away@example.com");
  const { json } = await upload(stay);
  await write(stay, [json.id]);
  storage.mood = "failing";
  expect((await eraseGuest(stay)).status).toBe(200);
  expect((await seen(stay, json.id, host, "/admin")).status).toBe(404);
  storage.mood = "up";
  expect(stored(json.id)).toEqual(filesOf(json.id));
  await collect();
  expect(stored(json.id)).toEqual([]);
});

test("pictures that were never sent are deleted from the bucket after two hours; those that were sent are deleted when their guest is erased", async () => {
  const stay = await booked("old@example.com");
  const [sent, unsent] = [await upload(stay), await upload(stay, { shade: 20 })];
  await write(stay, [sent.json.id]);
  server.clock.advance(121 * 60_000);
  await collect();
  expect([stored(sent.json.id), stored(unsent.json.id)]).toEqual([filesOf(sent.json.id), []]);
  const now = server.clock();
  // Almost four years after the stay.
  server.clock.set("2031-01-01T00:00:00Z");
  await server.app.runJobs(/^erase guests after the retention time$/);
  server.clock.set(now.toISOString());
  expect(stored(sent.json.id)).toEqual([]);
});

test("a picture that the bucket rejects is refused with a message, and text can still be sent", async () => {
  const stay = await booked();
  storage.mood = "failing";
  const { status, json } = await upload(stay);
  expect([status, json.message]).toEqual([
    503,
    "We can't store pictures right now. Please send your message without them, or try again later.",
  ]);
  expect((await write(stay, [])).status).toBe(201);
  storage.mood = "up";
  expect((await upload(stay)).status).toBe(201);
});

test("a backup and an export contain the pictures, and a restored installation shows them from its own bucket", async () => {
  const stay = await booked("moves@example.com");
  const { json } = await upload(stay);
  await write(stay, [json.id]);
  const archives = (target: { dataDir: string; databaseUrl: string | null }, bucket: string) =>
    createArchives({
      config: { ...target, backups: DEFAULT_BACKUPS, s3: { ...storage.place, bucket } },
      version: "0.0.0",
    });
  const here = archives(server.config, "cottage");
  const run = await here.backUp("nightly");
  expect(run).toMatchObject({ reason: null, proof: { pictures: stored().length } });
  const exported = join(server.config.dataDir, "all.tar.gz");
  await here.exportTo(exported);
  for (const [bucket, file] of [
    ["restored", join(server.config.dataDir, "backups", run.proof?.name ?? "")],
    ["moved", exported],
  ] as const) {
    const there = await scratchDatabase("sqlite");
    await archives(there, bucket).restore(file);
    const config = { ...there, s3: { ...storage.place, bucket } };
    const second = await startTestApp("sqlite", { config });
    const cookie = await second.signIn();
    const path = `/api/admin/bookings/${stay.id}/pictures/${json.id}/large`;
    const response = await fetch(second.url + path, { headers: { cookie } });
    const bytes = storage.objects.get(filesOf(json.id)[0] ?? "");
    expect([response.status, Buffer.from(await response.arrayBuffer())]).toEqual([200, bytes]);
    await second.close();
    await there.remove();
  }
  rmSync(exported);
});
