import {
  KNOWN_DEVICE_MS,
  KNOWN_NETWORK_MS,
  LINK_OPENS_MS,
  OPENED_LINK_MS,
  ATTEMPTS_WINDOW_MS,
} from "#domain/auth/lockout.ts";
import {
  CLOCK_TOLERANCE_MS,
  CODE_WAIT_MS,
  KEPT_SESSION_MS,
  PASSKEY_WAIT_MS,
  SESSION_ABSOLUTE_MS,
} from "#domain/auth/session.ts";
import type { Job } from "../jobs/job.ts";
import type { Clock } from "../runtime/clock.ts";
import type { AuthStore } from "./account-queries.ts";
import type { DeviceStore } from "./device-queries.ts";
import type { PasskeyStore } from "./passkey-queries.ts";
import type { SignInTallies } from "./tallies-queries.ts";

const HOUR_MS = 60 * 60 * 1000;

/**
 * Expired sessions grant nothing. A session from a time when the clock was ahead grants nothing either, but it would
 * become valid once the clock caught up, so it is deleted too.
 */
export function deleteExpiredSessions(needs: { store: AuthStore; clock: Clock; idleMs: () => Promise<number> }): Job {
  return {
    name: "delete expired sessions",
    everyMs: HOUR_MS,
    irreversible: true,
    run: async () => {
      const now = needs.clock().getTime();
      await needs.store.removeEndedSessions({
        createdBefore: new Date(now - SESSION_ABSOLUTE_MS),
        seenBefore: new Date(now - (await needs.idleMs())),
        keptBefore: new Date(now - KEPT_SESSION_MS),
        latest: new Date(now + CLOCK_TOLERANCE_MS),
      });
    },
  };
}

/**
 * Old attempts, networks, devices, links, challenges and unfinished sign-ins no longer count; this job only keeps the
 * tables small.
 */
export function deleteOldAttempts(needs: {
  tallies: SignInTallies;
  devices: DeviceStore;
  passkeys: PasskeyStore;
  clock: Clock;
}): Job {
  const { tallies, devices, passkeys, clock } = needs;
  return {
    name: "delete old sign-in attempts",
    everyMs: HOUR_MS,
    irreversible: true,
    run: async () => {
      const ago = (ms: number) => new Date(clock().getTime() - ms);
      await devices.forget({ devices: ago(KNOWN_DEVICE_MS), links: ago(LINK_OPENS_MS + OPENED_LINK_MS) });
      await passkeys.forgetChallenges(ago(2 * PASSKEY_WAIT_MS));
      await tallies.forget({
        tries: ago(ATTEMPTS_WINDOW_MS),
        networks: ago(KNOWN_NETWORK_MS),
        pending: ago(CODE_WAIT_MS),
      });
    },
  };
}
