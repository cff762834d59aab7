import { createContext, use } from "react";
import type { ContentEditor } from "./use-content-editor.ts";

export const EditorContext = createContext<ContentEditor | null>(null);

/** The editor around this part of the screen. */
export function useEditor(): ContentEditor {
  const editor = use(EditorContext);
  if (!editor) throw new Error("No EditorContext around this");
  return editor;
}
