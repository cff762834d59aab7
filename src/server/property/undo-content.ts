import { type Content, type ContentField, differingFields } from "#domain/property/content.ts";
import { type ChangeNeeds, usesDeletedPicture, type PricesRefused, writeChange } from "./change-content.ts";

export type UndoResult =
  | { ok: true; content: Content; changeId: string | null }
  | { ok: false; reason: "unknown" | "undone-already" | "picture-gone" }
  | { ok: false; reason: "changed-since"; fields: ContentField[] }
  | PricesRefused;

/** Reverts one save, unless somebody has changed the same fields since. */
export async function undoContent(needs: ChangeNeeds, changeId: string, actor: string): Promise<UndoResult> {
  const change = await needs.contents.findChange(changeId);
  if (!change) return { ok: false, reason: "unknown" };
  if (await usesDeletedPicture(needs, change.after, change.before)) return { ok: false, reason: "picture-gone" };
  const result = await needs.contents.alone<UndoResult>(async (trx, present) => {
    const later = differingFields(present, change.after);
    if (differingFields(present, change.before).length === 0) return { ok: false, reason: "undone-already" };
    if (later.length > 0) return { ok: false, reason: "changed-since", fields: later };
    return writeChange(needs, trx, { present, after: change.before, actor, act: "Undid a content change" });
  });
  if (result.ok) needs.changed();
  return result;
}
