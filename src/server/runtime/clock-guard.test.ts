import { expect, test } from "vitest";
import { fakeClock } from "../testing/fake-clock.ts";
import { createClockGuard } from "./clock-guard.ts";

const MINUTE_MS = 60_000;

function machine() {
  const clock = fakeClock();
  let steady = 5000;
  const guard = createClockGuard(clock, () => steady);
  return {
    clock,
    isSettled: guard.isSettled,
    pass: (ms: number) => {
      steady += ms;
      clock.advance(ms);
    },
  };
}

test("the guard waits 15 minutes after startup", () => {
  const { pass, isSettled } = machine();
  expect(isSettled()).toBe(false);
  pass(15 * MINUTE_MS - 1);
  expect(isSettled()).toBe(false);
  pass(1);
  expect(isSettled()).toBe(true);
});

test.each([400 * 24 * 60, 2, -2, -400 * 24 * 60])(
  "the guard waits 15 minutes after the clock jumps by %i minutes",
  (minutes) => {
    const { clock, pass, isSettled } = machine();
    pass(20 * MINUTE_MS);
    expect(isSettled()).toBe(true);
    clock.advance(minutes * MINUTE_MS);
    expect(isSettled()).toBe(false);
    pass(14 * MINUTE_MS);
    expect(isSettled()).toBe(false);
    // Correcting the clock also counts as a jump.
    clock.advance(-minutes * MINUTE_MS);
    expect(isSettled()).toBe(false);
    pass(15 * MINUTE_MS);
    expect(isSettled()).toBe(true);
  },
);

test("a clock that is corrected gradually is still trusted", () => {
  const { clock, pass, isSettled } = machine();
  pass(20 * MINUTE_MS);
  for (let i = 0; i < 600; i++) {
    pass(1000);
    clock.advance(10);
    expect(isSettled()).toBe(true);
  }
});
