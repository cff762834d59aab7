/**
 * For each state-changing API call of a host, an action that makes it and the server on which it runs; `host-acts.ts`
 * lists the exceptions. A test compares the access matrix with the server's routes, and the proofs compare it with the
 * actions, so none can be missing.
 */
import type { Engine } from "#server/database/dialect.ts";
import { openMailbox } from "#server/testing/mailbox.ts";
import { startPayBank } from "#server/testing/pay-bank.ts";
import { startPlatforms } from "#server/testing/platforms.ts";
import { startPushService } from "#server/testing/push-service.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { ACCESS_MATRIX } from "../../test/access-matrix.ts";
import { type Fixture, HOST_ACTS, type HostAct, isHostCall, NOT_CALLED, NOT_LOGGED, openFixture } from "./host-acts.ts";
import { type FarEnds, moreHostActs } from "./more-host-acts.ts";

/** From the access matrix. */
export const HOST_CALLS = Object.keys(ACCESS_MATRIX).filter((route) => isHostCall(route, ACCESS_MATRIX[route]));

/** Neither made by an action nor excluded by a list. */
export function withoutAct(acts: readonly HostAct[]): string[] {
  const excused = (route: string) => route in NOT_LOGGED || route in NOT_CALLED;
  return HOST_CALLS.filter((route) => !excused(route) && !acts.some((known) => known.route === route));
}

const SITE = { rpId: "cottage.example", origin: "https://cottage.example" };

export type Run = HostAct & { fixture: Fixture };

/**
 * The second of the two servers has a URL for passkeys, a payment provider and a push service. `watched` wraps each
 * server, for example to record the API calls.
 */
export async function openEveryHostAct(engine: Engine, watched: (server: TestApp) => TestApp = (server) => server) {
  const [box, platforms, push] = [await openMailbox(), await startPlatforms(), await startPushService()];
  const bank = await startPayBank(() => equipped.clock());
  const mail = { smtpUrl: box.url, from: { address: "stay@cottage.example" } };
  const plain = watched(await startTestApp(engine, { platforms: platforms.reach, config: { mail } }));
  const equipped: TestApp = watched(
    await startTestApp(engine, {
      platforms: platforms.reach,
      pushServices: push.reach,
      config: { mail, stripe: { ...bank.account, webhookSecret: null }, publicUrl: SITE.origin },
    }),
  );
  bank.sendWebhooksTo(`${equipped.url}/api/webhooks/stripe`);
  const fixture = await openFixture(plain, platforms);
  const more = await openFixture(equipped, platforms);
  const ends: FarEnds = { bank, push, site: SITE };
  const runs: Run[] = [
    ...HOST_ACTS.map((act) => ({ ...act, fixture })),
    ...moreHostActs(ends).map((act) => ({ ...act, fixture: more })),
  ];
  const missing = withoutAct(runs);
  if (missing.length > 0) throw new Error(`No action makes these calls: ${missing.join(", ")}`);
  return {
    runs,
    plain,
    equipped,
    fixtures: [fixture, more] as const,
    close: async () => {
      for (const one of [plain, equipped, platforms, push, bank, box]) await one.close();
    },
  };
}
