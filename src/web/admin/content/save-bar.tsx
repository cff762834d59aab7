import { CONTENT_TABS, type ContentTab } from "#domain/property/content.ts";
import { Button } from "../../ui/button.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import { SaveBar } from "../frame/save-bar.tsx";
import { useEditor } from "./editor-context.ts";
import { PAGE_OF } from "./preview/shown-on.ts";

/** Stays in view while there are unsaved changes, and after they are saved. */
export function ContentSaveBar({ tab }: { tab: ContentTab }) {
  const { isDirty, saving, save, discard, lastSave } = useEditor();
  const dirty = isDirty(tab);
  const justSaved = !dirty && lastSave?.tab === tab;
  return (
    <SaveBar dirty={dirty} sticks={dirty || justSaved}>
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
    </SaveBar>
  );
}

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
