import type { ReactNode } from "react";
import type { PriceDocument } from "#domain/pricing/price-document.ts";
import type { PriceEditor } from "../editor.ts";

/** The question is the label of the button that adds the section. */
export type PriceSection = {
  id: string;
  question: string;
  title: string;
  about: string;
  isUsed: (prices: PriceDocument, codes: readonly unknown[]) => boolean;
  /** The changes when the section is added. */
  start: (prices: PriceDocument) => Partial<PriceDocument>;
  /** The changes when the section is removed; null if its items are removed one by one. */
  end: ((prices: PriceDocument) => Partial<PriceDocument>) | null;
  content: (editor: PriceEditor) => ReactNode;
};

/** The result is the change to the document. */
export const withEveryNight = (
  prices: PriceDocument,
  part: Partial<PriceDocument["everyNight"]>,
): Partial<PriceDocument> => ({ everyNight: { ...prices.everyNight, ...part } });
