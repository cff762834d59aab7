import { describe, expect, test } from "vitest";
import { commonPasswords, isCommonPassword } from "./common-passwords.ts";
import { passwordProblem } from "./password-rules.ts";

const context = { username: "ann.perera", propertyName: "Misty Hills Cottage" };
const SHORT = "Use at least 15 characters";
const COMMON = "first that an attacker would try";

/** S01: passwords without a second factor. */
const alone: [string, string, string | null][] = [
  ["14 characters", "mist over tea!", SHORT],
  ["15 characters", "mist over teas!", null],
  ["64 characters", "mist over the tea terraces and a train that whistles at the bend", null],
  [
    "128 characters",
    "mist over the tea terraces and a train that whistles at the bend".repeat(1) +
      "; then rain comes down the valley and the dog sleeps by the fire",
    null,
  ],
  ["256 characters", "kite ".repeat(50) + "x9 mop", null],
  ["257 characters", "kite ".repeat(51) + "mo", "at most 256"],
  ["only spaces", " ".repeat(20), "wider variety"],
  ["spaces inside", "seven red kites fly", null],
  ["Sinhala", "මීදුම සහිත තේ වතු කන්ද", null],
  ["Tamil", "மலை மீது மூடுபனி வீடு", null],
  ["nine emoji", "🫖🌧️🐕🏔️🚂🌿🛖🔑🪔", SHORT],
  ["fifteen emoji", "🫖🌧🐕🏔🚂🌿🛖🔑🪔🍵🌺🦜🐘🌙⭐", null],
  ["full-width letters are the same letters", "ｐａｓｓｗｏｒｄｐａｓｓｗｏｒｄ", COMMON],
  ["one letter", "aaaaaaaaaaaaaaaaaaaa", "wider variety"],
  ["four letters", "abcdabcdabcdabcdabcd", "wider variety"],
  ["a short sequence repeated", "abcdeabcdeabcde", COMMON],
  ["a common word twice", "sunshinesunshine", COMMON],
  ["a common word with spaces, twice", "Pass Word Pass Word", COMMON],
  ["the alphabet", "abcdefghijklmno", COMMON],
  ["the alphabet backwards", "onmlkjihgfedcba", COMMON],
  ["counting", "123456789012345", COMMON],
  ["the keyboard's rows", "qwertyuiopasdfg", COMMON],
  ["a famous sentence", "correct horse battery staple", COMMON],
  ["a famous sentence with digits", "Iloveyouforever123", COMMON],
  ["a lyric", "You'll never walk alone", COMMON],
  ["an example from the manual", "this is my password", COMMON],
  ["a common word with digits", "administrator123", COMMON],
  ["a common word with a symbol and digits", "administrator@123", COMMON],
  ["the username", "my ann.perera sentence", "username"],
  ["the username with other symbols", "my Ann-Perera sentence", "username"],
  ["the property", "the misty hills cottage door", "property"],
  ["the property without spaces", "xx mistyhillscottage 7", "property"],
  ["the product", "latchkey for the hills", "Latchkey"],
  ["the product in capitals", "My LATCH KEY 2026 now", "Latchkey"],
  ["one word of the property", "a cottage of seven dogs", null],
];

test.each(alone)("without a second factor: %s", (_what, password, reason) => {
  const problem = passwordProblem(password, context);
  if (reason === null) expect(problem).toBeNull();
  else expect(problem).toContain(reason);
});

/** With a second factor, eight characters are enough; the other rules are the same. */
const withCode: [string, string | null][] = [
  ["tea4two", "at least 8"],
  ["tea4twos", null],
  ["password1", COMMON],
  ["Sunshine!", COMMON],
  ["latchkey", "Latchkey"],
];

test.each(withCode)("with a second factor: %s", (password, reason) => {
  const problem = passwordProblem(password, { ...context, secondFactor: true });
  if (reason === null) expect(problem).toBeNull();
  else expect(problem).toContain(reason);
});

describe("the list of common passwords", () => {
  test("has at least 3,000 entries, and each is refused", () => {
    const all = [...commonPasswords()];
    expect(all.length).toBeGreaterThanOrEqual(3000);
    expect(all.filter((entry) => !isCommonPassword(entry))).toEqual([]);
  });
  test("ten of the world's most used passwords are refused", () => {
    const top = [
      "123456",
      "123456789",
      "qwerty",
      "password",
      "12345678",
      "111111",
      "iloveyou",
      "abc123",
      "admin123",
      "letmein",
    ];
    expect(top.filter((entry) => !isCommonPassword(entry))).toEqual([]);
  });
});
