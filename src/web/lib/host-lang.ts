/** Marks the host's texts that guests get in English because they are not translated (WCAG 3.1.2). */
export function hostLang({ english }: { english?: string[] | undefined }, ...words: string[]): "en" | undefined {
  return words.some((text) => english?.includes(text)) ? "en" : undefined;
}
