export const MAP_SIDES = ["top", "right", "bottom", "left"] as const;

/** A label on the drawn map, at a point in thousandths of its width and height. `side` is where the label fits. */
export type MapPlace = { name: string; x: number; y: number; side: (typeof MAP_SIDES)[number]; water: boolean };

/** The drawn map of the location page. Without a picture there is none. */
export type DrawnMap = {
  imageUrl: string;
  /** A text alternative: where the cottage is. */
  about: string;
  cottageX: number;
  cottageY: number;
  places: MapPlace[];
};
