import type { Language } from "#domain/language/language.ts";

/** The plural categories of whole numbers in each language (Unicode CLDR). */
type PluralForms = {
  en: "one" | "other";
  de: "one" | "other";
  fr: "one" | "other";
  ru: "one" | "few" | "many";
  es: "one" | "other";
  zh: "other";
};

/**
 * The plural form for a number: `pluralIn("ru")(3, { one: "ночь", few: "ночи", many: "ночей" })`. French and Spanish
 * have another category for whole millions, which no stay reaches; that category uses the last form.
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
