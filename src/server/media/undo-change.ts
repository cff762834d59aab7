import { picturesIn } from "#domain/media/picture.ts";
import type { AttractionImageStore } from "./attraction-queries.ts";
import type { PictureStore } from "./picture-queries.ts";
import type { AttractionImage } from "./ports.ts";
import type { PictureChange } from "./change-queries.ts";
import { versionOfDetails } from "./picture-details.ts";

type UndoNeeds = {
  findChange: (id: string) => Promise<PictureChange | null>;
  pictures: PictureStore;
  attractionImages: AttractionImageStore;
};
/** `changeId` is the id of the change that the undo itself made, so the undo can be undone. */
export type UndoResult =
  | { ok: true; changeId: string | null }
  | { ok: false; reason: "unknown" | "undone-already" | "said-otherwise-since" | "picture-gone" };

/** Reverts one save, unless somebody has changed the same details or image since then. */
export async function undoPictureChange(needs: UndoNeeds, changeId: string, actor: string): Promise<UndoResult> {
  const change = await needs.findChange(changeId);
  if (!change) return { ok: false, reason: "unknown" };
  return change.subject === "picture" ? undoDetails(needs, change, actor) : undoImage(needs, change, actor);
}

async function undoDetails(
  { pictures }: UndoNeeds,
  { subjectId, before, after }: Extract<PictureChange, { subject: "picture" }>,
  actor: string,
): Promise<UndoResult> {
  const act = "Undid a picture change";
  const result = await pictures.change(subjectId, { details: before, seen: versionOfDetails(after), actor, act });
  if (result.ok) return { ok: true, changeId: result.changeId };
  if (result.reason === "unknown") return { ok: false, reason: "picture-gone" };
  const isBack = versionOfDetails(result.picture) === versionOfDetails(before);
  return { ok: false, reason: isBack ? "undone-already" : "said-otherwise-since" };
}

async function undoImage(
  needs: UndoNeeds,
  { before, after }: Extract<PictureChange, { subject: "attraction-image" }>,
  actor: string,
): Promise<UndoResult> {
  if (before && !(await isKept(needs, before))) return { ok: false, reason: "picture-gone" };
  const { attractionImages } = needs;
  const done = before
    ? await attractionImages.add(before, { actor, act: "Restored an attraction image" })
    : after && (await attractionImages.remove(after.id, { actor, act: "Undid adding an attraction image" }));
  return done ? { ok: true, changeId: done.changeId } : { ok: false, reason: "undone-already" };
}

/** Whether the picture still exists: a picture that is unused for a week is deleted. */
async function isKept({ pictures }: UndoNeeds, { imageUrl }: AttractionImage): Promise<boolean> {
  const [id] = picturesIn(imageUrl);
  return id !== undefined && (await pictures.find(id)) !== null;
}
