import { expect, test } from "vitest";
import { startingProperty, startingSite } from "#server/property/starting-content.ts";
import { drawingsIn, type Pictured, withoutDrawings } from "./without-drawings.ts";

const OWN = "/pictures/AAAAAAAAAAAAAAAAAAAAAA/2400.jpg";
const { hero, photos, treasures, drawnMap, pageTexts } = startingSite;
const initial: Pictured = {
  hero,
  photos,
  treasures,
  drawnMap,
  pageTexts,
  localAttractions: startingProperty.localAttractions,
};
const photo = { url: OWN, title: "The gate", category: "Exterior", isMain: false } as const;
const withOwn = { ...initial, photos: [...photos, photo] };

test("every drawing is removed, and the main photo replaces the drawing behind the headline", () => {
  expect(drawingsIn(initial)).toBe(JSON.stringify(initial).match(/\/drawings\//g)?.length);
  const after = { ...withOwn, ...withoutDrawings(withOwn) };
  expect(drawingsIn(after)).toBe(0);
  expect(JSON.stringify(after)).not.toContain("/drawings/");
  expect(after.photos).toEqual([{ ...photo, isMain: true }]);
  expect(after.hero).toMatchObject({ title: hero.title, imageUrl: OWN });
  expect(after.drawnMap.places).toEqual([]);
});

test("the host's own pictures and text are kept", () => {
  const own = {
    ...withOwn,
    hero: { ...hero, imageUrl: "/pictures/BBBBBBBBBBBBBBBBBBBBBB/2400.jpg" },
    drawnMap: { ...drawnMap, imageUrl: OWN },
  };
  const changed = withoutDrawings(own);
  expect(Object.keys(changed)).toEqual(["photos", "localAttractions", "treasures", "pageTexts"]);
  expect(changed.localAttractions?.map(({ name }) => name)).toEqual(own.localAttractions.map(({ name }) => name));
});

test("no drawing is removed until the host has added a photo", () => {
  expect(withoutDrawings(initial)).toEqual({});
});
