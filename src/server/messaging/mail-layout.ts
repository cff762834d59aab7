import type { Language } from "#domain/language/language.ts";
import { blocksOf, type Piece } from "#domain/messaging/template.ts";
import { escapeHtml } from "#domain/text/escape-html.ts";
import { textsIn } from "#texts/server-texts.ts";
import type { Outgoing } from "./ports.ts";

type Shown = Pick<Outgoing, "content" | "cottage" | "card" | "language">;

/**
 * The email as HTML. It uses tables and inline styles, because many mail programs support nothing newer. It contains no
 * pictures, so nothing is fetched when a guest opens the email.
 */
export function htmlOf({ content, cottage, card, language }: Shown): string {
  const paragraphs = content.paragraphs.map((paragraph) => paragraphOf(paragraph, language)).join("\n");
  // Only "<" could end the script element, and JSON allows "<" to be escaped.
  const markup = card ? `<script type="application/ld+json">${card.replaceAll("<", "\\u003c")}</script>` : "";
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(content.subject)}</title>${markup}</head>
<body style="margin:0;padding:0;background:#f4f1ea;color:#22302a;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:14px;">
<tr><td style="padding:26px 28px 0;font:600 20px Georgia,serif;color:#1d4a38;">${escapeHtml(cottage)}</td></tr>
<tr><td style="padding:10px 28px 26px;font:16px/1.55 -apple-system,Segoe UI,Helvetica,Arial,sans-serif;">
${paragraphs}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

const PARAGRAPH = "margin:14px 0;overflow-wrap:anywhere;";
const BUTTON =
  "display:inline-block;padding:12px 20px;border-radius:10px;background:#1d4a38;color:#ffffff;text-decoration:none;";

const LISTS = "margin:14px 0;padding-left:24px;";

function paragraphOf(pieces: Piece[], language: Language): string {
  const [only] = pieces;
  if (pieces.length === 1 && only?.link) {
    return `<p style="${PARAGRAPH}"><a href="${escapeHtml(only.text)}" style="${BUTTON}">${labelOf(only.text, language)}</a></p>`;
  }
  return blocksOf(pieces)
    .map((block) =>
      Array.isArray(block)
        ? `<p style="${PARAGRAPH}">${block.map(inline).join("")}</p>`
        : marked(styled(block.html), block.lang, "div"),
    )
    .join("\n");
}

function inline({ text, link, html, lang }: Piece): string {
  if (html !== undefined) return marked(html, lang, "span");
  if (lang) return marked(lines(text), lang, "span");
  return link ? `<a href="${escapeHtml(text)}">${escapeHtml(text)}</a>` : lines(text);
}

/** Marks the language of the text, so that screen readers pronounce the text correctly. */
function marked(html: string, lang: Language | undefined, tag: "div" | "span"): string {
  return lang ? `<${tag} lang="${lang}">${html}</${tag}>` : html;
}

/** Our own HTML for a long text field, with inline styles added. */
function styled(html: string): string {
  return html.replaceAll("<p>", `<p style="${PARAGRAPH}">`).replaceAll(/<(ul|ol)(?=[ >])/g, `<$1 style="${LISTS}"`);
}

function lines(text: string): string {
  return escapeHtml(text).replace(/\r?\n/g, "<br>\n");
}

/** The button's label. The plain-text part shows the link instead. */
function labelOf(link: string, language: Language): string {
  const { emails } = textsIn(language);
  if (/\/rate\//.test(link)) return emails.rateStay;
  // The link that verifies an email address leads to the form too.
  if (/\/book\?|\/booking\/prove\//.test(link)) return emails.openForm;
  if (/\/cleaning\//.test(link)) return "Open the cleaning plan";
  return /\/admin\//.test(link) ? "Open in the portal" : emails.openBooking;
}
