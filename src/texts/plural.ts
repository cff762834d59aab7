import type { Language } from "#domain/language/language.ts";

/** The forms that whole numbers take in each language (Unicode CLDR). */
type PluralForms = {
  en: "one" | "other";
  de: "one" | "other";
  fr: "one" | "other";
  ru: "one" | "few" | "many";
  es: "one" | "other";
  zh: "other";
};

/**
 * The form of a text that goes with a number: `pluralIn("ru")(3, { one: "ночь", few: "ночи", many: "ночей" })`. French and
 * Spanish have one more form from a million on, which no stay reaches: there the last form given serves.
 */
export function pluralIn<L extends Language>(
  language: L,
): (count: number, forms: Record<PluralForms[L], string>) => string {
  let rules: Intl.PluralRules | null = null;
  return (count, forms) => {
    rules ??= new Intl.PluralRules(language);
    const known: Partial<Record<Intl.LDMLPluralRule, string>> = forms;
    return known[rules.select(count)] ?? Object.values<string>(forms).at(-1) ?? "";
  };
}
