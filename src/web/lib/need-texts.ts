import { say, type TextArea, type Texts } from "./say.ts";

/** Where the files of the page's language are, as written into the document by the server. */
let files: Partial<Record<TextArea, string>> = {};

/** Called once, before the first text is needed. */
export function textsAreAt(named: typeof files): void {
  files = named;
}

/** Fetches missing texts. The server has all of them. */
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
 * The texts that a page needs besides its own. A form that the server returned, or that a link in an email opened,
 * shows what was wrong.
 */
export function requestedTexts(cameBack: boolean, search: string): TextArea[] {
  return cameBack || new URLSearchParams(search).has("email") ? ["problems"] : [];
}
