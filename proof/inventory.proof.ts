/** S28: bots from 1 network and from 20 networks try for 24 hours to fill the calendar (decision 29). */
import type { BookingMode } from "#domain/settings/settings.ts";
import type { Engine } from "#server/database/dialect.ts";
import { engines } from "#server/testing/engines.ts";
import { simulateAbuse, type Plan, type AbuseSimulation } from "#server/testing/abuse-simulation.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { prove } from "./support/proof.ts";

const ONE: Plan = { networks: 1, everyMinutes: 2, guestEveryMinutes: 10 };
const TWENTY: Plan = { networks: 20, everyMinutes: 20, guestEveryMinutes: 10 };
/** Bots with one real mailbox for each network. */
const REAL_ONE: Plan = { networks: 1, realMailboxes: true, everyMinutes: 20, guestEveryMinutes: 60 };
const REAL_TWENTY: Plan = { ...REAL_ONE, networks: 20 };
const MAIL = { smtpUrl: "smtp://127.0.0.1:9", from: { address: "stay@cottage.example" } };

async function simulate(engine: Engine, mode: BookingMode, plan: Plan, options: { mail?: false; guard?: false } = {}) {
  const server = await startTestApp(engine, {
    config: {
      guardBookings: options.guard ?? true,
      trustProxy: true,
      publicUrl: "http://cottage.example",
      mail: options.mail === false ? null : MAIL,
    },
  });
  const cookie = await server.signIn();
  const { json } = await server.send("GET", "/api/admin/settings", undefined, { cookie });
  const { missing: _missing, debugUntil: _until, ...settings } = json;
  await server.send("PUT", "/api/admin/settings", { ...settings, bookingMode: mode }, { cookie });
  const simulation = await simulateAbuse(server, plan);
  await server.close();
  return simulation;
}

const summary = ({ mostHeld, heldAfterAnHour, attempts, booked, requested, guests }: AbuseSimulation) =>
  `held ${mostHeld}, an hour later ${heldAfterAnHour} (attempts ${attempts}; guests booked ${booked}, requested ${requested} of ${guests})`;
const holds = (simulation: AbuseSimulation, most: number, afterwards: number) =>
  simulation.mostHeld > 0 &&
  simulation.mostHeld <= most &&
  simulation.heldAfterAnHour <= afterwards &&
  simulation.booked >= simulation.guests * 0.99;

for (const engine of engines) {
  await prove(
    {
      id: "S28",
      what: "Denial of inventory",
      aim: "bots book for 24 h from 1 or 20 networks: they hold at most 44 nights, and an hour later at most 14, or none if guests must prove their email address; 99 % of guests can book. With 1 or 20 real mailboxes, bots hold at most 60 or 90 nights",
    },
    engine,
    async () => {
      const verified = [await simulate(engine, "verified", ONE), await simulate(engine, "verified", TWENTY)] as const;
      const instant = [await simulate(engine, "instant", ONE), await simulate(engine, "instant", TWENTY)] as const;
      const noMail = await simulate(engine, "instant", ONE, { mail: false });
      const real = [
        await simulate(engine, "instant", REAL_ONE),
        await simulate(engine, "verified", REAL_TWENTY),
      ] as const;
      const control = await simulate(engine, "instant", { ...ONE, everyMinutes: 60 }, { guard: false });
      return {
        figures: {
          verified1: summary(verified[0]),
          verified20: summary(verified[1]),
          instant1: summary(instant[0]),
          instant20: summary(instant[1]),
          realMailbox1: summary(real[0]),
          realMailboxes20: summary(real[1]),
          withoutMail1: summary(noMail),
          withoutLimits1: summary(control),
        },
        met:
          holds(verified[0], 44, 0) &&
          holds(verified[1], 44, 0) &&
          holds(instant[0], 44, 14) &&
          holds(instant[1], 44, 14) &&
          real[0].mostHeld <= 60 &&
          real[1].mostHeld <= 90 &&
          // A guest who holds nothing may request one stay of any length, so guests are never rejected here.
          noMail.mostHeld <= 30 &&
          noMail.refused === 0,
        negativeControl: { fault: "the same run without limits", detected: control.mostHeld > 44 },
        notTried:
          "0 nights an hour later in instant mode: instant bookings stay until the host cancels them (decision 29)",
      };
    },
  );
}
