import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { collectUnused } from "./collect-unused.ts";
import { createLocalFiles, createLocalUploads } from "./local-files.ts";
import { createPictureStore } from "./picture-queries.ts";
import { createUploadStore } from "./upload-queries.ts";

const DAY_MS = 86_400_000;

describe.each(engines)("background work on pictures, on %s", (engine) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(engine);
  });
  afterAll(() => server.close());

  const parts = () => ({
    pictures: createPictureStore(server.db, async () => {}),
    uploads: createUploadStore(server.db),
    staged: createLocalUploads(server.config.dataDir),
    files: createLocalFiles(server.config.dataDir),
    clock: server.clock,
  });
  async function stored(id: string) {
    const { pictures, files } = parts();
    const nothing = { tiny: "", alt: "", focusX: 50, focusY: 50, author: "", licence: "", source: "" };
    const times = { createdAt: server.clock(), unusedSince: server.clock() };
    await pictures.save({ id, width: 500, height: 400, formats: [], share: null, ...nothing, ...times }, "host");
    for (const name of ["master.jpg", "480.jpg", "500.jpg"])
      await files.write(`${id}/${name}`, new Uint8Array([1]), "image/jpeg");
  }
  const collect = (used: string[] = []) => collectUnused({ ...parts(), usedPictures: async () => new Set(used) });
  const folders = () => readdirSync(join(server.config.dataDir, "pictures"));

  test("a picture unused for a week is deleted with all its files", async () => {
    const [shown, hidden] = ["shown-picture-12345678", "hidden-picture-1234567"];
    await stored(shown);
    await stored(hidden);
    server.clock.advance(7 * DAY_MS - 1);
    await collect([shown]);
    expect(folders().sort()).toEqual([hidden, shown]);
    server.clock.advance(2);
    await collect([shown]);
    expect(folders()).toEqual([shown]);
    // The week begins when the picture is removed from the site, not when it was uploaded.
    await collect();
    server.clock.advance(6 * DAY_MS);
    await collect();
    expect(folders()).toEqual([shown]);
    server.clock.advance(2 * DAY_MS);
    await collect();
    expect(folders()).toEqual([]);
    expect(await parts().pictures.list()).toEqual([]);
  });

  test("an upload that was never added as a picture is deleted an hour after its upload address expires", async () => {
    const { uploads, staged } = parts();
    const [id, expiresAt] = ["u".repeat(43), server.clock()];
    await uploads.open({ id, sessionHash: "s", type: null, bytes: null, expiresAt });
    const { Readable } = await import("node:stream");
    await staged.receive(id, Readable.from([Buffer.from("bytes")]), 100);
    server.clock.advance(59 * 60_000);
    await collect();
    expect(await staged.read(id)).not.toBeNull();
    server.clock.advance(2 * 60_000);
    await collect();
    expect([await staged.read(id), await uploads.find(id)]).toEqual([null, null]);
  });

  test("an upload that cannot be deleted does not keep unused pictures from being deleted", async () => {
    const { uploads, staged } = parts();
    await uploads.open({ id: "v".repeat(43), sessionHash: "s", type: null, bytes: null, expiresAt: server.clock() });
    await stored("hidden-picture-1234567");
    server.clock.advance(8 * DAY_MS);
    const remove = async () => {
      throw new Error("permission denied");
    };
    const collecting = collectUnused({
      ...parts(),
      staged: { ...staged, remove },
      usedPictures: async () => new Set<string>(),
    });
    await expect(collecting).rejects.toThrow("permission denied");
    expect(folders()).toEqual([]);
    await collect();
  });

  test("only one of two instances can claim an unfinished picture; the other can claim it once the lease has expired", async () => {
    await stored("leased-picture-1234567");
    const { pictures } = parts();
    const take = () => pictures.takeUnfinished(server.clock(), new Date(server.clock().getTime() + 60_000), 2);
    const both = await Promise.all([take(), take()]);
    expect(both.filter((one) => one !== null)).toHaveLength(1);
    server.clock.advance(60_001);
    expect((await take())?.id).toBe("leased-picture-1234567");
    server.clock.advance(60_001);
    expect(await take(), "after the last try").toBeNull();
    const aYearAhead = new Date(server.clock().getTime() + 365 * 24 * 60 * 60_000).toISOString();
    await server.db.updateTable("picture").set({ tries: 0, lease_until: aYearAhead }).execute();
    expect((await take())?.id, "leased while the clock was ahead").toBe("leased-picture-1234567");
    expect(await take()).toBeNull();
    // Other tests check every folder, and the tests run in any order.
    await pictures.remove("leased-picture-1234567");
    rmSync(join(server.config.dataDir, "pictures", "leased-picture-1234567"), { recursive: true });
  });
});
