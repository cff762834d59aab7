import type { MessageContent } from "#contract/messaging.ts";
import { blocksOf, type Piece } from "#domain/messaging/template.ts";
import { Prose } from "../../ui/prose.tsx";

type Props = {
  content: MessageContent;
  /** False for WhatsApp messages, which have no subject. */
  withSubject?: boolean;
};

/** The links cannot be opened here. */
export function EmailView({ content, withSubject = true }: Props) {
  return (
    <article aria-label="Preview" className="rounded-xl border border-line-strong bg-page p-4">
      {withSubject ? (
        <p className="mb-3 border-b border-line pb-2 font-semibold wrap-anywhere">
          {content.subject || "(no subject)"}
        </p>
      ) : null}
      <div className="space-y-3">
        {content.paragraphs.flatMap(blocksOf).map((block, at) =>
          // Paragraphs have no id and never change their order.
          Array.isArray(block) ? (
            <p key={at} className="wrap-anywhere whitespace-pre-line">
              {block.map((piece, index) => (
                <PieceView key={index} piece={piece} />
              ))}
            </p>
          ) : (
            <Prose key={at} html={underlined(block.html)} className="wrap-anywhere" />
          ),
        )}
      </div>
    </article>
  );
}

function PieceView({ piece: { text, link, html } }: { piece: Piece }) {
  if (html !== undefined) return <span dangerouslySetInnerHTML={{ __html: underlined(html) }} />;
  return link ? <span className="font-semibold underline">{text}</span> : <span>{text}</span>;
}

function underlined(html: string): string {
  return html.replaceAll(/<a [^>]*>/g, "<u>").replaceAll("</a>", "</u>");
}
