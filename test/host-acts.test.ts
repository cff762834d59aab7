import { expect, test } from "vitest";
import { HOST_ACTS, isHostCall, NOT_CALLED, NOTHING_TO_TELL } from "../proof/support/host-acts.ts";
import { moreHostActs } from "../proof/support/more-host-acts.ts";
import { startPayBank } from "#server/testing/pay-bank.ts";
import { startPushService } from "#server/testing/push-service.ts";
import { ACCESS_MATRIX } from "./access-matrix.ts";

/** The access matrix is compared with the mounted routes, so a new route fails here until the audit proof calls it. */
test("the audit proof covers every call of a host that may change something, and no others", async () => {
  const bank = await startPayBank(() => new Date());
  const push = await startPushService();
  const site = { rpId: "cottage.example", origin: "https://cottage.example" };
  const called = [...HOST_ACTS, ...moreHostActs({ bank, push, site })].map(({ route }) => route);
  await push.close();
  await bank.close();
  const covered = [...called, ...Object.keys(NOTHING_TO_TELL), ...Object.keys(NOT_CALLED)];
  const calls = Object.keys(ACCESS_MATRIX).filter((route) => isHostCall(route, ACCESS_MATRIX[route]));
  expect(calls.length).toBeGreaterThan(90);
  expect(covered.toSorted()).toEqual(calls.toSorted());
});
