import { say, type TextArea, type Texts } from "./say.ts";

/** URLs in the page's language, which the server writes into the document. */
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

/** For a form that the server returned, or a form that a link in an email opened. */
export function requestedTexts(cameBack: boolean, search: string): TextArea[] {
  return cameBack || new URLSearchParams(search).has("email") ? ["problems"] : [];
}
