/**
 * The `lang` value for the host's text: "en" where guests get it in English because it is not translated (WCAG 3.1.2).
 */
export function hostLang({ english }: { english?: string[] | undefined }, ...words: string[]): "en" | undefined {
  return words.some((text) => english?.includes(text)) ? "en" : undefined;
}
