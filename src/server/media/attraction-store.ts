import type { Db } from "../database/connect.ts";
import type { AttractionImageStore, RecordAct } from "./ports.ts";

export function createAttractionImageStore(db: Db, record: RecordAct): AttractionImageStore {
  return {
    list: async () => {
      const rows = await db
        .selectFrom("attraction_image")
        .selectAll()
        .orderBy("uploaded_at", "desc")
        .orderBy("id")
        .execute();
      return rows.map((row) => ({
        id: row.id,
        attractionName: row.attraction_name,
        imageUrl: row.image_url,
        altText: row.alt_text,
        uploadedAt: new Date(row.uploaded_at),
      }));
    },

    add: async ({ id, attractionName, imageUrl, altText, uploadedAt }, actor) => {
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto("attraction_image")
          .values({
            id,
            attraction_name: attractionName,
            image_url: imageUrl,
            alt_text: altText,
            uploaded_at: uploadedAt.toISOString(),
          })
          .execute();
        const after = { attractionName, imageUrl, altText };
        await record({ actor, act: "Added an attraction image", subject: attractionName, after }, trx);
      });
    },

    remove: (id, actor) =>
      db.transaction().execute(async (trx) => {
        const row = await trx.deleteFrom("attraction_image").where("id", "=", id).returningAll().executeTakeFirst();
        if (!row) return false;
        const before = { attractionName: row.attraction_name, imageUrl: row.image_url, altText: row.alt_text };
        await record({ actor, act: "Deleted an attraction image", subject: row.attraction_name, before }, trx);
        return true;
      }),
  };
}
