import type { Letter } from "#contract/messaging.ts";

/** A letter as the guest reads it. Links are shown and lead nowhere from here. */
export function LetterView({ letter, cottage }: { letter: Letter; cottage?: string }) {
  return (
    <article aria-label="Preview" className="rounded-xl border border-line-strong bg-page p-4">
      <p className="border-b border-line pb-2 font-semibold wrap-anywhere">{letter.subject || "(no subject)"}</p>
      {cottage ? <p className="mt-3 font-serif text-lg">{cottage}</p> : null}
      <div className="mt-3 space-y-3">
        {letter.paragraphs.map((paragraph, at) => (
          // Paragraphs have no name of their own, and never change places.
          <p key={at} className="wrap-anywhere whitespace-pre-line">
            {paragraph.map((piece, index) =>
              piece.link ? (
                <span key={index} className="font-semibold underline">
                  {piece.text}
                </span>
              ) : (
                <span key={index}>{piece.text}</span>
              ),
            )}
          </p>
        ))}
      </div>
    </article>
  );
}
