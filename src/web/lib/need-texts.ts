import { say, type TextArea, type Texts } from "./say.ts";

/** The URLs of the files with the strings in the page's language. The server writes these URLs into the document. */
let files: Partial<Record<TextArea, string>> = {};

/** Called once, before the first string is needed. */
export function textsAreAt(named: typeof files): void {
  files = named;
}

/** Fetches the strings that are not loaded yet. The server has all strings. */
export async function needTexts(areas: readonly TextArea[]): Promise<void> {
  if (import.meta.env.SSR) return;
  await Promise.all(
    areas.map(async (area) => {
      if (say[area]) return;
      const texts: Partial<Record<string, Texts[TextArea]>> = await import(/* @vite-ignore */ files[area] ?? "");
      Object.assign(say, { [area]: texts[`${area}Texts`] });
    }),
  );
}

/**
 * The strings that a page needs in addition to its own. If the server returned a form, the page shows what was wrong;
 * if a link in an email opened the form, the page shows the result.
 */
export function requestedTexts(cameBack: boolean, search: string): TextArea[] {
  return cameBack || new URLSearchParams(search).has("email") ? ["problems"] : [];
}
