/** The picture viewer. */
export const picturesTexts = {
  all: (count: number) => `Show all ${count === 1 ? "1 picture" : `${count} pictures`}`,
  position: (title: string, place: number, count: number) => `${title}, ${place} of ${count}`,
  previous: "Previous picture",
  next: "Next picture",
};
export type PicturesTexts = typeof picturesTexts;
