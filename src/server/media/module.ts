import type { BaseNeeds } from "../core/base-needs.ts";
import type { FastifyInstance } from "fastify";
import { hasCredit, picturesIn, pictureUrl, shareName } from "#domain/media/picture.ts";
import type { Config } from "../config.ts";
import type { Db } from "../database/connect.ts";
import type { CallNeeds } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { createAttractionImageStore } from "./attraction-queries.ts";
import { findChange } from "./change-queries.ts";
import { createChildResizer } from "./child-resizer.ts";
import { mountPictureFiles } from "./file-routes.ts";
import { collectJob, formatJob } from "./jobs.ts";
import { createLocalFiles, createLocalUploads } from "./local-files.ts";
import { mountMedia } from "./routes.ts";
import { createPictureStore } from "./picture-queries.ts";
import { mountUploads } from "./upload-routes.ts";
import { createS3Files, createS3Uploads } from "./bucket-files.ts";
import { undoPictureChange } from "./undo-change.ts";
import { createUploadStore } from "./upload-queries.ts";

type Needs = Pick<BaseNeeds, "clock" | "logger" | "record"> & {
  db: Db;
  config: Pick<Config, "dataDir" | "s3">;
  /**
   * Text fields of other features that may contain picture URLs. A picture that appears neither in these nor as an
   * attraction's image is deleted after a week.
   */
  mentions: () => Promise<string[]>;
  /** Called when the public pages have changed. */
  changed: () => void;
};

export function createMediaModule({ db, config, clock, logger, record, mentions, changed }: Needs) {
  const pictures = createPictureStore(db, record);
  const uploads = createUploadStore(db);
  const attractionImages = createAttractionImageStore(db, record);
  const local = createLocalUploads(config.dataDir);
  const files = config.s3 ? createS3Files(config.s3) : createLocalFiles(config.dataDir);
  const staged = config.s3 ? createS3Uploads(config.s3) : local;
  const resizer = createChildResizer();
  const formats = formatJob({ pictures, files, resizer, clock, changed }, logger);

  async function usedPictures(): Promise<ReadonlySet<string>> {
    const images = await attractionImages.list();
    const texts = [...(await mentions()), ...images.map((image) => image.imageUrl)];
    return new Set(texts.flatMap(picturesIn));
  }

  const needs = {
    pictures,
    uploads,
    staged,
    files,
    resizer,
    clock,
    wake: formats.wake,
    attractionImages,
    usedPictures,
  };
  const undoNeeds = { findChange: (id: string) => findChange(db, id), pictures, attractionImages };
  return {
    mount: (mount: Mount) => mountMedia(mount, { ...needs, changed }),
    mountFiles: async (http: FastifyInstance, call: CallNeeds) => {
      mountPictureFiles(http, files);
      if (!config.s3) await mountUploads(http, { ...call, uploads, staged: local, clock });
    },
    /** The data that pages need to show the site's pictures, each with the URL that the content uses. */
    shownPictures: async () => {
      const used = await usedPictures();
      const shown = (await pictures.list()).filter((picture) => used.has(picture.id));
      const facts = shown.map((picture) => ({
        ...picture,
        url: pictureUrl(picture.id, picture.width),
        shareReady: picture.share === shareName(picture),
      }));
      return { pictures: facts, hasPictureCredits: shown.some(hasCredit) };
    },
    /** Which of these URLs belong to uploaded pictures that no longer exist. */
    missing: async (addresses: string[]): Promise<string[]> => {
      const gone = await Promise.all(
        addresses.map(async (address) => {
          const [id] = picturesIn(address);
          return id !== undefined && (await pictures.find(id)) === null;
        }),
      );
      return addresses.filter((_, place) => gone[place]);
    },
    /** Undoes a change to picture details or to an attraction's image. */
    undo: async (changeId: string, actor: string) => {
      const result = await undoPictureChange(undoNeeds, changeId, actor);
      if (!result.ok) return result;
      changed();
      formats.wake();
      return result;
    },
    /**
     * For pictures that only some people may see. They are opened in the same way, but `prepare` returns only the
     * smallest and the largest JPEG, and the files have no public URL.
     */
    messagePictures: {
      prepare: async (bytes: Uint8Array) => {
        const prepared = await resizer.prepare(bytes);
        if (!prepared.ok) return prepared;
        const { width, height, jpegs, master } = prepared;
        const [small = master, large = small] = [jpegs[0]?.bytes, jpegs.at(-1)?.bytes];
        return { ok: true as const, width, height, small, large };
      },
      files,
    },
    jobs: [formats.job, collectJob(needs)],
    stop: async () => {
      await resizer.stop();
      await formats.settle();
    },
  };
}
