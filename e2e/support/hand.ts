import type { Locator } from "@playwright/test";

/** Keystroke-level model (Card, Moran and Newell 1980) for an average typist. */
const KEY_S = 0.28;
const TAP_S = 1.3;
const THINK_S = 1.35;
const READ_WORDS_PER_MINUTE = 200;

/** `words` are the words on the screens, each read once. */
export function secondsByHand(counted: { taps: number; keys: number; decisions: number }, words: number): number {
  const { taps, keys, decisions } = counted;
  return taps * TAP_S + keys * KEY_S + decisions * THINK_S + (words / READ_WORDS_PER_MINUTE) * 60;
}

export function createHand() {
  const counted = { taps: 0, keys: 0, decisions: 0 };
  const act = (taps: number, keys = 0) => {
    counted.taps += taps;
    counted.keys += keys;
    counted.decisions += 1;
  };
  return {
    counted,
    tap: async (target: Locator) => {
      act(1);
      await target.click();
    },
    type: async (target: Locator, text: string) => {
      act(1, text.length);
      await target.fill(text);
    },
    /** One tap opens the list, and another chooses the option. */
    choose: async (target: Locator, option: string) => {
      act(2);
      await target.selectOption(option);
    },
    /** One tap opens the file dialog, another selects all its files, and a third confirms. */
    pick: async (target: Locator, files: Parameters<Locator["setInputFiles"]>[0]) => {
      act(3);
      await target.setInputFiles(files);
    },
    seconds: (words: number) => Math.round(secondsByHand(counted, words)),
  };
}
