import { expect, test } from "vitest";
import * as z from "zod/mini";
import { contentPictures } from "#domain/property/content.ts";
import { saveContent } from "#contract/content.ts";

const picture = (n: number) => `/pictures/${String(n).padStart(22, "A")}/1200.jpg`;

type Path = (string | number)[];

/** The paths of the fields that accept a picture's URL but no other text. */
function pictureFields(schema: z.core.$ZodType, path: Path = []): Path[] {
  const takes = (value: string) => z.safeParse(schema, value).success;
  if (takes(picture(1)) && !takes("Text that is not a picture")) return [path];
  if (schema instanceof z.ZodMiniObject) {
    const shape: Record<string, z.core.$ZodType> = schema.shape;
    return Object.entries(shape).flatMap(([name, inner]) => pictureFields(inner, [...path, name]));
  }
  if (schema instanceof z.ZodMiniArray) return pictureFields(schema._zod.def.element, [...path, 0]);
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniDefault || schema instanceof z.ZodMiniNullable)
    return pictureFields(schema._zod.def.innerType, path);
  if (schema instanceof z.ZodMiniPipe) return pictureFields(schema._zod.def.in, path);
  return [];
}

function put(into: Record<string | number, unknown>, [first, ...rest]: Path, value: string): void {
  if (first === undefined) return;
  if (rest.length === 0) {
    into[first] = value;
    return;
  }
  const inner = into[first] ?? (rest[0] === 0 ? [] : {});
  into[first] = inner;
  // Both objects and arrays can be read as this type, and nothing else is ever stored there.
  put(inner as Record<string | number, unknown>, rest, value);
}

test("contentPictures finds the picture in every content field that can have one", () => {
  const fields = pictureFields(saveContent.body);
  expect(fields.map((path) => path.join("."))).toEqual(
    expect.arrayContaining([
      "photos.0.url",
      "hero.imageUrl",
      "localAttractions.0.imageUrl",
      "treasures.items.0.imageUrl",
      "drawnMap.imageUrl",
      "pageTexts.attractionsPicture",
      "host.photoUrl",
    ]),
  );
  const content = {};
  for (const [n, path] of fields.entries()) put(content, path, picture(n));
  expect(contentPictures(content).toSorted()).toEqual(fields.map((_, n) => picture(n)).toSorted());
});

test("contentPictures ignores other text that mentions a picture, and lists each picture once", () => {
  const twice = { url: picture(1), title: `Like ${picture(2)}` };
  expect(contentPictures({ description: "/pictures/", photos: [], hero: { ...twice, ...HERO } })).toEqual([picture(1)]);
});

const HERO = { id: "hero", content: picture(1), imageUrl: picture(1) };
