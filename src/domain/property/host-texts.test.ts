import { describe, expect, test } from "vitest";
import { contentIn, hostTexts, translationsFor, withTranslation, type Written } from "./host-texts.ts";
import type { TextTranslations } from "./translations.ts";

const CONTENT = {
  hero: { id: "h", title: "Wake up in the hills", content: "", imageUrl: "/x.svg" },
  houseRules: ["No smoking indoors", "Quiet after ten"],
};
const WORDS: TextTranslations = {
  "hero.title": { de: { text: "Aufwachen in den Hügeln", of: "Wake up in the hills" } },
  "houseRules.0": { de: { text: "Drinnen nicht rauchen", of: "No smoking indoors" } },
};

function inGerman<T extends Written>(content: T, wordsIn = WORDS) {
  return contentIn(content, "de", { ...content, wordsIn });
}

describe("the host's words in other languages", () => {
  test("replace the English text; text without a translation stays English and is marked", () => {
    const german = inGerman(CONTENT);
    expect(german.content.hero.title).toBe("Aufwachen in den Hügeln");
    expect(german.content.houseRules).toEqual(["Drinnen nicht rauchen", "Quiet after ten"]);
    expect(german.english).toEqual(["Quiet after ten"]);
    expect(contentIn(CONTENT, "fr", { ...CONTENT, wordsIn: WORDS }).english).toHaveLength(3);
    expect(contentIn(CONTENT, "en", { ...CONTENT, wordsIn: WORDS })).toEqual({ content: CONTENT, english: [] });
    expect(CONTENT.houseRules[0]).toBe("No smoking indoors");
  });

  test("follow a text that moved to another field, even if a new text took its place", () => {
    const moved = { ...CONTENT, hero: { ...CONTENT.hero, title: "Breathe", content: "Wake up in the hills" } };
    const german = contentIn({ hero: moved.hero }, "de", { ...moved, wordsIn: WORDS });
    expect([german.content.hero.title, german.content.hero.content]).toEqual(["Breathe", "Aufwachen in den Hügeln"]);
    expect(german.english).toEqual(["Breathe"]);
  });

  test("follow a house rule that moved within its list, and never replace another rule", () => {
    const turned = { ...CONTENT, houseRules: ["Quiet after ten", "No smoking indoors"] };
    expect(inGerman(turned).content.houseRules).toEqual(["Quiet after ten", "Drinnen nicht rauchen"]);
    const other = { ...CONTENT, houseRules: ["No shoes"] };
    const german = inGerman(other);
    expect([german.content.houseRules, german.english]).toEqual([["No shoes"], ["No shoes"]]);
    expect(translationsFor(WORDS, "de", { path: "houseRules.0", english: "No shoes" }, []).state).toBe(
      "english-changed",
    );
  });

  test("keep the groups of amenities, with or without the colon that makes a line a group's title", () => {
    const content = { amenities: ["Kitchen:", "Oven", "Outside:", "Grill"] };
    const texts = ["Küche", "Backofen:", "Draußen :", "Grill"];
    const wordsIn = Object.fromEntries(
      content.amenities.map((of, place) => [`amenities.${place}`, { de: { text: texts[place] ?? "", of } }]),
    );
    const german = inGerman(content, wordsIn).content.amenities;
    expect(german).toEqual(["Küche:", "Backofen", "Draußen:", "Grill"]);
    expect(hostTexts(content)[0]?.label).toBe("Amenity 1, title of a group");
  });

  test("are kept when the English text of a single field changes, and are marked for review", () => {
    const changed = { ...CONTENT, hero: { ...CONTENT.hero, title: "Wake up in the mist" } };
    expect(inGerman(changed).content.hero.title).toBe("Aufwachen in den Hügeln");
    const [title] = hostTexts(changed);
    expect(title && translationsFor(WORDS, "de", title, []).state).toBe("english-changed");
  });

  test("of an item that has moved are kept when the translation of another item is written", () => {
    const rule = (text: string) => ({ de: { text: `${text} (German)`, of: text } });
    const words = { "houseRules.0": rule("A"), "houseRules.1": rule("B"), "houseRules.2": rule("C") };
    const german = (houseRules: string[], changed: TextTranslations) =>
      inGerman({ houseRules }, changed).content.houseRules;
    const write = (houseRules: string[], at: number, translation: string) => {
      const texts = hostTexts({ houseRules });
      return texts[at] ? withTranslation(words, "de", texts[at], translation, texts) : words;
    };
    expect(german(["B", "C"], write(["B", "C"], 1, "C!"))).toEqual(["B (German)", "C!"]);
    expect(german(["New", "A", "B", "C"], write(["New", "A", "B", "C"], 0, "Neu"))).toEqual([
      "Neu",
      "A (German)",
      "B (German)",
      "C (German)",
    ]);
    const reordered = ["C", "A", "B"];
    const texts = hostTexts({ houseRules: ["New", "A"] });
    expect(german(reordered, write(reordered, 2, "B!"))).toEqual(["C (German)", "A (German)", "B!"]);
    expect(texts[0] && translationsFor(words, "de", texts[0], texts)).toEqual({ text: "", state: "shows-english" });
  });
});
