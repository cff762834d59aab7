import type { Selectable } from "kysely";
import type { Db } from "../database/connect.ts";
import type { Schema } from "../database/schema.ts";
import type { Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import { rememberChange } from "./change-queries.ts";
import type { RecordAct } from "../core/host.ts";
import type { Actor, AttractionImage } from "./ports.ts";

export function createAttractionImageStore(db: Db, record: RecordAct) {
  /** Stores the undo information and the audit entry in the transaction that makes the change. */
  async function note(trx: Trx, before: AttractionImage | null, after: AttractionImage | null, by: Actor) {
    const image = after ?? before;
    if (!image) throw new Error("A change needs an image before or after it");
    const changeId = randomId();
    await rememberChange(trx, { id: changeId, subject: "attraction-image", subjectId: image.id, before, after });
    const values = {
      ...(before ? { before: auditValues(before) } : {}),
      ...(after ? { after: auditValues(after) } : {}),
    };
    await record({ ...by, subject: image.attractionName, ...values, changeId }, trx);
    return { changeId };
  }

  return {
    /** Newest first. */
    list: async (): Promise<AttractionImage[]> => {
      const rows = await db
        .selectFrom("attraction_image")
        .selectAll()
        .orderBy("uploaded_at", "desc")
        .orderBy("id")
        .execute();
      return rows.map(fromRow);
    },

    /** Returns null if the image already exists. */
    add: (image: AttractionImage, by: Actor): Promise<{ changeId: string } | null> =>
      db.transaction().execute(async (trx) => {
        const added = await trx
          .insertInto("attraction_image")
          .values(toRow(image))
          .onConflict((conflict) => conflict.doNothing())
          .returning("id")
          .executeTakeFirst();
        return added ? note(trx, null, image, by) : null;
      }),

    /** Null if the image does not exist. */
    remove: (id: string, by: Actor): Promise<{ changeId: string } | null> =>
      db.transaction().execute(async (trx) => {
        const row = await trx.deleteFrom("attraction_image").where("id", "=", id).returningAll().executeTakeFirst();
        return row ? note(trx, fromRow(row), null, by) : null;
      }),
  };
}
export type AttractionImageStore = ReturnType<typeof createAttractionImageStore>;

function auditValues({ attractionName, imageUrl, altText }: AttractionImage) {
  return { attractionName, imageUrl, altText };
}

function toRow({ id, attractionName, imageUrl, altText, uploadedAt }: AttractionImage) {
  return {
    id,
    attraction_name: attractionName,
    image_url: imageUrl,
    alt_text: altText,
    uploaded_at: uploadedAt.toISOString(),
  };
}

function fromRow(row: Selectable<Schema["attraction_image"]>): AttractionImage {
  return {
    id: row.id,
    attractionName: row.attraction_name,
    imageUrl: row.image_url,
    altText: row.alt_text,
    uploadedAt: new Date(row.uploaded_at),
  };
}
