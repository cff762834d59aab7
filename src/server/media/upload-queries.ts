import type { UploadBounds } from "./ports.ts";
import { UPLOAD_TYPES, type UploadType } from "#domain/media/image-limits.ts";
import type { Db } from "../database/connect.ts";

type KnownUpload = UploadBounds & { sessionHash: string; pictureId: string | null };

type OpenUpload = UploadBounds & { id: string; sessionHash: string; expiresAt: Date };

export function createUploadStore(db: Db) {
  return {
    open: async ({ id, sessionHash, type, bytes, expiresAt }: OpenUpload): Promise<void> => {
      await db
        .insertInto("upload")
        .values({
          id,
          session_hash: sessionHash,
          media_type: type,
          bytes,
          expires_at: expiresAt.toISOString(),
          used_at: null,
          picture_id: null,
        })
        .execute();
    },

    find: async (id: string): Promise<KnownUpload | null> => {
      const row = await db.selectFrom("upload").selectAll().where("id", "=", id).executeTakeFirst();
      if (!row) return null;
      return {
        type: typeIn(row.media_type),
        bytes: row.bytes,
        sessionHash: row.session_hash,
        pictureId: row.picture_id,
      };
    },

    /**
     * Consumes the upload URL and returns its restrictions. Returns null if the URL is used, expired, unknown or from
     * another session. This is a single statement, so one of two simultaneous PUTs is refused.
     */
    use: async (id: string, sessionHash: string, at: Date): Promise<UploadBounds | null> => {
      const row = await db
        .updateTable("upload")
        .set({ used_at: at.toISOString() })
        .where("id", "=", id)
        .where("session_hash", "=", sessionHash)
        .where("used_at", "is", null)
        .where("expires_at", ">", at.toISOString())
        .returning(["media_type", "bytes"])
        .executeTakeFirst();
      return row ? { type: typeIn(row.media_type), bytes: row.bytes } : null;
    },

    finish: async (id: string, pictureId: string): Promise<void> => {
      await db.updateTable("upload").set({ picture_id: pictureId }).where("id", "=", id).execute();
    },

    forget: async (id: string): Promise<void> => {
      await db.deleteFrom("upload").where("id", "=", id).execute();
    },

    /** The ids of uploads whose URL expired before `before`. */
    abandoned: async (before: Date): Promise<string[]> => {
      const rows = await db.selectFrom("upload").select("id").where("expires_at", "<", before.toISOString()).execute();
      return rows.map((row) => row.id);
    },
  };
}

function typeIn(stored: string | null): UploadType | null {
  return UPLOAD_TYPES.find((type) => type === stored) ?? null;
}

export type UploadStore = ReturnType<typeof createUploadStore>;
