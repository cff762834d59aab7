import { clsx } from "clsx";
import type { ReactNode } from "react";
import { CONTENT_TABS, type ContentTab } from "#domain/property/content.ts";
import { Button } from "../../ui/button.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import { useEditor } from "./editor-context.ts";
import { PAGE_OF } from "./preview/shown-on.ts";

/** The bar at the end of a tab. It stays in view while there are unsaved changes, and after they are saved. */
export function ContentSaveBar({ tab }: { tab: ContentTab }) {
  const { isDirty, saving, save, discard, lastSave } = useEditor();
  const dirty = isDirty(tab);
  const justSaved = !dirty && lastSave?.tab === tab;
  return (
    <Bar dirty={dirty} sticks={dirty || justSaved}>
      {justSaved ? (
        <SavedActions tab={tab} />
      ) : (
        <p className={dirty ? "font-semibold" : "text-ink-soft"}>{dirty ? "Unsaved changes" : "All changes saved"}</p>
      )}
      <div className="flex gap-2">
        {dirty ? (
          <Button look="quiet" onClick={() => discard(tab)} disabled={saving.isPending}>
            Discard
          </Button>
        ) : null}
        <Button
          look={dirty ? "primary" : "secondary"}
          onClick={() => save(tab)}
          aria-disabled={saving.isPending}
          aria-keyshortcuts="Control+S Meta+S"
        >
          {saving.isPending ? "Saving..." : `Save ${CONTENT_TABS[tab]}`}
        </Button>
      </div>
    </Bar>
  );
}

export function Bar({ dirty, sticks, children }: { dirty: boolean; sticks: boolean; children: ReactNode }) {
  return (
    <div
      role="region"
      aria-label={dirty ? "Unsaved changes" : "Save"}
      data-save-bar={sticks || undefined}
      className={clsx(
        "z-10 flex flex-wrap items-center justify-between gap-3 rounded-2xl border p-3 pl-5",
        sticks ? "sticky bottom-20 border-line-strong bg-surface shadow-lg lg:bottom-4" : "border-line",
      )}
    >
      {children}
    </div>
  );
}

/** The actions after a save: undo the save, or view the result on the website. */
function SavedActions({ tab }: { tab: ContentTab }) {
  const { undoLast, undoing } = useEditor();
  return (
    <p className="flex flex-wrap items-center gap-x-5">
      <span className="font-semibold">Saved</span>
      <button type="button" onClick={undoLast} className={textLinkClass}>
        {undoing.isPending ? "Undoing..." : "Undo"}
      </button>
      <a href={PAGE_OF[tab]} className={textLinkClass}>
        See it on the website
      </a>
    </p>
  );
}
