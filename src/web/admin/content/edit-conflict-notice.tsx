import { useEffect, useRef } from "react";
import { ENGLISH_NAMES, LANGUAGES } from "#domain/language/language.ts";
import { hostTexts } from "#domain/property/host-texts.ts";
import type { Clash } from "#domain/property/translations.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { type Draft, draftOf, labelOf } from "./draft.ts";
import { useEditor } from "./editor-context.ts";
import type { EditConflict } from "./use-content-editor.ts";

/** Someone else has saved the same fields. The host chooses their version or the one in the form. */
export function EditConflictNotice({ conflicts, toFocus }: { conflicts: readonly EditConflict[]; toFocus: boolean }) {
  const { saved, keepOurs, takeTheirs } = useEditor();
  const notice = useRef<HTMLDivElement>(null);
  const some = conflicts.length > 0;
  // Move the focus only after a refused save, not while the host types.
  useEffect(() => {
    if (some && toFocus) notice.current?.focus();
  }, [some, toFocus]);
  if (!some) return null;
  const stored = draftOf(saved);
  return (
    <div ref={notice} tabIndex={-1}>
      <Notice look="error" className="space-y-4">
        <p>
          Someone else saved changes while you were editing. Your changes are still here. Choose which version to keep,
          then save.
        </p>
        {conflicts.map(({ field, clashes }) => (
          <div key={field} className="rounded-lg border border-line-strong bg-surface p-4 text-ink">
            <h3 className="font-semibold">{labelOf(field)}</h3>
            <p className="mt-1 text-sm text-ink-soft">The saved version:</p>
            <ul className="mt-1 text-sm whitespace-pre-wrap">
              {(clashes?.map((clash) => clashLine(clash, stored)) ?? textLines(stored[field])).map((line, place) => (
                // The lines of read-only text have no other key.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={place}>{line}</li>
              ))}
            </ul>
            <div className="mt-3 flex flex-wrap gap-2">
              <Button look="secondary" onClick={() => takeTheirs(field)}>
                Use the saved version
              </Button>
              <Button look="secondary" onClick={() => keepOurs(field)}>
                Keep what I wrote
              </Button>
            </div>
          </div>
        ))}
      </Notice>
    </div>
  );
}

/** `Headline in German: Im Hochland`. */
function clashLine({ path, theirs }: Clash, stored: Draft): string {
  const at = path.split(".");
  const language = LANGUAGES.find((one) => one === at.at(-1));
  const text = hostTexts(stored).find((one) => one.path === at.slice(0, -1).join("."));
  const what = [text?.label, language && ENGLISH_NAMES[language]].filter(Boolean).join(" in ");
  return `${what}: ${theirs?.text ?? "No translation"}`;
}

/** A value's strings and numbers as lines, without the field names. */
export function textLines(value: unknown): string[] {
  if (Array.isArray(value)) return value.map((one) => textLines(one).join(" · "));
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textLines);
  return typeof value === "number" || (typeof value === "string" && value !== "") ? [String(value)] : [];
}
