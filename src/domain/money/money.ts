/** Whole cents: the smallest unit of the amount's currency. */
export type Cents = number;

/**
 * A million in a currency with two decimals. A larger amount is a typing mistake, and the databases' integer columns
 * cannot hold more than 21 million.
 */
export const MAX_CENTS: Cents = 100_000_000;
