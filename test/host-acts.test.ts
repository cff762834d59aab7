import { expect, test } from "vitest";
import { unjudged } from "../proof/support/hostile-rows.ts";
import { HOST_ACTS, isHostCall, NOT_CALLED, NOT_LOGGED } from "../proof/support/host-acts.ts";
import { moreHostActs } from "../proof/support/more-host-acts.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { startPayBank } from "#server/testing/pay-bank.ts";
import { startPushService } from "#server/testing/push-service.ts";
import { ACCESS_MATRIX } from "./access-matrix.ts";

test("the XSS proof classifies every column as containing user-supplied text or not", async () => {
  const server = await startTestApp("sqlite");
  expect(await unjudged(server.database)).toEqual([]);
  await server.close();
});

/**
 * The proofs make the host's API calls from these lists. The access matrix contains every API call, because its own
 * test compares it with the routes.
 */
test("the audit proof makes or excludes each of the host's calls that may change something, and no others", async () => {
  const bank = await startPayBank(() => new Date());
  const push = await startPushService();
  const site = { rpId: "cottage.example", origin: "https://cottage.example" };
  const called = [...HOST_ACTS, ...moreHostActs({ bank, push, site })].map(({ route }) => route);
  await push.close();
  await bank.close();
  const covered = [...called, ...Object.keys(NOT_LOGGED), ...Object.keys(NOT_CALLED)];
  const calls = Object.keys(ACCESS_MATRIX).filter((route) => isHostCall(route, ACCESS_MATRIX[route]));
  expect(calls.length).toBeGreaterThan(90);
  expect(covered.toSorted()).toEqual(calls.toSorted());
});
