/**
 * The button that books has no value. The other buttons request the price for the form's dates, or for the dates in the
 * button's value.
 */
export const PRICE_INTENT = "price";
export const CLEAR_INTENT = "clear";
export const DAY_INTENT = "day/";
export const MONTH_INTENT = "month/";

/** The calendar's buttons in a booking form. */
export const CALENDAR_INTENTS = {
  dayName: "intent",
  dayPrefix: DAY_INTENT,
  monthName: "intent",
  monthPrefix: MONTH_INTENT,
} as const;
