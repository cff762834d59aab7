import { Fragment, type ReactNode } from "react";

/** The functions in `parts` render the marked parts of a sentence such as `Read the <rules>house rules</>.` */
export function rich(sentence: string, parts: Record<string, (words: string) => ReactNode>): ReactNode[] {
  const pieces = sentence.split(/<(\w+)>(.*?)<\/>/);
  return pieces.map((piece, place) => {
    if (place % 3 === 0) return piece;
    // In `pieces`, the words of a marked part follow its name and are rendered with it.
    return place % 3 === 1 ? <Fragment key={place}>{parts[piece]?.(pieces[place + 1] ?? "")}</Fragment> : null;
  });
}
