/** The third-party map, loaded only when a visitor requests it. */
export const mapTexts = {
  noPictures: "The detailed map can't be loaded right now. You can still use the drawn map and “Open in Maps” above.",
  detailedOf: (cottage: string) => `Detailed map: ${cottage} and its surroundings`,
  picturesBy: (source: string) => `Map pictures: ${source}`,
  keys: "With a keyboard, the arrow keys move the map, + and - zoom.",
};
export type MapTexts = typeof mapTexts;
