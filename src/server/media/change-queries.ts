import type { Db } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";
import type { PictureDetails, AttractionImage } from "./ports.ts";

/**
 * A reversible change to the details of a picture or to an attraction's image. A state is null if there was no image.
 */
export type PictureChange = { id: string } & (
  | { subject: "picture"; subjectId: string; before: PictureDetails; after: PictureDetails }
  | { subject: "attraction-image"; subjectId: string; before: AttractionImage | null; after: AttractionImage | null }
);

/** Stores a change so that it can be undone. Call this in the transaction that makes the change. */
export async function rememberChange(
  trx: Trx,
  { id, subject, subjectId, before, after }: PictureChange,
): Promise<void> {
  await trx
    .insertInto("picture_change")
    .values({
      id,
      subject,
      subject_id: subjectId,
      before_value: before && JSON.stringify(before),
      after_value: after && JSON.stringify(after),
    })
    .execute();
}

export async function findChange(db: Db, id: string): Promise<PictureChange | null> {
  const row = await db.selectFrom("picture_change").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return null;
  const [before, after] = [row.before_value, row.after_value].map((value) =>
    value === null ? null : JSON.parse(value),
  );
  if (row.subject === "picture") return { id, subject: row.subject, subjectId: row.subject_id, before, after };
  return { id, subject: row.subject, subjectId: row.subject_id, before: imageOf(before), after: imageOf(after) };
}

/** JSON has no Date type. */
function imageOf<I extends { uploadedAt: Date }>(image: I | null): I | null {
  return image && { ...image, uploadedAt: new Date(image.uploadedAt) };
}
