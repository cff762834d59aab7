export const MAP_SIDES = ["top", "right", "bottom", "left"] as const;

/** A name on the drawn map, at a point in thousandths of its width and height. `side` is where the name has room. */
export type MapPlace = { name: string; x: number; y: number; side: (typeof MAP_SIDES)[number]; water: boolean };

/** The drawn map of the location page. Without a picture there is none. */
export type DrawnMap = {
  imageUrl: string;
  /** For people who cannot see it: where the cottage lies. */
  about: string;
  cottageX: number;
  cottageY: number;
  places: MapPlace[];
};
