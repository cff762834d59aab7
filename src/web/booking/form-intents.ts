/**
 * The values of the form's buttons; the button that books has none. Each of the others returns the form: with the price
 * for its dates, without dates, with a day or another stay chosen, or at another month.
 */
export const PRICE_INTENT = "price";
export const CLEAR_INTENT = "clear";
export const DAY_INTENT = "day/";
export const MONTH_INTENT = "month/";

export const CALENDAR_INTENTS = {
  dayName: "intent",
  dayPrefix: DAY_INTENT,
  monthName: "intent",
  monthPrefix: MONTH_INTENT,
} as const;
