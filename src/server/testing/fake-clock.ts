import type { Clock } from "../runtime/clock.ts";

/** A clock that stands still until a test moves it. */
export type FakeClock = Clock & { set: (iso: string) => void; advance: (ms: number) => void };

export function fakeClock(iso = "2026-11-21T06:00:00Z"): FakeClock {
  let now = new Date(iso).getTime();
  return Object.assign(() => new Date(now), {
    set: (next: string) => {
      now = new Date(next).getTime();
    },
    advance: (ms: number) => {
      now += ms;
    },
  });
}
