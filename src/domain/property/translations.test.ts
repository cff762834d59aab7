import { expect, test } from "vitest";
import { shownIn, translationState } from "./translations.ts";

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
