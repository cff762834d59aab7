import type { FieldValue } from "#domain/messaging/template.ts";
import { isPlain, plainOf, withWholeLinks } from "#domain/property/markdown.ts";

export type LongText = (text: string) => Promise<FieldValue>;

/** A long text of the host's in an email: as typed if it contains no Markdown, otherwise as HTML and as plain text. */
export function createLongText(render: (text: string) => Promise<string>, siteUrl: string | null): LongText {
  return async (text) => {
    if (isPlain(text)) return text;
    const html = withWholeLinks(await render(text), siteUrl);
    const [, onlyParagraph] = /^<p>((?:(?!<p>)[^])*)<\/p>$/.exec(html) ?? [];
    return { text: plainOf(html), html: onlyParagraph ?? html };
  };
}
