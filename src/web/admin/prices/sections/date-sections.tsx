import { CodeList } from "../code-list.tsx";
import { NEW_SEASON, SeasonList, SpecialDatesList } from "../season-list.tsx";
import type { PriceSection } from "./price-section.ts";

export const DATE_SECTIONS: PriceSection[] = [
  {
    id: "seasons",
    question: "Do some seasons cost more or less?",
    title: "Seasons",
    about:
      "Seasons repeat every year. An empty field keeps the usual value. A season's price also applies to weekends, unless you enter a weekend price (+20 makes it 20 more).",
    isUsed: ({ seasons }) => seasons.length > 0,
    start: ({ seasons }) => ({ seasons: [...seasons, NEW_SEASON] }),
    end: null,
    content: () => <SeasonList />,
  },
  {
    id: "special",
    question: "Are there special dates, such as a festival?",
    title: "Special dates",
    about:
      "They happen once and override the season. An empty field keeps the season's value or, outside the seasons, the usual value. Their price also applies to weekends, unless you enter a weekend price.",
    isUsed: ({ specialDates }) => specialDates.length > 0,
    start: () => ({}),
    end: null,
    content: () => <SpecialDatesList />,
  },
];

export const CODE_SECTIONS: PriceSection[] = [
  {
    id: "codes",
    question: "Do you give out discount codes?",
    title: "Discount codes",
    about: "Guests enter a code when they book. Codes are saved right away, without “Save prices”.",
    isUsed: (_prices, codes) => codes.length > 0,
    start: () => ({}),
    end: null,
    content: () => <CodeList />,
  },
];
