import { expect, test } from "vitest";
import { BREACHED_DIGESTS } from "./breached-digests.ts";
import { refusePassword } from "./check-password.ts";

const BREACHED = `slipknot whatever jonathan metallica snickers butthead 1q2w3e4r5t qwer1234 blink182 godzilla brooklyn
  Slip-Knot METALLICA nicholas starcraft jackass1 hellokitty tinkerbell passw0rd1 dragonball rush2112`.split(/\s+/);
const LONG = ["1q2w3e4r5t6y7u8i9o0p", "123456789qwerty", "12345678987654321", "1234qwerasdfzxcv", "111222333444555"];
const GOOD = ["tea4twos", "mist over it", "kitul-hill-9", "seven red kites fly", "මීදුම සහිත තේ වතු කන්ද"];

test("S01: passwords from other sites' data breaches are refused, with and without a second factor", async () => {
  const reasons = async (passwords: string[], secondFactor: boolean) =>
    Promise.all(passwords.map((password) => refusePassword(password, { username: "ann.perera", secondFactor })));
  for (const reason of await reasons(BREACHED, true)) expect(reason).toMatch(/first that an attacker would try/);
  for (const reason of await reasons(LONG, false)) expect(reason).toMatch(/first that an attacker would try/);
  expect(await reasons(GOOD, true)).toEqual(GOOD.map(() => null));
});

test("S01: the list has more than 3,000 passwords, sorted and without duplicates", () => {
  const digests = Buffer.from(BREACHED_DIGESTS, "base64");
  const all = Array.from({ length: digests.length / 4 }, (_, index) => digests.readUInt32BE(index * 4));
  expect(all.length).toBeGreaterThan(3000);
  expect(all.every((digest, index) => index === 0 || digest > (all[index - 1] ?? digest))).toBe(true);
});
