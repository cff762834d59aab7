/** S28: programs from 1 and from 20 networks try for 24 hours to take the calendar away from guests. Decision 29. */
import type { BookingMode } from "#domain/settings/settings.ts";
import { connectDatabase } from "#server/database/connect.ts";
import type { Engine } from "#server/database/dialect.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { engines } from "#server/testing/engines.ts";
import { simulateAbuse, type Plan, type AbuseSimulation } from "#server/testing/abuse-simulation.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { prove } from "./support/proof.ts";

const ONE: Plan = { networks: 1, everyMinutes: 2, guestEveryMinutes: 10 };
const TWENTY: Plan = { networks: 20, everyMinutes: 20, guestEveryMinutes: 10 };
/** Programs that read the mail of one mailbox for each network. */
const REAL_ONE: Plan = { networks: 1, realMailboxes: true, everyMinutes: 20, guestEveryMinutes: 60 };
const REAL_TWENTY: Plan = { ...REAL_ONE, networks: 20 };
const MAIL = { smtpUrl: "smtp://127.0.0.1:9", from: { address: "stay@cottage.example" } };

async function siegeOf(engine: Engine, mode: BookingMode, plan: Plan, house: { mail?: false; guard?: false } = {}) {
  const server = await startTestApp(engine, {
    config: {
      guardBookings: house.guard ?? true,
      trustProxy: true,
      publicUrl: "http://cottage.example",
      mail: house.mail === false ? null : MAIL,
    },
  });
  const cookie = await server.signIn();
  const { json } = await server.send("GET", "/api/admin/settings", undefined, { cookie });
  const { missing: _missing, debugUntil: _until, ...settings } = json;
  await server.send("PUT", "/api/admin/settings", { ...settings, bookingMode: mode }, { cookie });
  const database = connectDatabase(server.sameDatabase, createLogger("silent"));
  const simulation = await simulateAbuse(server, database, plan);
  await database.close();
  await server.close();
  return simulation;
}

const told = ({ mostHeld, heldAfterAnHour, attempts, booked, asked, guests }: AbuseSimulation) =>
  `held ${mostHeld}, an hour later ${heldAfterAnHour} (tries ${attempts}; guests booked ${booked}, asked ${asked} of ${guests})`;
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
      aim: "1 and 20 networks for 24 h: at most 44 nights held, an hour later 14, or none where each email is proven; 99 % of guests get theirs. With 1 and 20 real mailboxes: at most 60 and 90 nights",
    },
    engine,
    async () => {
      const verified = [await siegeOf(engine, "verified", ONE), await siegeOf(engine, "verified", TWENTY)] as const;
      const instant = [await siegeOf(engine, "instant", ONE), await siegeOf(engine, "instant", TWENTY)] as const;
      const noMail = await siegeOf(engine, "instant", ONE, { mail: false });
      const real = [
        await siegeOf(engine, "instant", REAL_ONE),
        await siegeOf(engine, "verified", REAL_TWENTY),
      ] as const;
      const hole = await siegeOf(engine, "instant", { ...ONE, everyMinutes: 60 }, { guard: false });
      return {
        figures: {
          verified1: told(verified[0]),
          verified20: told(verified[1]),
          instant1: told(instant[0]),
          instant20: told(instant[1]),
          realMailbox1: told(real[0]),
          realMailboxes20: told(real[1]),
          withoutMail1: told(noMail),
          withoutLimits1: told(hole),
        },
        met:
          holds(verified[0], 44, 0) &&
          holds(verified[1], 44, 0) &&
          holds(instant[0], 44, 14) &&
          holds(instant[1], 44, 14) &&
          real[0].mostHeld <= 60 &&
          real[1].mostHeld <= 90 &&
          // Who holds nothing may ask for one stay of any length there; guests' wishes are never turned away.
          noMail.mostHeld <= 30 &&
          noMail.refused === 0,
        planted: { hole: "the same without the limits", seen: hole.mostHeld > 44 },
        notTried:
          "an hour later in instant mode: what is booked at once stays booked until the host cancels it (decision 29)",
      };
    },
  );
}
