import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import { LATE_FORMATS, type LateFormat } from "#domain/media/picture.ts";
import type { Db } from "../database/connect.ts";
import type { Schema } from "../database/schema.ts";
import { commitIfOk, type Trx } from "../database/transaction.ts";
import { tooFarAhead } from "../jobs/lease.ts";
import { randomId } from "../runtime/ids.ts";
import { rememberChange } from "./change-queries.ts";
import { pictureDetailsOf, versionOfDetails } from "./picture-details.ts";
import type { RecordAct } from "../core/host.ts";
import type { Actor, PictureDetails, StoredPicture } from "./ports.ts";

/** The same name that `shareName` in the domain returns. */
const WANTED_SHARE = sql<string>`'share-' || focus_x || '-' || focus_y || '.jpg'`;

export const CHANGED = "Changed a picture";

/** `act` is the name of the action in the audit log. */
type PictureUpdate = { details: PictureDetails; seen: string | undefined } & Actor;
type PictureResult =
  | { ok: true; picture: StoredPicture; changeId: string | null }
  | { ok: false; reason: "unknown" }
  | { ok: false; reason: "stale"; picture: StoredPicture };

export function createPictureStore(db: Db, record: RecordAct) {
  /** Stores the undo information and the audit entry in the transaction that makes the change. */
  async function note(trx: Trx, before: StoredPicture, after: StoredPicture, by: Actor) {
    const values = { before: pictureDetailsOf(before), after: pictureDetailsOf(after) };
    if (versionOfDetails(before) === versionOfDetails(after)) return null;
    const changeId = randomId();
    await rememberChange(trx, { id: changeId, subject: "picture", subjectId: before.id, ...values });
    await record({ ...by, subject: nameOf(after), ...values, changeId }, trx);
    return changeId;
  }

  return {
    find: (id: string) => find(db, id),

    /** Newest first. */
    list: async (): Promise<StoredPicture[]> => {
      const rows = await db.selectFrom("picture").selectAll().orderBy("created_at", "desc").orderBy("id").execute();
      return rows.map(fromRow);
    },

    /** Inserts the picture. If the picture already exists, it gets the new details and counts as just uploaded. */
    save: async (picture: StoredPicture, actor: string): Promise<void> => {
      const { id, ...columns } = toRow(picture);
      await db.transaction().execute(async (trx) => {
        const before = await find(trx, id);
        await trx
          .insertInto("picture")
          .values({ id, ...columns })
          .onConflict((conflict) => conflict.column("id").doUpdateSet(columns))
          .execute();
        if (before) await note(trx, before, picture, { actor, act: CHANGED });
        else
          await record(
            { actor, act: "Uploaded a picture", subject: nameOf(picture), after: pictureDetailsOf(picture) },
            trx,
          );
      });
    },

    /** Writes nothing if the details have changed since the host read them (`seen`). */
    change: (id: string, { details, seen, ...by }: PictureUpdate): Promise<PictureResult> =>
      commitIfOk<PictureResult>(db, async (trx) => {
        const before = await find(trx, id);
        if (!before) return { ok: false, reason: "unknown" };
        if (seen !== undefined && seen !== versionOfDetails(before))
          return { ok: false, reason: "stale", picture: before };
        const picture = { ...before, ...details };
        const written = await trx
          .updateTable("picture")
          .set({ ...detailColumns(details), tries: 0 })
          .where("id", "=", id)
          // Writes only if the details have not changed since they were read, so the second of two simultaneous writers
          // fails.
          .where((is) => is.and(detailColumns(before)))
          .executeTakeFirst();
        if (Number(written.numUpdatedRows) === 0) return { ok: false, reason: "stale", picture: before };
        return { ok: true, picture, changeId: await note(trx, before, picture, by) };
      }),

    /** Claims an unfinished picture that no instance is working on; the claim lasts until `leaseUntil`. */
    takeUnfinished: async (at: Date, leaseUntil: Date, mostTries: number): Promise<StoredPicture | null> => {
      const now = at.toISOString();
      const wrong = tooFarAhead(at, leaseUntil.getTime() - at.getTime());
      const isFree = (is: ExpressionBuilder<Schema, "picture">) =>
        is.or([is("lease_until", "is", null), is("lease_until", "<", now), is("lease_until", ">", wrong)]);
      const waiting = await db
        .selectFrom("picture")
        .selectAll()
        .where((is) =>
          is.or([
            // A picture with all formats stores them in this order.
            is("formats", "<>", JSON.stringify(LATE_FORMATS)),
            is("share", "is", null),
            is("share", "<>", WANTED_SHARE),
          ]),
        )
        .where("tries", "<", mostTries)
        .where(isFree)
        .orderBy("created_at")
        .limit(1)
        .executeTakeFirst();
      if (!waiting) return null;
      const taken = await db
        .updateTable("picture")
        .set({ lease_until: leaseUntil.toISOString(), tries: waiting.tries + 1 })
        .where("id", "=", waiting.id)
        .where(isFree)
        .executeTakeFirst();
      return Number(taken.numUpdatedRows) > 0 ? fromRow(waiting) : null;
    },

    setFormats: async (id: string, formats: LateFormat[]): Promise<void> => {
      await db
        .updateTable("picture")
        .set({ formats: JSON.stringify(formats) })
        .where("id", "=", id)
        .execute();
    },

    setShare: async (id: string, file: string): Promise<void> => {
      await db.updateTable("picture").set({ share: file }).where("id", "=", id).execute();
    },

    endLease: async (id: string): Promise<void> => {
      await db.updateTable("picture").set({ lease_until: null }).where("id", "=", id).execute();
    },

    /** Records when each picture became unused, and returns the pictures that were already unused before `before`. */
    markUnused: (used: ReadonlySet<string>, at: Date, before: Date): Promise<StoredPicture[]> =>
      db.transaction().execute(async (trx) => {
        const rows = await trx.selectFrom("picture").selectAll().execute();
        for (const { id, unused_since } of rows) {
          const since = used.has(id) ? null : (unused_since ?? at.toISOString());
          if (since !== unused_since)
            await trx.updateTable("picture").set({ unused_since: since }).where("id", "=", id).execute();
        }
        return rows
          .filter(
            ({ id, unused_since }) => !used.has(id) && unused_since !== null && unused_since < before.toISOString(),
          )
          .map(fromRow);
      }),

    remove: async (id: string): Promise<void> => {
      await db.deleteFrom("picture").where("id", "=", id).execute();
    },
  };
}
export type PictureStore = ReturnType<typeof createPictureStore>;

