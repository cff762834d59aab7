import { resolve } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import type { BuiltSite } from "../http/built-site.ts";
import type * as guardedKysely from "../database/guarded-kysely.ts";

/** P-10: without a payment provider, the payment feature adds neither bytes nor queries to public pages. */

const queries: string[] = [];
vi.mock("../database/guarded-kysely.ts", async (original) => {
  const actual = await original<typeof guardedKysely>();
  const createGuardedKysely: typeof actual.createGuardedKysely = (dialect, log) =>
    actual.createGuardedKysely(dialect, (event) => {
      queries.push(event.query.sql);
      if (typeof log === "function") void log(event);
    });
  return { ...actual, createGuardedKysely };
});

const PAGES = ["/", "/de/", "/book", "/find-booking", "/privacy", "/terms", "/cancellation", "/api/site"];
const OF_PAYMENTS = /"(?:payment|checkout|refund|receipt|payment_request|provider_notice|payment_alarm)"/;

let site: BuiltSite;
beforeAll(async () => {
  const { loadBuiltSite } = await import("../http/built-site.ts");
  site = await loadBuiltSite(resolve("dist"));
});

/** Reads each page as a visitor without a cookie, and counts its queries. */
async function visit(prepare: "nothing" | "old payments" | "a provider") {
  const { startTestApp } = await import("../testing/test-app.ts");
  const { startPayBank } = await import("../testing/pay-bank.ts");
  const { cookieOf } = await import("../testing/test-app.ts");
  const { bookStay } = await import("../testing/given.ts");
  const bank = await startPayBank(() => paying.clock());
  const paying = await startTestApp("sqlite", { config: { stripe: bank.account }, site });
  if (prepare === "old payments") {
    const booked = await bookStay(paying, { checkInDate: "2027-03-01", checkOutDate: "2027-03-03" });
    const link = await paying.send("POST", `/api/bookings/${booked.json.id}/pay`, {}, { cookie: cookieOf(booked) });
    bank.pay(bank.sessionOf(link.json.url));
    const back = `/api/bookings/${booked.json.id}/payment?back=paid`;
    await paying.send("GET", back, undefined, { cookie: cookieOf(booked) });
    // The cancelled stay is removed from the calendar, but its payments stay in the ledger.
    await paying.send(
      "POST",
      `/api/bookings/${booked.json.id}/cancel`,
      { expectedFee: "0.00" },
      { cookie: cookieOf(booked) },
    );
    await paying.app.runJobs(/refunds/);
    expect(await paying.db.selectFrom("payment").selectAll().execute()).toHaveLength(2);
  }
  const server =
    prepare === "a provider"
      ? paying
      : await startTestApp("sqlite", { clock: paying.clock, config: { ...paying.sameDatabase }, site });
  const seen: Record<string, { html: string; queries: number; ofPayments: string[] }> = {};
  for (const path of PAGES) {
    queries.length = 0;
    const response = await server.send("GET", path);
    expect([path, response.status]).toEqual([path, 200]);
    const html = response.text
      // The form's idempotency key and the time of rendering are different each time.
      .replace(/(\\?)"dataUpdatedAt\1":\d+/g, "")
      .replace(/"formKey":"[^"]*"/g, "")
      .replace(/name="formKey" value="[^"]*"/g, "");
    seen[path] = { html, queries: queries.length, ofPayments: queries.filter((sql) => OF_PAYMENTS.test(sql)) };
  }
  if (server !== paying) await server.close();
  await paying.close();
  await bank.close();
  return seen;
}

/** The first difference between two pages, which are too long to print. */
function firstDifference(one: string, other: string): string[] | null {
  if (one === other) return null;
  const at = [...one].findIndex((letter, n) => letter !== other[n]);
  return [one, other].map((text) => text.slice(Math.max(0, at - 60), at + 60));
}

test("P-10: without a provider, old payments change neither the bytes nor the queries of public pages, which do not query payment tables", async () => {
  const [never, before, now] = [await visit("nothing"), await visit("old payments"), await visit("a provider")];
  for (const path of PAGES) {
    expect(firstDifference(before[path]?.html ?? "", never[path]?.html ?? ""), path).toBeNull();
    expect([path, before[path]?.queries]).toEqual([path, never[path]?.queries]);
    expect([path, never[path]?.ofPayments, before[path]?.ofPayments]).toEqual([path, [], []]);
    expect(never[path]?.html, path).not.toMatch(/stripe|payhere/i);
    // With a provider, public pages need only one more query: whether the provider rejects our key.
    expect([path, now[path]?.queries]).toEqual([path, (never[path]?.queries ?? 0) + 1]);
    expect(now[path]?.ofPayments.join()).toContain('"payment_alarm"');
  }
  expect(never["/"]?.queries).toBeGreaterThan(0);
  // Control: with a provider, the privacy page mentions it.
  expect(now["/privacy"]?.html).toContain("Stripe");
});
