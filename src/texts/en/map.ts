/** The third-party map, loaded only when a visitor requests it. */
export const mapTexts = {
  noPictures: "The detailed map can't be loaded right now. You can still use “Open in Maps” above.",
  detailedOf: (cottage: string) => `Detailed map: ${cottage} and its surroundings`,
  picturesBy: (source: string) => `Map pictures: ${source}`,
  keys: "On a keyboard, use the arrow keys to move the map, and + and - to zoom.",
};
export type MapTexts = typeof mapTexts;
