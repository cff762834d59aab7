/** Whole cents: the smallest unit of the amount's currency. */
export type Cents = number;

/** Twenty million in a currency with two decimals. The databases' integer columns hold 2,147,483,647 at most. */
export const MAX_CENTS: Cents = 2_000_000_000;

/**
 * A million in a currency with two decimals, and a hundred million in one without: a night for 15,000,000 rupiah is
 * possible. `documentProblems` checks that the longest stay still fits into its database column.
 */
export const MAX_RATE_CENTS: Cents = 100_000_000;
