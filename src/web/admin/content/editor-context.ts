import { createContext, use } from "react";
import type { ContentEditor } from "./use-content-editor.ts";

export const EditorContext = createContext<ContentEditor | null>(null);

/** Throws an error outside the editor. */
export function useEditor(): ContentEditor {
  const editor = use(EditorContext);
  if (!editor) throw new Error("No EditorContext around this");
  return editor;
}
