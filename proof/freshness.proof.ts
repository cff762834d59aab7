/** R23: after 27 hours without a backup, or if backup storage fails, the portal and an email alert the host. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { BACKUP_AT_MOST_MS, BACKUP_JOB } from "#server/backups/module.ts";
import { DEFAULT_BACKUPS } from "#server/config.ts";
import { createLeases } from "#server/jobs/lease.ts";
import { engines } from "#server/testing/engines.ts";
import { openMailbox } from "#server/testing/mailbox.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { prove } from "./support/proof.ts";

const HOUR_MS = 3_600_000;

for (const engine of engines) {
  await prove(
    {
      id: "R23",
      what: "Backup freshness",
      aim: "27 h without a backup, or failing storage: a banner and an email, once each",
    },
    engine,
    async () => {
      const stale = await alertsAfter(engine, 27, "works");
      const failing = await alertsAfter(engine, 1, "fails");
      // The control: an hour before the limit.
      const fresh = await alertsAfter(engine, 25, "works");
      return {
        figures: {
          stale: stale.banner,
          staleEmails: stale.emails,
          failing: failing.banner,
          failingEmails: failing.emails,
        },
        met: [stale, failing].every(({ emails, banner }) => emails === 1 && banner !== "none"),
        negativeControl: { fault: "25 hours: no alert", detected: fresh.emails === 0 && fresh.banner === "none" },
      };
    },
  );
}

/** Makes a verified backup, and then either lets hours pass without another one or makes the next one fail. */
async function alertsAfter(engine: (typeof engines)[number], hours: number, place: "works" | "fails") {
  const mailbox = await openMailbox();
  const folder = `/tmp/latchkey-fresh-${process.pid}-${engine}-${hours}`;
  mkdirSync(folder, { recursive: true });
  const server = await startTestApp(engine, {
    config: {
      backups: { ...DEFAULT_BACKUPS, to: { folder } },
      mail: { smtpUrl: mailbox.url, from: { address: "cottage@example.com" } },
    },
  });
  server.clock.set(new Date().toISOString());
  await backUp(server);
  const restart = async () => {
    if (place === "fails") {
      rmSync(folder, { recursive: true });
      writeFileSync(folder, "");
      await backUp(server);
    } else {
      server.clock.advance(hours * HOUR_MS);
      await holdTheJob(server);
    }
    await server.app.start();
  };
  await restart();
  const ours = () => mailbox.emails.filter(({ mail }) => /backup/i.test(mail.subject ?? "")).length;
  for (let i = 0; i < 100 && ours() === 0; i++) await wait(100);
  // Long enough for a second email to arrive.
  await wait(1500);
  const cookie = await server.signIn();
  const { json } = await server.send("GET", "/api/admin/dashboard", undefined, { cookie });
  const banner = json.alerts.find((item: { id: string }) => item.id === "backups");
  const emails = ours();
  await server.close();
  await mailbox.close();
  rmSync(folder, { recursive: true, force: true });
  return { emails, banner: banner ? String(banner.title) : "none" };
}

/** Takes the job's lease, as another process that never finishes would. */
async function holdTheJob(server: TestApp): Promise<void> {
  await createLeases(server.db, () => new Date()).take(BACKUP_JOB, BACKUP_AT_MOST_MS);
}

async function backUp(server: TestApp): Promise<void> {
  const cookie = await server.signIn();
  const ask = async () => (await server.send("GET", "/api/admin/backups", undefined, { cookie })).json;
  const before = (await ask()).runs.length;
  await server.send("POST", "/api/admin/backups", {}, { cookie });
  while ((await ask()).runs.length === before) await wait(100);
}
