/** Whole cents: the smallest unit of the currency they are in. Money is never a fraction of one. */
export type Cents = number;

/** A million in a currency with two decimals: more is a slip of the finger, and the databases' integers end at 21 million. */
export const MAX_CENTS: Cents = 100_000_000;