async function find(db: Db | Trx, id: string): Promise<StoredPicture | null> {
  const row = await db.selectFrom("picture").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? fromRow(row) : null;
}

function nameOf({ alt, id }: StoredPicture): string {
  return alt || `Picture ${id.slice(0, 6)}`;
}

function detailColumns({ alt, focusX, focusY, author, licence, source }: PictureDetails) {
  return { alt, focus_x: focusX, focus_y: focusY, author, licence, source };
}

function toRow(picture: StoredPicture) {
  return {
    id: picture.id,
    width: picture.width,
    height: picture.height,
    tiny: picture.tiny,
    ...detailColumns(picture),
    formats: JSON.stringify(picture.formats),
    share: picture.share,
    created_at: picture.createdAt.toISOString(),
    unused_since: picture.unusedSince?.toISOString() ?? null,
    lease_until: null,
    tries: 0,
  };
}

function fromRow(row: Selectable<Schema["picture"]>): StoredPicture {
  return {
    id: row.id,
    width: row.width,
    height: row.height,
    tiny: row.tiny,
    alt: row.alt,
    focusX: row.focus_x,
    focusY: row.focus_y,
    author: row.author,
    licence: row.licence,
    source: row.source,
    formats: JSON.parse(row.formats),
    share: row.share,
    createdAt: new Date(row.created_at),
    unusedSince: row.unused_since === null ? null : new Date(row.unused_since),
  };
}
