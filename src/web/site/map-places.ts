/** Where the drawn map (`/drawings/attractions/map.svg`) shows a place, in thousandths of its width and height. */
export type MapPlace = {
  name: string;
  /** The name in two lines, near an edge. */
  lines?: [string, string];
  x: number;
  y: number;
  /** On which side of the point its name has room. */
  side: "top" | "right" | "bottom" | "left";
  kind: "cottage" | "sight" | "town" | "water";
};

export const MAP_PLACES: MapPlace[] = [
  { name: "Temple of the Sacred Tooth", x: 383, y: 459, side: "right", kind: "sight" },
  { name: "Kandy Lake", x: 452, y: 526, side: "right", kind: "sight" },
  { name: "Bahirawakanda Buddha", x: 248, y: 410, side: "top", kind: "sight" },
  {
    name: "Royal Botanical Gardens",
    lines: ["Royal Botanical", "Gardens"],
    x: 182,
    y: 706,
    side: "left",
    kind: "sight",
  },
  { name: "Udawatta Kele Sanctuary", x: 402, y: 254, side: "top", kind: "sight" },
  { name: "Hanthana Mountain Range", x: 353, y: 825, side: "bottom", kind: "sight" },
  { name: "Victoria Golf Resort", x: 767, y: 549, side: "left", kind: "sight" },
  {
    name: "Nelligala Buddhist Center",
    lines: ["Nelligala", "Buddhist Center"],
    x: 83,
    y: 498,
    side: "top",
    kind: "sight",
  },
  { name: "Bambaragala Monastery", lines: ["Bambaragala", "Monastery"], x: 853, y: 256, side: "right", kind: "sight" },
  { name: "Kandy", x: 367, y: 625, side: "bottom", kind: "town" },
  { name: "Kandy railway station", x: 289, y: 588, side: "left", kind: "town" },
  { name: "Mahaweli River", x: 597, y: 625, side: "right", kind: "water" },
  { name: "Victoria Reservoir", x: 842, y: 715, side: "bottom", kind: "water" },
];

/** Where the map shows the cottage itself. */
export const COTTAGE_ON_MAP = { x: 667, y: 260 };
