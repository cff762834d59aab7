/** Whole cents: the smallest unit of the amount's currency. */
export type Cents = number;

/** Twenty million in a currency with two decimals. The databases' integer columns hold 2,147,483,647 at most. */
export const MAX_CENTS: Cents = 2_000_000_000;
