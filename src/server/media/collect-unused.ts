import { STAGED_MS, UNUSED_PICTURE_MS } from "#domain/media/image-limits.ts";
import { FORMATS, fileName, widthsOf } from "#domain/media/picture.ts";
import { forEach, runEach } from "../core/for-each.ts";
import type { StoredPicture } from "./ports.ts";
import { MASTER, type RecordNeeds } from "./record-picture.ts";

export type CollectNeeds = Pick<RecordNeeds, "pictures" | "uploads" | "staged" | "files" | "clock"> & {
  usedPictures: () => Promise<ReadonlySet<string>>;
};

/** Deletes pictures that the site has not used for a week, and old uploads, recorded or not. */
export async function collectUnused(needs: CollectNeeds): Promise<void> {
  const { pictures, uploads, staged, files, clock, usedPictures } = needs;
  const now = clock();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  await runEach([
    async () =>
      forEach(await uploads.abandoned(ago(STAGED_MS)), async (id) => {
        await staged.remove(id);
        await uploads.forget(id);
      }),
    async () =>
      forEach(await pictures.markUnused(await usedPictures(), now, ago(UNUSED_PICTURE_MS)), async (picture) => {
        // The row is deleted last, so the next run completes an interrupted one.
        await files.remove(filesOf(picture));
        await pictures.remove(picture.id);
      }),
  ]);
}

function filesOf({ id, width, share }: StoredPicture): string[] {
  const made = widthsOf(width).flatMap((one) => FORMATS.map((format) => fileName(one, format)));
  return [MASTER, ...(share ? [share] : []), ...made].map((name) => `${id}/${name}`);
}
