import type { ReactNode } from "react";
import type { PriceDocument } from "#domain/pricing/price-document.ts";
import type { PriceEditor } from "../editor.ts";

/** An optional section of the prices. Its question is the label of the button that adds it. */
export type PriceSection = {
  id: string;
  question: string;
  title: string;
  about: string;
  isUsed: (prices: PriceDocument, codes: readonly unknown[]) => boolean;
  /** The changes to the prices when the section is added. */
  start: (prices: PriceDocument) => Partial<PriceDocument>;
  /** The changes to the prices when the section is removed; null if its items are removed one by one. */
  end: ((prices: PriceDocument) => Partial<PriceDocument>) | null;
  content: (editor: PriceEditor) => ReactNode;
};

/** Replaces some of the terms for every night; the result is the change to the document. */
export const withEveryNight = (
  prices: PriceDocument,
  part: Partial<PriceDocument["everyNight"]>,
): Partial<PriceDocument> => ({ everyNight: { ...prices.everyNight, ...part } });
