/** Sizes of the drawings, in pixels. */
export const HERO_SIZE = { width: 1600, height: 900 };
export const ROOM_SIZE = { width: 960, height: 720 };
export const PLACE_SIZE = { width: 640, height: 420 };
export const MAP_SIZE = { width: 1200, height: 800 };
