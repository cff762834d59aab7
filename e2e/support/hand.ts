import type { Locator } from "@playwright/test";

/**
 * Seconds per action in the keystroke-level model (Card, Moran and Newell 1980) for an average typist. No person was
 * timed.
 */
const KEY_S = 0.28;
const TAP_S = 1.3;
const THINK_S = 1.35;
const READ_WORDS_PER_MINUTE = 200;

/** `words` is the number of words on the screens, each read once. */
export function secondsByHand(counted: { taps: number; keys: number; decisions: number }, words: number): number {
  const { taps, keys, decisions } = counted;
  return taps * TAP_S + keys * KEY_S + decisions * THINK_S + (words / READ_WORDS_PER_MINUTE) * 60;
}

/** Simulates a user's taps and key presses, and counts them. */
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
    /** One tap opens the list, another selects the option. */
    choose: async (target: Locator, option: string) => {
      act(2);
      await target.selectOption(option);
    },
    /** One tap opens the file dialog, another selects all files in it, and a third confirms the selection. */
    pick: async (target: Locator, files: Parameters<Locator["setInputFiles"]>[0]) => {
      act(3);
      await target.setInputFiles(files);
    },
    seconds: (words: number) => Math.round(secondsByHand(counted, words)),
  };
}
