import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from "../language/language.ts";

/** One of the host's text fields in another language, with the English text from which it was translated. */
export type Translation = { text: string; of: string };
/** One of the host's texts in languages other than English; languages without a translation are missing. */
export type Translations = Partial<Record<Language, Translation>>;

/** Keyed by the position of the English text in the content: `hero.title`, `houseRules.2`. */
export type TextTranslations = Record<string, Translations>;

export type TranslationState = "shows-english" | "english-changed" | "current";

/** Whether a text is translated into a language, and whether the English text has changed since then. */
export function translationState(translation: Translation | undefined, english: string): TranslationState {
  if (!translation || translation.text.trim() === "") return "shows-english";
  return translation.of.trim() === english.trim() ? "current" : "english-changed";
}

/**
 * The text for guests who chose a language, and the language that the text is actually in. If there is no English text,
 * translations are not used: the host has deleted the text, or guests may not see it.
 */
export function shownIn(
  translations: Translations,
  language: Language,
  english: string,
): { text: string; language: Language } {
  const text = translations[language]?.text.trim() ?? "";
  return text === "" || english.trim() === "" ? { text: english, language: DEFAULT_LANGUAGE } : { text, language };
}

/** A translation that two people have changed differently. `path` ends with the language: `hero.title.de`. */
export type Clash = { path: string; theirs: Translation | undefined };

/**
 * Combines two changes to the same translations, `base`. Translations into different languages or of different texts
 * are independent. If both have changed a translation, `merged` contains ours.
 */
export function mergeTranslations<T extends Translations | TextTranslations>(
  base: T,
  ours: T,
  theirs: T,
): { merged: T; clashes: Clash[] } {
  const clashes: Clash[] = [];
  // The result has the same shape as its three sources.
  return { merged: (merge(base, ours, theirs, [], clashes) ?? {}) as T, clashes };
}

type Node = Translation | { readonly [name: string]: Node | undefined };

function merge(
  base: Node | undefined,
  ours: Node | undefined,
  theirs: Node | undefined,
  path: string[],
  clashes: Clash[],
): Node | undefined {
  if (isSame(ours, base) || isSame(ours, theirs)) return theirs;
  if (isSame(theirs, base)) return ours;
  if (isTranslation(base) || isTranslation(ours) || isTranslation(theirs)) {
    clashes.push({ path: path.join("."), theirs: isTranslation(theirs) ? theirs : undefined });
    return ours;
  }
  // The known languages come first, so that they keep their fixed order.
  const names = new Set([...LANGUAGES, ...[base, ours, theirs].flatMap((one) => Object.keys(one ?? {}))]);
  const entries = [...names].flatMap((name) => {
    const merged = merge(base?.[name], ours?.[name], theirs?.[name], [...path, name], clashes);
    return merged ? [[name, merged] as const] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function isTranslation(node: Node | undefined): node is Translation {
  return typeof node?.text === "string";
}

function isSame(one: Node | undefined, other: Node | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
