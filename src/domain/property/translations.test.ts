import { expect, test } from "vitest";
import { mergeTranslations, shownIn, type TextTranslations, translationState } from "./translations.ts";

test("a guest reads the host's text in their language, and in English if there is no translation", () => {
  const words = { de: { text: "Am Tor klingeln", of: "Ring at the gate" }, fr: { text: " ", of: "" } };
  expect(shownIn(words, "de", "Ring twice")).toEqual({ text: "Am Tor klingeln", language: "de" });
  expect(shownIn(words, "fr", "Ring twice")).toEqual({ text: "Ring twice", language: "en" });
  expect(shownIn(words, "en", "Ring twice")).toEqual({ text: "Ring twice", language: "en" });
  expect(shownIn(words, "de", "").text).toBe("");
});

test("the host sees which translations are missing and which were made from an older English text", () => {
  expect(translationState(undefined, "Ring twice")).toBe("shows-english");
  expect(translationState({ text: "", of: "Ring twice" }, "Ring twice")).toBe("shows-english");
  expect(translationState({ text: "Zweimal klingeln", of: "Ring twice" }, "Ring twice ")).toBe("current");
  expect(translationState({ text: "Zweimal klingeln", of: "Ring once" }, "Ring twice")).toBe("english-changed");
});

test("translations by two hosts are merged; if both changed the same text in the same language, ours is kept and theirs listed", () => {
  const said = (text: string) => ({ text, of: "Hills" });
  const untouched = { de: said("A") };
  const base: TextTranslations = {
    "hero.title": { de: said("Berge"), fr: said("Collines"), es: said("Colinas") },
    wifiNote: untouched,
  };
  const ours = {
    "hero.title": { fr: said("Les collines"), es: said("Montes") },
    "photos.0.title": { de: said("Haus") },
  };
  const theirs = {
    "hero.title": { de: said("Hügel"), fr: said("Collines"), es: said("Cerros"), zh: said("山") },
    wifiNote: untouched,
  };
  expect(mergeTranslations(base, ours, theirs)).toEqual({
    merged: {
      "hero.title": { fr: said("Les collines"), es: said("Montes"), zh: said("山") },
      "photos.0.title": ours["photos.0.title"],
    },
    clashes: [
      { path: "hero.title.de", theirs: said("Hügel") },
      { path: "hero.title.es", theirs: said("Cerros") },
    ],
  });
  expect(mergeTranslations({}, { fr: said("Oui") }, { de: said("Ja") })).toEqual({
    merged: { de: said("Ja"), fr: said("Oui") },
    clashes: [],
  });
});
