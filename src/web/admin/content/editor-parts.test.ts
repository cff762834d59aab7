import { describe, expect, test } from "vitest";
import { dirtyFields, type Draft, problemsOf } from "./draft.ts";
import { textLines } from "./edit-conflict-notice.tsx";
import { moved } from "./list-editor.tsx";

test("an item moves to another place in the list, or to the nearest end if that place is outside the list", () => {
  expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
  expect(moved(["a", "b", "c"], 1, 9)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b", "c"], 1, -9)).toEqual(["b", "a", "c"]);
  expect(moved([], 0, 1)).toEqual([]);
});

test("a value shown as lines contains its text but not the field names", () => {
  expect(textLines("one")).toEqual(["one"]);
  expect(textLines(["one", "two"])).toEqual(["one", "two"]);
  expect(textLines([{ name: "Lake", distance: "5 mins", isMain: true, place: "" }])).toEqual(["Lake · 5 mins"]);
  expect(textLines({ phone: "1", social: { facebook: "", whatsapp: "w" } })).toEqual(["1", "w"]);
});

describe("text typed in the editor", () => {
  // Only the fields that the tests use.
  const stored = { name: "House", houseRules: ["Quiet"], rate: "150" } as Draft;

  test("is unsaved if it differs from the stored text", () => {
    expect(dirtyFields({ name: "House", houseRules: ["Quiet", "Tidy"] }, stored)).toEqual(["houseRules"]);
    expect(dirtyFields({ name: "House" }, stored)).toEqual([]);
  });

  test("is checked by the server's own rules, with each message at its field's path", () => {
    expect(
      problemsOf(
        {
          rate: "€150",
          houseRules: ["Quiet", "", "quiet"],
          photos: [{ url: "https://elsewhere.example/a.jpg", title: "", category: "Garden" }],
          hero: { title: "", imageUrl: "/drawings/cottage/hero.svg" },
        },
        "USD",
      ),
    ).toEqual({
      rate: "Enter the price of a night, such as 150 or 149.50",
      "houseRules.1": "Enter a rule, or remove this line",
      "houseRules.2": "This is already on the list",
      "photos.0.url": "Choose a picture that was uploaded here",
      "photos.0.title": "Enter a title for the photo",
      "hero.title": "Enter a headline for the home page",
    });
    expect(problemsOf({ rate: "€149.50" }, "EUR")).toEqual({});
    expect(problemsOf({}, "USD")).toEqual({});
  });
});
