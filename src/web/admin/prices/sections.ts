import type { PriceSection } from "./sections/price-section.ts";
import { CODE_SECTIONS, DATE_SECTIONS } from "./sections/date-sections.tsx";
import { DISCOUNT_SECTIONS } from "./sections/discount-sections.tsx";
import { FEE_SECTIONS } from "./sections/fee-sections.tsx";
import { NIGHT_SECTIONS } from "./sections/night-sections.tsx";
import { TIME_SECTIONS } from "./sections/time-sections.tsx";

/** In the order in which the screen asks their questions. */
export const PRICE_SECTIONS: PriceSection[] = [
  ...NIGHT_SECTIONS,
  ...DATE_SECTIONS,
  ...DISCOUNT_SECTIONS,
  ...FEE_SECTIONS,
  ...TIME_SECTIONS,
  ...CODE_SECTIONS,
];
