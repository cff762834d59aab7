import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_BACKUPS } from "../config.ts";
import { randomId } from "../runtime/ids.ts";
import { runCommand } from "../testing/command.ts";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { type ObjectStorage, startObjectStorage } from "../testing/object-storage.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";
import { folderPictures } from "./folder-files.ts";
import { createArchives } from "./stored-archives.ts";

const photo = () =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: "#456" } })
    .jpeg()
    .toBuffer();

const bucketEnv = ({ place }: ObjectStorage) => ({
  // People also type a trailing slash.
  S3_ENDPOINT: `${place.endpoint}/`,
  S3_BUCKET: place.bucket,
  S3_REGION: place.region,
  S3_ACCESS_KEY_ID: place.accessKeyId,
  S3_SECRET_ACCESS_KEY: place.secretAccessKey,
});

describe.each(engines)("pictures in backups, on %s", { timeout: 240_000 }, (engine) => {
  let server: TestApp;
  let cookie: string;
  let env: Record<string, string>;
  let folder: string;
  let site: { id: string; url: string };
  let sent: string;
  beforeEach(async () => {
    server = await startTestApp(engine);
    // Commands use the machine's clock.
    server.clock.set(new Date().toISOString());
    cookie = await server.signIn();
    env = { DATA_DIR: server.config.dataDir, DATABASE_URL: server.config.databaseUrl ?? "" };
    folder = join(server.config.dataDir, "pictures");
    site = await addPictureToSite();
    sent = await sendPicture();
  });
  afterEach(() => server.close());

  async function addPictureToSite() {
    const bytes = new Uint8Array(await photo());
    const bounds = { type: "image/jpeg", size: bytes.length };
    const { uploadURL } = (await server.send("POST", "/api/objects/upload", bounds, { cookie })).json;
    await fetch(server.url + uploadURL, {
      method: "PUT",
      body: bytes,
      headers: { "content-type": "image/jpeg", cookie },
    });
    const details = { uploadURL, alt: "The gate" };
    const { json } = await server.send("POST", "/api/admin/pictures", details, { cookie });
    const image = { attractionName: "Kandy Lake", imageUrl: json.url, altText: "" };
    expect((await server.send("POST", "/api/attraction-images", image, { cookie })).status).toBe(201);
    await server.app.runJobs(/^make picture formats$|^delete unused pictures$/);
    return json;
  }
  async function sendPicture(): Promise<string> {
    const stay = await bookStay(server);
    const own = cookieOf(stay);
    const response = await fetch(`${server.url}/api/bookings/${stay.json.id}/pictures`, {
      method: "POST",
      headers: { "content-type": "image/jpeg", cookie: own },
      body: new Uint8Array(await photo()),
    });
    const { id } = JSON.parse(await response.text());
    const message = { text: "Look", pictures: [id] };
    const path = `/api/bookings/${stay.json.id}/messages`;
    expect((await server.send("POST", path, message, { cookie: own })).status).toBe(201);
    return id;
  }
  const read = async () => (await server.send("GET", "/api/admin/backups", undefined, { cookie })).json;
  const entriesOf = (file: string) => execFileSync("tar", ["tzf", file]).toString();
  async function doctor(more: Record<string, string> = {}) {
    const { checks } = JSON.parse((await runCommand(["doctor", "--json"], { ...env, ...more })).output);
    return checks.find(({ id }: { id: string }) => id === "pictures");
  }

  test("a backup with pictures missing is kept, but does not count as good: the command, the portal and an email say what is missing", async () => {
    const good = await runCommand(["backup"], env);
    expect(good).toMatchObject({ code: 0 });
    const { lastGood } = await read();
    expect(await doctor()).toMatchObject({ state: "good" });

    // The disk with the pictures is no longer connected.
    renameSync(folder, `${folder}-away`);
    expect((await fetch(server.url + site.url)).status).toBe(404);
    const made = await runCommand(["backup"], env);
    const missing = `2 pictures are missing: The gate (${site.id}) and sent in a message (conversation/${sent}).`;
    expect(made).toMatchObject({ code: 1, output: expect.stringContaining(`The backup is incomplete. ${missing}`) });
    const shown = await read();
    expect(shown).toMatchObject({ freshness: "incomplete", summary: expect.stringContaining(missing), lastGood });
    expect(shown.runs[0]).toMatchObject({
      kept: true,
      proof: { pictures: 0 },
      reason: expect.stringContaining(missing),
    });
    const { alerts } = (await server.send("GET", "/api/admin/dashboard", undefined, { cookie })).json;
    expect(alerts).toContainEqual(
      expect.objectContaining({ id: "backups", level: "warning", title: "The last backup is incomplete" }),
    );
    expect(await doctor()).toMatchObject({ state: "bad", message: expect.stringContaining(missing) });
    await server.app.runJobs(/backups$/);
    const emails = await server.db.selectFrom("scheduled_message").selectAll().execute();
    expect(emails.filter((row) => JSON.stringify(row).includes("A backup of your site is incomplete"))).toHaveLength(1);

    // A host can still export everything else, and the file says what is missing.
    const file = join(server.config.dataDir, "all.tar.gz");
    const exported = await runCommand(["export", file], env);
    expect(exported).toMatchObject({ code: 0, output: expect.stringContaining(`The file is incomplete. ${missing}`) });
    expect(entriesOf(file)).toContain("MISSING-PICTURES.txt");
    const there = { DATA_DIR: join(server.config.dataDir, "elsewhere"), DATABASE_URL: "" };
    const restored = await runCommand(["import", file], there);
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining(`The file is incomplete. ${missing}`) });

    renameSync(`${folder}-away`, folder);
    expect(await runCommand(["backup"], env)).toMatchObject({ code: 0 });
    expect((await read()).freshness).toBe("fresh");
  });

  // The engine makes no difference to what follows: files that are missing, unreadable or in a bucket.
  if (engine !== "sqlite") return;

  test("a picture that the site no longer uses, or that was never sent, may be missing", async () => {
    await server.db.updateTable("message_picture").set({ message_id: null, place: 0 }).execute();
    const [image] = (await server.send("GET", "/api/attraction-images")).json;
    await server.send("DELETE", `/api/attraction-images/${image.id}`, undefined, { cookie });
    await server.app.runJobs(/^delete unused pictures$/);
    rmSync(folder, { recursive: true });
    expect(await runCommand(["backup"], env)).toMatchObject({ code: 0 });
  });

  test("pictures that are renamed or deleted while a backup is written are left out, and only those still shown count as missing", async () => {
    const real = folderPictures(folder);
    const unfinished = join(folder, site.id, `480.avif.${randomId()}`);
    writeFileSync(unfinished, "half");
    let change = () => Promise.resolve();
    const pictures = {
      ...real,
      list: async () => {
        const listed = await real.list();
        await change();
        return listed;
      },
    };
    const config = { ...server.config, backups: DEFAULT_BACKUPS };
    const archives = createArchives({ config, version: "0.0.0", pictures });
    change = async () => {
      renameSync(unfinished, unfinished.slice(0, -23));
      rmSync(join(folder, "conversation", sent), { recursive: true });
      await server.db.deleteFrom("message_picture").execute();
    };
    const erased = await archives.backUp("before-upgrade");
    expect(erased).toMatchObject({ reason: null, proof: { pictures: (await real.list()).length - 1 } });

    change = async () => rmSync(join(folder, site.id), { recursive: true });
    const missing = expect.stringContaining(`1 picture is missing: The gate (${site.id}).`);
    expect(await archives.backUp("nightly")).toMatchObject({ reason: missing, proof: { pictures: 0 } });
  });

  test("a picture that is deleted from its bucket while a backup is written is left out", async () => {
    const storage = await startObjectStorage();
    for (const { name } of await folderPictures(folder).list())
      storage.objects.set(`cottage/pictures/${name}`, readFileSync(join(folder, name)));
    const [large, small] = ["large", "small"].map((size) => `cottage/pictures/conversation/${sent}/${size}.jpg`);
    const more = bucketEnv(storage);
    storage.objects.set("cottage/pictures/former/share-50-50.jpg", Buffer.from("crop"));
    storage.deletedBeforeRead.add("cottage/pictures/former/share-50-50.jpg");
    expect(await runCommand(["backup"], { ...env, ...more })).toMatchObject({ code: 0 });
    expect((await read()).lastGood.proof.pictures).toBe(storage.objects.size);
    storage.deletedBeforeRead.add(large ?? "").add(small ?? "");
    const message = `1 picture is missing: sent in a message (conversation/${sent}).`;
    expect(await runCommand(["backup"], { ...env, ...more })).toMatchObject({
      code: 1,
      output: expect.stringContaining(message),
    });
    await storage.close();
  });

  test("files of the host's own in the folder or the bucket for pictures do not stop a backup", async () => {
    // In a bucket, one of the two with an & is the last on its page of the list.
    const own = ["salt&pepper.jpg", "salt&sugar.jpg", "Mum's garden.jpg", "été.jpg", "notes.txt"];
    for (const name of own) writeFileSync(join(folder, name), "x");
    expect(await runCommand(["backup"], env)).toMatchObject({ code: 0 });
    const { pictures } = (await read()).lastGood.proof;
    expect(pictures).toBeGreaterThan(3);

    const storage = await startObjectStorage();
    for (const { name } of await folderPictures(folder).list())
      storage.objects.set(`cottage/pictures/${name}`, readFileSync(join(folder, name)));
    // The web consoles of object storage create an empty object for a folder.
    for (const name of ["", ...own]) storage.objects.set(`cottage/pictures/${name}`, Buffer.from("x"));
    expect(await runCommand(["backup"], { ...env, ...bucketEnv(storage) })).toMatchObject({ code: 0 });
    expect((await read()).lastGood.proof.pictures).toBe(pictures);
    await storage.close();
  });

  test("a folder that cannot be read, such as lost+found, does not keep the other pictures out of a backup", async (context) => {
    const unreadable = join(folder, "lost+found");
    mkdirSync(unreadable);
    chmodSync(unreadable, 0);
    const isReadable = () => {
      try {
        return readdirSync(unreadable).length === 0;
      } catch {
        return false;
      }
    };
    // Root can read every folder.
    if (isReadable()) return context.skip();
    expect(await runCommand(["backup"], env)).toMatchObject({ code: 0 });
    expect((await read()).lastGood.proof.pictures).toBeGreaterThan(3);
    chmodSync(join(folder, site.id), 0);
    expect(await runCommand(["backup"], env)).toMatchObject({
      code: 1,
      output: expect.stringContaining("1 picture is missing: The gate"),
    });
    for (const name of [unreadable, join(folder, site.id)]) chmodSync(name, 0o700);
  });

  test("if the folder with the pictures cannot be read at all, the backup fails and says so", async () => {
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "");
    expect(await runCommand(["backup"], env)).toMatchObject({
      code: 1,
      output: expect.stringContaining("The folder with the pictures cannot be read (ENOTDIR)."),
    });
    expect(await doctor()).toMatchObject({ state: "bad", message: expect.stringContaining("cannot be read") });
  });

  test("after S3_BUCKET is set, pictures that are only on the disk count as missing", async () => {
    const storage = await startObjectStorage();
    const more = bucketEnv(storage);
    const message = expect.stringContaining("2 pictures are missing");
    expect(await runCommand(["backup"], { ...env, ...more })).toMatchObject({ code: 1, output: message });
    expect(await doctor(more)).toMatchObject({
      state: "bad",
      message,
      remedy: expect.stringContaining("the bucket cottage"),
    });
    storage.mood = "failing";
    expect(await doctor(more)).toMatchObject({ state: "bad", message: expect.stringContaining("status 503") });
    await storage.close();
  });
});
