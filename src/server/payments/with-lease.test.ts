import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLeases } from "../jobs/lease.ts";
import { engines } from "../testing/engines.ts";
import { fakeClock } from "../testing/fake-clock.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { withLease } from "./with-lease.ts";

describe.each(engines)("work under a lease on %s", (engine) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(engine);
  });
  afterAll(() => server.close());

  test("an instance whose clock is a minute ahead does not begin while another may still call the provider", async () => {
    const worker = (clock: ReturnType<typeof fakeClock>) => ({ clock, lease: () => createLeases(server.db, clock) });
    const [clock, ahead] = [fakeClock(), fakeClock()];
    ahead.advance(60_000);
    const pass = (ms: number) => [clock, ahead].forEach((one) => one.advance(ms));
    let begun = 0;
    await withLease(worker(clock), "refund/1", async (stillLeased) => {
      while (stillLeased()) pass(1000);
      // The last call to the provider takes up to 20 seconds.
      pass(20_000);
      await withLease(worker(ahead), "refund/1", async () => void begun++);
    });
    expect(begun).toBe(0);
    await withLease(worker(ahead), "refund/1", async () => void begun++);
    expect(begun).toBe(1);
  });
});
