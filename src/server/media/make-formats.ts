import { fileName, LATE_FORMATS, shareName, widthsOf } from "#domain/media/picture.ts";
import type { StoredPicture } from "./ports.ts";
import { MASTER, type RecordNeeds } from "./record-picture.ts";

export type FormatNeeds = Pick<RecordNeeds, "pictures" | "files" | "resizer" | "clock"> & {
  /** Called when a new format or crop is ready, so that pages are rendered again. */
  changed: () => void;
};

const LEASE_MS = 5 * 60_000;
const MAX_ATTEMPTS = 4;

/** Creates the missing files of one picture. Returns false if there is nothing to do. */
export async function makeFormats(needs: FormatNeeds): Promise<boolean> {
  const now = needs.clock();
  const picture = await needs.pictures.takeUnfinished(now, new Date(now.getTime() + LEASE_MS), MAX_ATTEMPTS);
  if (!picture) return false;
  const master = await needs.files.read(`${picture.id}/${MASTER}`);
  if (master) await makeMissing(needs, picture, master);
  return true;
}

async function makeMissing(
  { pictures, files, resizer, changed }: FormatNeeds,
  picture: StoredPicture,
  master: Uint8Array,
): Promise<void> {
  const ready = [...picture.formats];
  for (const format of LATE_FORMATS.filter((one) => !ready.includes(one))) {
    for (const { width, bytes } of await resizer.make(master, format, widthsOf(picture.width))) {
      await files.write(`${picture.id}/${fileName(width, format)}`, bytes, `image/${format}`);
    }
    ready.push(format);
    await pictures.setFormats(picture.id, ready);
    changed();
  }
  const share = shareName(picture);
  if (picture.share !== share) {
    await files.write(`${picture.id}/${share}`, await resizer.crop(master, picture), "image/jpeg");
    await pictures.setShare(picture.id, share);
    changed();
    if (picture.share) await files.remove([`${picture.id}/${picture.share}`]);
  }
  await pictures.endLease(picture.id);
}
