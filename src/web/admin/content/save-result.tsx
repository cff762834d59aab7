import { useEffect, useRef } from "react";
import { CONTENT_TABS, type ContentTab } from "#domain/property/content.ts";
import { ApiError } from "../../api/client.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Notice } from "../../ui/notice.tsx";
import { reasonOf } from "../bookings/use-act.ts";
import { useEditor } from "./editor-context.ts";
import { PAGE_OF } from "./preview/shown-on.ts";

/** What became of a tab's last save: what to mend, what went wrong, or the way back. Stays when the toast has gone. */
export function SaveResult({ tab }: { tab: ContentTab }) {
  const editor = useEditor();
  const { saving, lastSave, undoing } = editor;
  const refused = editor.refused(tab);
  const problems = Object.entries(editor.problemsOn(tab)).map(([id, message]) => ({ id, message }));
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refused) summary.current?.focus();
  }, [refused]);

  if (refused && problems.length > 0) {
    return <ErrorSummary ref={summary} title={`Please check ${CONTENT_TABS[tab]}`} problems={problems} />;
  }
  const conflict = saving.error instanceof ApiError && saving.error.status === 409;
  if (refused && saving.error && !conflict) {
    return (
      <Notice look="error">
        <p>{reasonOf(saving.error)} Nothing was saved; what you typed is still here.</p>
      </Notice>
    );
  }
  if (lastSave?.tab !== tab) return null;
  return (
    <Notice look="good" className="flex flex-wrap items-center gap-x-6">
      <span>Saved.</span>
      <button type="button" onClick={editor.undoLast} className="min-h-11 font-semibold underline">
        {undoing.isPending ? "Undoing..." : "Undo this save"}
      </button>
      <a href={PAGE_OF[tab]} className="inline-flex min-h-11 items-center font-semibold underline">
        See it on the website
      </a>
    </Notice>
  );
}
