import { useEffect, useRef } from "react";
import { CONTENT_TABS, type ContentTab } from "#domain/property/content.ts";
import { statusOf } from "../../api/client.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Notice } from "../../ui/notice.tsx";
import { afterFailure, reasonOf } from "../../lib/display-error.ts";
import { useEditor } from "./editor-context.ts";

/**
 * States why a tab's last save failed: what to correct, or what went wrong. The message stays after the toast is gone.
 */
export function SaveResult({ tab }: { tab: ContentTab }) {
  const editor = useEditor();
  const { saving } = editor;
  const refused = editor.refused(tab);
  const problems = Object.entries(editor.problemsOn(tab)).map(([id, message]) => ({ id, message }));
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refused) summary.current?.focus();
  }, [refused]);

  if (refused && problems.length > 0) {
    return <ErrorSummary ref={summary} title={`Please check ${CONTENT_TABS[tab]}`} problems={problems} />;
  }
  const conflict = statusOf(saving.error) === 409;
  if (refused && saving.error && !conflict) {
    return (
      <Notice look="error">
        <p>
          {reasonOf(saving.error)} {afterFailure(saving.error)}
        </p>
      </Notice>
    );
  }
  return null;
}
