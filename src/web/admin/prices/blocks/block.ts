import type { ReactNode } from "react";
import type { PriceDocument } from "#domain/pricing/price-document.ts";

/** A part of the prices that most hosts do without: it is there once somebody said yes to its question. */
export type Block = {
  id: string;
  question: string;
  title: string;
  about: string;
  isUsed: (prices: PriceDocument, codes: readonly unknown[]) => boolean;
  /** What the prices become when the host says yes. */
  start: (prices: PriceDocument) => Partial<PriceDocument>;
  /** What they become when the host takes the block away; null where parts are removed one by one. */
  end: ((prices: PriceDocument) => Partial<PriceDocument>) | null;
  content: () => ReactNode;
};

/** The document with a part of every night's terms changed. */
export const withEveryNight = (
  prices: PriceDocument,
  part: Partial<PriceDocument["everyNight"]>,
): Partial<PriceDocument> => ({ everyNight: { ...prices.everyNight, ...part } });
