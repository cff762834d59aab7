/** The map of a third party, once a visitor has asked for it. */
export const mapTexts = {
  noPictures: "The map's pictures cannot be had just now. The drawn map and “Open in Maps” above show the way too.",
  detailedOf: (cottage: string) => `Detailed map: ${cottage} and its surroundings`,
  picturesBy: (source: string) => `Map pictures: ${source}`,
  keys: "With a keyboard, the arrow keys move the map, + and - zoom.",
};
export type MapTexts = typeof mapTexts;
