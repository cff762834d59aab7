import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_PRICES } from "#domain/pricing/price-document.ts";
import { connectDatabase, type Database } from "../database/connect.ts";
import { migrate } from "../database/migrations/migrate.ts";
import { createPropertyModule } from "../property/module.ts";
import { createLogger } from "../runtime/logger.ts";
import { engines, type ScratchDatabase, scratchDatabase } from "../testing/engines.ts";
import { changeStatus } from "./change-status.ts";
import { createManualBooking } from "./create-manual-booking.ts";
import type { BookingChange } from "../core/booking-changes.ts";
import type { RecordAct } from "../core/host.ts";
import type { BookingStore } from "./ports.ts";
import { recordPayment } from "./record-payment.ts";
import { NO_PLATFORMS } from "../testing/scenarios/world.ts";
import { createBookingStore } from "./store.ts";
import { createPromoCodes } from "../pricing/code-queries.ts";

const NOW = new Date("2026-11-21T06:00:00Z");
const clock = () => NOW;
const today = async () => "2026-11-21" as const;

describe.each(engines)("the events of an action on a booking, on %s", (engine) => {
  let scratch: ScratchDatabase;
  let database: Database;
  let bookings: BookingStore;
  const heard: BookingChange[] = [];
  const audited: Parameters<RecordAct>[0][] = [];
  let listenerFails = false;
  beforeAll(async () => {
    scratch = await scratchDatabase(engine);
    database = connectDatabase(scratch, createLogger("silent"));
    await migrate(database.db, engine);
    await createPropertyModule({ database, clock }).addStartingContent();
    bookings = createBookingStore(database, {
      checkCalendars: NO_PLATFORMS,
      preparationNights: async () => 0,
      codes: createPromoCodes(database.db),
      guarded: false,
      record: async (act) => void audited.push(act),
      listeners: [
        {
          bookingChanged: async (_trx, change) => {
            heard.push(change);
            if (listenerFails) throw new Error("no room in the outbox");
          },
        },
      ],
    });
  });
  afterAll(async () => {
    await database.close();
    await scratch.remove();
  });

  test("an action is audited with what it changed, and rolled back if a listener fails", async () => {
    const bookingTerms = async () =>
      ({ prices: DEFAULT_PRICES, timeZone: "Asia/Colombo", checkInTime: "14:00" }) as const;
    const needs = { bookings, clock, bookingTerms, today };
    const entered = await createManualBooking(
      needs,
      {
        guest: { name: "Ann Perera", email: "ann@example.com", phone: "" },
        stay: { checkIn: "2027-01-01", checkOut: "2027-01-03" },
        guestCount: 2,
        status: "upcoming",
        specialRequests: null,
        language: "en",
        actor: "host",
      },
      null,
    );
    if (!entered.ok) throw new Error("not entered");
    const { id, reference } = entered;
    await changeStatus(needs, { id, version: 1, actor: "host", to: "confirmed" });
    const payment = { kind: "payment", amount: "50.00", method: "cash", paidOn: "2026-11-20" } as const;
    await recordPayment(needs, { id, version: 2, actor: "host", payment });

    expect(audited.map(({ act, actor, subject }) => [act, actor, subject])).toEqual([
      ["Added a booking", "host", `Booking ${reference}`],
      ["Changed a booking's status", "host", `Booking ${reference}`],
      ["Recorded a payment", "host", `Booking ${reference}`],
    ]);
    expect(audited[1]).toMatchObject({
      before: { status: "upcoming", version: 1 },
      after: { status: "confirmed", version: 2 },
    });
    expect(Object.keys(Object(audited[1]?.after))).toEqual(["status", "version"]);
    expect(audited[2]?.after).toMatchObject({ payment: { amountCents: 5000 } });
    expect(JSON.stringify(audited)).not.toContain("ann@example.com");
    expect(heard.map((change) => [change.before?.status ?? null, change.after.status])).toEqual([
      [null, "upcoming"],
      ["upcoming", "confirmed"],
      ["confirmed", "confirmed"],
    ]);

    listenerFails = true;
    await expect(changeStatus(needs, { id, version: 3, actor: "host", to: "upcoming" })).rejects.toThrow("no room");
    expect(await bookings.find(id)).toMatchObject({ status: "confirmed", version: 3 });
    expect(await bookings.history(id)).toHaveLength(3);
  });
});
