export const BED_KINDS = ["King bed", "Queen bed", "Double bed", "Single bed", "Bunk bed", "Sofa bed", "Cot"] as const;

export type BedKind = (typeof BED_KINDS)[number];

export type Rooms = {
  /** Square metres; 0 if unknown. */
  sizeM2: number;
  bedrooms: { name: string; beds: { kind: BedKind; count: number }[] }[];
};
