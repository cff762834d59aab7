import { join } from "node:path";
import { expect, test } from "vitest";
import { createArchives } from "../backups/stored-archives.ts";
import { DEFAULT_BACKUPS } from "../config.ts";
import { scratchDatabase, engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { startPayBank } from "../testing/pay-bank.ts";
import { cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

const DAY = 24 * 60 * 60_000;

/**
 * The ledger and what follows from it, without the checkouts, which contain the times of their syncs, and without the
 * emails to the host.
 */
async function ledgerOf(server: TestApp): Promise<Record<string, unknown[]>> {
  const facts = {
    payments: await server.db.selectFrom("payment").selectAll().orderBy("id").execute(),
    receipts: await server.db.selectFrom("receipt").selectAll().orderBy("year").orderBy("number").execute(),
    refunds: await server.db.selectFrom("refund").selectAll().orderBy("id").execute(),
    bookings: await server.db.selectFrom("booking").select(["id", "status", "version"]).orderBy("id").execute(),
    events: await server.db.selectFrom("booking_event").selectAll().orderBy("id").execute(),
    emails: await server.db
      .selectFrom("scheduled_message")
      .select(["id", "message_key"])
      .where("type", "=", "guest_note")
      .orderBy("id")
      .execute(),
    alerts: await server.db
      .selectFrom("payment_alarm")
      .select("id")
      .where("id", "!=", "restored")
      .orderBy("id")
      .execute(),
  };
  return facts;
}

/** Moves from each engine to the other, if both are available. */
const ways = engines.map((from) => [from, engines.find((to) => to !== from) ?? from] as const);

test.each(ways)(
  "P-43: after moving an archive from %s to %s, replaying all webhooks and reconciling leave the ledger and the bookings unchanged",
  async (from, to) => {
    const bank = await startPayBank(() => first.clock());
    const first = await startTestApp(from, { config: { stripe: bank.account } });
    bank.sendWebhooksTo(`${first.url}/api/webhooks/stripe`);
    const webhooks: [string, string][] = [];
    const sendWebhook = async (session: string, event: string) => {
      webhooks.push([session, event]);
      expect(await bank.sendWebhook(session, event)).toBe(200);
      await first.app.runJobs(/sync payments$/);
    };
    const own = (booked: TestResponse) => ({ cookie: cookieOf(booked) });
    const begin = async (month: string) => {
      const booked = await bookStay(first, { checkInDate: `2027-${month}-01`, checkOutDate: `2027-${month}-04` });
      const link = await first.send("POST", `/api/bookings/${booked.json.id}/pay`, {}, own(booked));
      return { booked, session: bank.sessionOf(link.json.url) };
    };
    // One stay of each kind: paid; paid and refunded; disputed; paid too late and refunded; never paid.
    const [kept, refunded, disputed, late] = [
      await begin("03"),
      await begin("04"),
      await begin("05"),
      await begin("06"),
    ];
    await begin("07");
    for (const { session } of [kept, refunded, disputed]) {
      bank.pay(session);
      await sendWebhook(session, `evt_paid_${session}`);
    }
    const cancel = `/api/bookings/${refunded.booked.json.id}/cancel`;
    const gone = await first.send("POST", cancel, { expectedFee: "0.00" }, own(refunded.booked));
    expect(gone.status, gone.text).toBe(200);
    await first.app.runJobs(/refunds/);
    await sendWebhook(refunded.session, "evt_refunded");
    bank.dispute(disputed.session);
    await sendWebhook(disputed.session, "evt_disputed");
    first.clock.advance(36 * 60_000);
    await first.app.runJobs(/unpaid/);
    await bookStay(first, { checkInDate: "2027-06-02", checkOutDate: "2027-06-03" });
    bank.pay(late.session, { late: true });
    await sendWebhook(late.session, "evt_late");
    await first.app.runJobs(/refunds/);
    first.clock.advance(20 * DAY);
    await first.app.runJobs(/payment|refund|unpaid/);
    const before = await ledgerOf(first);
    expect(before["payments"]?.length).toBeGreaterThan(5);

    const archives = (target: { dataDir: string; databaseUrl: string | null }) =>
      createArchives({ config: { ...target, backups: { ...DEFAULT_BACKUPS, passphrase: null } }, version: "0.0.0" });
    const file = join(first.config.dataDir, "all.tar.gz");
    await archives(first.config).exportTo(file);
    const there = await scratchDatabase(to);
    await archives(there).restore(file);
    const second = await startTestApp(to, {
      clock: first.clock,
      config: { stripe: bank.account, dataDir: there.dataDir, databaseUrl: there.databaseUrl },
    });
    bank.sendWebhooksTo(`${second.url}/api/webhooks/stripe`);
    expect(await ledgerOf(second)).toEqual(before);
    for (const [session, event] of webhooks) {
      // Sends the same webhook again, and a webhook with a different id about the same session.
      expect(await bank.sendWebhook(session, event)).toBe(200);
      expect(await bank.sendWebhook(session, `${event}_again`)).toBe(200);
      await second.app.runJobs(/sync payments$/);
    }
    for (let times = 0; times < 4; times++) {
      first.clock.advance(DAY / 2);
      await second.app.runJobs(/payment|refund|unpaid/);
    }
    expect(await ledgerOf(second)).toEqual(before);
    await second.close();
    await there.remove();
    await first.close();
    await bank.close();
  },
  60_000,
);
