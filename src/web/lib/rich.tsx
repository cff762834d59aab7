import { Fragment, type ReactNode } from "react";

/** A sentence with marked words, such as `Read the <rules>house rules</>.`, each drawn as `parts` says. */
export function rich(sentence: string, parts: Record<string, (words: string) => ReactNode>): ReactNode[] {
  const pieces = sentence.split(/<(\w+)>(.*?)<\/>/);
  return pieces.map((piece, place) => {
    if (place % 3 === 0) return piece;
    // The words behind a mark are drawn with it.
    return place % 3 === 1 ? <Fragment key={place}>{parts[piece]?.(pieces[place + 1] ?? "")}</Fragment> : null;
  });
}
