import type { FieldValue } from "#domain/messaging/template.ts";
import { isPlain, plainOf, withWholeLinks } from "#domain/property/markdown.ts";

export type LongText = (text: string) => Promise<FieldValue>;

/** How a long text of the host's stands in an email: as it was typed where that says the same, else drawn and as plain words. */
export function createLongText(render: (text: string) => Promise<string>, siteUrl: string | null): LongText {
  return async (text) => {
    if (isPlain(text)) return text;
    const html = withWholeLinks(await render(text), siteUrl);
    const [, onlyParagraph] = /^<p>((?:(?!<p>)[^])*)<\/p>$/.exec(html) ?? [];
    return { text: plainOf(html), html: onlyParagraph ?? html };
  };
}
