import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadBuiltSite } from "../http/built-site.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

/** A photo like those taken by phones: rotated, with its GPS location. */
function photo(shade = 90): Promise<Buffer> {
  return sharp({ create: { width: 90, height: 60, channels: 3, background: { r: shade, g: 120, b: 60 } } })
    .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "7/1 17/1 30/1" }, IFD0: { Make: "Phone" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}
const HEIC = Buffer.concat([Buffer.from("\0\0\0\x1cftypheic", "latin1"), Buffer.alloc(64)]);

describe.each(engines)("pictures in a conversation, on %s", (engine) => {
  let server: TestApp;
  let host: string;
  let free = 10 ** 12;
  beforeAll(async () => {
    const { renderPage, submitForm } = await import("#web/app/entry-server.tsx");
    const site = { ...(await loadBuiltSite(resolve("dist"))), renderPage, submitForm };
    server = await startTestApp(engine, { site, freeBytes: async () => free });
  });
  beforeEach(async () => {
    host = await server.signIn();
    free = 10 ** 12;
  });
  afterAll(() => server.close());

  let day = 0;
  async function booked(guest = GUEST) {
    day += 3;
    const at = (n: number) => new Date(Date.UTC(2027, 0, day + n)).toISOString().slice(0, 10);
    const made = await bookStay(server, { checkInDate: at(0), checkOutDate: at(2) }, guest);
    return { id: String(made.json.id), cookie: cookieOf(made), reference: String(made.json.reference) };
  }
  type Stay = Awaited<ReturnType<typeof booked>>;
  const pathOf = (stay: Pick<Stay, "id">, by = "") => `/api${by}/bookings/${stay.id}/pictures`;
  async function upload(path: string, bytes: Buffer, cookie: string, headers: Record<string, string> = {}) {
    const response = await fetch(server.url + path, {
      method: "POST",
      headers: { "content-type": "image/jpeg", cookie, ...headers },
      body: new Uint8Array(bytes),
    });
    return { status: response.status, json: JSON.parse(await response.text()) };
  }
  const get = (path: string, cookie: string) => fetch(server.url + path, { headers: { cookie } });
  const write = (stay: Stay, body: object, headers: Record<string, string> = {}) =>
    server.send("POST", `/api/bookings/${stay.id}/messages`, body, { cookie: stay.cookie, ...headers });
  const thread = async (stay: Stay) =>
    (
      await server.send("GET", `/api/admin/bookings/${stay.id}/conversation`, undefined, { cookie: host })
    ).json.entries.filter(({ kind }: { kind: string }) => kind !== "sent");
  const stored = () => {
    const folder = join(server.config.dataDir, "pictures", "conversation");
    return existsSync(folder) ? readdirSync(folder).toSorted() : [];
  };
  /** Submits the form on the guest's page, as a browser without JavaScript sends it. */
  async function submit(stay: Stay, fields: [string, string][], files: [string, Buffer][], language = "") {
    const body = new FormData();
    for (const [name, value] of [["intent", "message"], ...fields] as const) body.append(name, value);
    for (const [name, bytes] of files) body.append("pictures", new Blob([new Uint8Array(bytes)]), name);
    const response = await fetch(`${server.url}${language}/booking/confirmation/${stay.id}`, {
      method: "POST",
      headers: { cookie: stay.cookie },
      body,
      redirect: "manual",
    });
    const html = (await response.text()).replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
    return { status: response.status, location: response.headers.get("location"), html };
  }

  test("guest and host send pictures to each other, rotated upright and without metadata", async () => {
    const stay = await booked();
    const { status, json } = await upload(pathOf(stay), await photo(), stay.cookie);
    expect([status, json]).toEqual([201, { id: expect.any(String), width: 60, height: 90 }]);
    // The picture is not shown before it is sent.
    expect(await thread(stay)).toEqual([]);
    expect((await write(stay, { text: "", pictures: [json.id] })).status).toBe(201);
    const mine = await upload(pathOf(stay, "/admin"), await photo(10), host);
    const answer = { text: "So it looks now", pictures: [mine.json.id] };
    await server.send("POST", `/api/admin/bookings/${stay.id}/messages`, answer, { cookie: host });
    expect(await thread(stay)).toMatchObject([
      { kind: "guest", text: "", pictures: [json] },
      { kind: "host", text: "So it looks now", pictures: [mine.json] },
    ]);
    const row = (await server.send("GET", "/api/admin/conversations", undefined, { cookie: host })).json;
    const last = row.conversations.find(({ bookingId }: { bookingId: string }) => bookingId === stay.id);
    expect(last).toMatchObject({ text: "So it looks now", pictures: 1 });
    for (const id of [json.id, mine.json.id]) {
      for (const [path, cookie] of [
        [pathOf(stay), stay.cookie],
        [pathOf(stay, "/admin"), host],
      ] as const) {
        const seen = await get(`${path}/${id}/large`, cookie);
        expect(Object.fromEntries(seen.headers)).toMatchObject({
          "content-type": "image/jpeg",
          "cache-control": "private, no-store",
          "x-content-type-options": "nosniff",
          "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
        });
        const { width, height, exif, orientation } = await sharp(Buffer.from(await seen.arrayBuffer())).metadata();
        expect({ width, height, exif, orientation }).toEqual({ width: 60, height: 90 });
        expect((await get(`${path}/${id}/small`, cookie)).status).toBe(200);
      }
    }
    expect((await get(`${pathOf(stay)}/${json.id}/master`, stay.cookie)).status).toBe(404);
  });

  test("nobody else can see, send or use a picture, and it has no public address", async () => {
    const [stay, other] = [await booked(), await booked({ ...GUEST, email: "other@example.com" })];
    const { json } = await upload(pathOf(stay), await photo(), stay.cookie);
    const bytes = await photo();
    const strangers = [
      await upload(pathOf(stay), bytes, other.cookie),
      await upload(pathOf(stay), bytes, ""),
      await upload(pathOf({ id: "A".repeat(22) }), bytes, stay.cookie),
      ...(await Promise.all(
        [other.cookie, ""].map(async (cookie) => {
          const seen = await get(`${pathOf(stay)}/${json.id}/large`, cookie);
          return { status: seen.status, json: JSON.parse(await seen.text()) };
        }),
      )),
    ];
    expect(new Set(strangers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(strangers[0]?.status).toBe(403);
    // The picture cannot be opened through the path of the other guest's own stay either.
    expect((await get(`${pathOf(other)}/${json.id}/large`, other.cookie)).status).toBe(404);
    const stolen = await write(other, { text: "Mine", pictures: [json.id] });
    expect([stolen.status, await thread(other)]).toEqual([409, []]);
    const asHost = { text: "Mine", pictures: [json.id] };
    const path = `/api/admin/bookings/${stay.id}/messages`;
    expect((await server.send("POST", path, asHost, { cookie: host })).status).toBe(409);
    for (const cookie of ["", stay.cookie]) {
      expect((await get(`${pathOf(stay, "/admin")}/${json.id}/large`, cookie)).status).toBe(401);
      expect((await upload(pathOf(stay, "/admin"), bytes, cookie)).status).toBe(401);
    }
    for (const address of [
      `conversation/${json.id}/large.jpg`,
      `conversation%2f${json.id}/large.jpg`,
      `${json.id}/large.jpg`,
    ])
      expect((await get(`/pictures/${address}`, host)).status).toBe(404);
    const forged = await upload(pathOf(stay), bytes, stay.cookie, { "sec-fetch-site": "cross-site" });
    expect(forged.status).toBe(403);
  });

  test("a stay has at most sixty pictures from each side; if the disk is full, the message says what to do, and text can still be sent", async () => {
    const stay = await booked();
    const created_at = server.clock().toISOString();
    const row = { booking_id: stay.id, message_id: null, place: 0, width: 1, height: 1, digest: "", created_at };
    const sides = [
      { author: "guest", send: async () => upload(pathOf(stay), await photo(), stay.cookie) },
      { author: "host", send: async () => upload(pathOf(stay, "/admin"), await photo(), host) },
    ] as const;
    for (const { author, send } of sides) {
      const rows = Array.from({ length: 59 }, (_, n) => ({ ...row, author, id: `${stay.id}${author}${n}`, bytes: 1 }));
      await server.db.insertInto("message_picture").values(rows).execute();
      expect([author, (await send()).status]).toEqual([author, 201]);
      const refused = await send();
      expect([author, refused.status, refused.json.message]).toEqual([
        author,
        429,
        "No more pictures can be added for this stay. Please send your message without pictures, or call us.",
      ]);
    }
    await server.db.deleteFrom("message_picture").where("id", "like", `${stay.id}%`).execute();
    for (const { author, send } of sides) {
      const big = { ...row, author, id: `big-${author}`, bytes: 60_000_000 };
      await server.db.insertInto("message_picture").values(big).execute();
      expect([author, (await send()).status]).toEqual([author, 429]);
    }
    await server.db.deleteFrom("message_picture").where("id", "like", "big-%").execute();

    free = 100 * 1024 ** 2;
    const full = await upload(pathOf(stay), await photo(), stay.cookie);
    expect([full.status, full.json.message]).toEqual([
      503,
      "We can't store pictures right now. Please send your message without them, or try again later.",
    ]);
    expect((await write(stay, { text: "Without a picture" })).status).toBe(201);
    free = 10 ** 12;
    // The storage fails while it writes.
    const folder = join(server.config.dataDir, "pictures", "conversation");
    if (existsSync(folder)) renameSync(folder, `${folder}-away`);
    writeFileSync(folder, "");
    const failed = await upload(pathOf(stay), await photo(), stay.cookie);
    rmSync(folder);
    if (existsSync(`${folder}-away`)) renameSync(`${folder}-away`, folder);
    expect([failed.status, failed.json.message]).toEqual([503, full.json.message]);
    expect((await upload(pathOf(stay), await photo(), stay.cookie)).status).toBe(201);
  });

  test("the guest's data export contains the pictures, and erasure deletes their files at once", async () => {
    const stay = await booked({ ...GUEST, email: "gone@example.com" });
    const before = stored();
    const { json } = await upload(pathOf(stay), await photo(), stay.cookie);
    await write(stay, { text: "Look", pictures: [json.id] });
    const unsent = await upload(pathOf(stay), await photo(), stay.cookie);
    const files = new Set([...before, json.id, unsent.json.id]);
    expect(new Set(stored())).toEqual(files);
    const path = `/api/admin/bookings/${stay.id}`;
    const data = (await server.send("GET", `${path}/personal-data`, undefined, { cookie: host })).json;
    expect(data.message_picture).toMatchObject([
      { author: "guest", picture: expect.stringMatching(/^data:image\/jpeg;base64,\/9j/) },
    ]);
    const cancel = { version: 1, waiveFee: true, expectedFee: "0.00" };
    await server.send("POST", `${path}/cancel`, cancel, { cookie: host });
    const erase = { reference: stay.reference };
    expect((await server.send("POST", `${path}/erase-guest`, erase, { cookie: host })).status).toBe(200);
    expect(stored()).toEqual(before);
    expect((await get(`${pathOf(stay, "/admin")}/${json.id}/large`, host)).status).toBe(404);
    const late = await upload(pathOf(stay, "/admin"), await photo(), host);
    expect([late.status, late.json.message]).toEqual([409, expect.stringContaining("data was erased")]);
    expect(stored()).toEqual(before);
  });

  test("a job deletes the picture files of deleted messages, and after two hours those that were never sent", async () => {
    const stay = await booked();
    const before = stored();
    const sent = await upload(pathOf(stay), await photo(), stay.cookie);
    await write(stay, { text: "Look", pictures: [sent.json.id] });
    const unsent = await upload(pathOf(stay), await photo(), stay.cookie);
    const collect = () => server.app.runJobs(/^delete pictures of deleted messages$/);
    server.clock.advance(61 * 60_000);
    await collect();
    expect(new Set(stored())).toEqual(new Set([...before, sent.json.id, unsent.json.id]));
    // After an hour, a picture can no longer be sent.
    expect((await write(stay, { text: "Late", pictures: [unsent.json.id] })).status).toBe(409);
    server.clock.advance(60 * 60_000);
    await collect();
    expect(stored()).not.toContain(unsent.json.id);
    expect(stored()).toContain(sent.json.id);
    await server.db.deleteFrom("conversation_message").where("booking_id", "=", stay.id).execute();
    await collect();
    expect(stored()).not.toContain(sent.json.id);
  });

  // The engine makes no difference to forms, refusals and emails.
  if (engine !== "sqlite") return;

  test("without JavaScript, the form sends text and pictures, and sending it twice creates only one message", async () => {
    const stay = await booked();
    const fields: [string, string][] = [
      ["text", "The tap drips"],
      ["formKey", crypto.randomUUID()],
    ];
    const files: [string, Buffer][] = [
      ["tap.jpg", await photo(1)],
      ["sink.jpg", await photo(2)],
    ];
    for (const _ of ["once", "again"]) {
      const sent = await submit(stay, fields, files);
      expect([sent.status, sent.location]).toEqual([303, `/booking/confirmation/${stay.id}?done=message#messages`]);
    }
    const [message, ...more] = await thread(stay);
    expect([message.text, message.pictures.length, more]).toEqual(["The tap drips", 2, []]);
    const page = await (await get(`/booking/confirmation/${stay.id}`, stay.cookie)).text();
    for (const { id } of message.pictures) {
      expect(page).toContain(`src="${pathOf(stay)}/${id}/small"`);
      expect(page).toContain(`href="${pathOf(stay)}/${id}/large"`);
    }
    // If no file is selected, a form sends an empty file.
    expect((await submit(stay, [["text", "Thank you"]], [["", Buffer.alloc(0)]])).status).toBe(303);
    expect(await thread(stay)).toHaveLength(2);
  });

  test("refusals are in the guest's language, and neither the text nor the other pictures are lost", async () => {
    const stay = await booked();
    const files: [string, Buffer][] = [
      ["IMG_1.HEIC", HEIC],
      ["tap.jpg", await photo(3)],
      ["page.html", Buffer.from("<script>alert(1)</script>")],
    ];
    const back = await submit(stay, [["text", "Der Hahn <tropft>"]], files, "/de");
    expect(back.status).toBe(415);
    expect(back.html).toContain("IMG_1.HEIC: Das ist ein HEIC-Foto");
    expect(back.html).toContain("page.html: Diese Datei können wir nicht als Bild öffnen.");
    expect(back.html).toContain("Der Hahn &lt;tropft&gt;</textarea>");
    const [, ready = ""] = /name="picture"[^>]* value="([\w-]{22})"/.exec(back.html) ?? [];
    expect((await get(`${pathOf(stay)}/${ready}/small`, stay.cookie)).status).toBe(200);
    expect(await thread(stay)).toEqual([]);
    const next = await submit(
      stay,
      [
        ["text", "Der Hahn tropft"],
        ["picture", ready],
      ],
      [],
      "/de",
    );
    expect(next.status).toBe(303);
    expect(await thread(stay)).toMatchObject([{ text: "Der Hahn tropft", pictures: [{ id: ready }] }]);

    const five = [1, 2, 3, 4, 5].map((n): [string, Buffer] => [`${n}.jpg`, Buffer.alloc(9, n)]);
    const many = await submit(stay, [["text", "So many"]], five);
    expect([
      many.status,
      many.html.includes("Choose at most 4 pictures"),
      many.html.includes("So many</textarea>"),
    ]).toEqual([400, true, true]);
    const large = await submit(stay, [["text", "So large"]], [["large.jpg", Buffer.alloc(10_485_761, 1)]]);
    expect(large.status).toBe(413);
    expect(large.html).toContain("large.jpg: This is too large. Choose fewer pictures at a time, each at most 10 MB");
    const huge = await submit(stay, [["text", "So huge"]], [["huge.jpg", Buffer.alloc(45_000_000, 1)]]);
    expect([huge.status, huge.html.includes("So huge</textarea>")]).toEqual([413, true]);
    // Neither of these two is read in full: showing the text again, or parsing the parts, would block the server.
    expect((await submit(stay, [["text", "<".repeat(100_000)]], [])).status).toBe(413);
    const parts = Array.from({ length: 200 }, (_unused, n): [string, string] => ["more", String(n)]);
    expect((await submit(stay, parts, [])).status).toBe(413);
    expect((await submit(stay, [["text", " "]], [])).html).toContain("Enter some text");
    // The files in a stranger's form are not read.
    const stranger = await submit({ ...stay, cookie: "" }, [["text", "Hello"]], [["tap.jpg", await photo()]]);
    expect([stranger.status, await thread(stay)]).toEqual([403, [expect.anything()]]);
  });

  test("emails mention pictures but do not contain them", async () => {
    const stay = await booked();
    await server.db.updateTable("booking").set({ language: "de" }).where("id", "=", stay.id).execute();
    await server.db.deleteFrom("scheduled_message").execute();
    await server.db.updateTable("conversation_message").set({ emailed_at: "2026-01-01T00:00:00.000Z" }).execute();
    const [mine, theirs] = [
      await upload(pathOf(stay, "/admin"), await photo(), host),
      await upload(pathOf(stay), await photo(), stay.cookie),
    ];
    const answer = { text: "So", pictures: [mine.json.id] };
    await server.send("POST", `/api/admin/bookings/${stay.id}/messages`, answer, { cookie: host });
    await write(stay, { text: "", pictures: [theirs.json.id] });
    server.clock.advance(2 * 60_000);
    await server.app.runJobs(/^email messages$/);
    const emails = await server.db
      .selectFrom("scheduled_message")
      .select(["type", "body"])
      .where("channel", "=", "email")
      .where("message_key", "like", "%conversation/%")
      .execute();
    const bodyOf = (type: string) => emails.find((email) => email.type === type)?.body ?? "";
    expect(bodyOf("guest_note")).toMatch(/^So\n\n\(Mit 1 Bild, das Sie auf der Seite Ihrer Buchung finden\.\)\n\n/);
    expect(bodyOf("host_notice")).toMatch(/^With 1 picture, which you can see in the portal\./);
    expect(JSON.stringify(emails)).not.toMatch(/pictures\/|data:image/);
  });
});
