import { amountString } from "#domain/money/currency.ts";
import { DEFAULT_PRICES } from "#domain/pricing/price-document.ts";
import { createBlockStore } from "../../blocks/store.ts";
import { cancelBooking } from "../../booking/cancel-booking.ts";
import { cancelOwnStay } from "../../booking/cancel-own-stay.ts";
import { changeOwnStay } from "../../booking/change-own-stay.ts";
import { changeStatus } from "../../booking/change-status.ts";
import { changeStay } from "../../booking/change-stay.ts";
import { createBooking } from "../../booking/create-booking.ts";
import { expirePending } from "../../booking/expire-pending.ts";
import { createManualBooking } from "../../booking/create-manual-booking.ts";
import { createLinkStore } from "../../booking/link-queries.ts";
import { openLink } from "../../booking/open-link.ts";
import { linkSecret } from "../../booking/own-link.ts";
import type { BookingChange } from "../../core/booking-changes.ts";
import type { BookingStore, BookingTerms } from "../../booking/ports.ts";
import { recordPayment } from "../../booking/record-payment.ts";
import { createBookingStore } from "../../booking/store.ts";
import { CalendarCheck } from "../../database/calendar.ts";
import type { Database } from "../../database/connect.ts";
import { createGuestStore } from "../../guests/store.ts";
import { createPromoCodes } from "../../pricing/code-queries.ts";
import { randomId } from "../../runtime/ids.ts";
import { dayOf, isStep, RATE, REQUEST_HOURS } from "./model.ts";
import type { Order } from "./predict.ts";

const terms: BookingTerms = {
  prices: { ...DEFAULT_PRICES, everyNight: { ...DEFAULT_PRICES.everyNight, priceCents: RATE } },
  timeZone: "Asia/Colombo",
  checkInTime: "14:00",
};
export const NO_PLATFORMS = CalendarCheck.by(
  async () => ({ unreachable: [], onUnreachable: "sell" }),
  async () => 0,
);
const WHO = { browserHash: "browser", addressHash: "address" };

export type World = ReturnType<typeof createWorld>;

/** The product's use cases on a real database, addressed by the labels in the model. */
export function createWorld(database: Database, spoil: (store: BookingStore) => BookingStore = (store) => store) {
  let now = 0;
  const clock = () => new Date(now);
  const ids = new Map<string, string>();
  const idOf = (label: string) => ids.get(label) ?? "";
  /**
   * Counts what listeners received: all events, events that skipped a version (`lost`), and forbidden status changes
   * (`illegal`).
   */
  const heard = { acts: 0, illegal: 0, lost: 0, steps: new Set<string>() };
  const bookingChanged = async (_trx: unknown, { before, after }: BookingChange) => {
    heard.acts += 1;
    if (after.version !== (before?.version ?? 0) + 1) heard.lost += 1;
    if (!before || before.status === after.status) return;
    heard.steps.add(`${before.status} > ${after.status}`);
    if (!isStep(before.status, after.status)) heard.illegal += 1;
  };
  const codes = createPromoCodes(database.db);
  const bookings = spoil(
    createBookingStore(database, {
      listeners: [{ bookingChanged }],
      record: null,
      checkCalendars: NO_PLATFORMS,
      preparationNights: async () => 0,
      codes,
      guarded: false,
    }),
  );
  const blocks = createBlockStore(database, { listeners: [], record: null, checkCalendars: NO_PLATFORMS });
  const guests = createGuestStore(database);
  const links = createLinkStore(database);
  const sale = { requestHours: REQUEST_HOURS, policyAnew: false, mayLackBookings: false };
  const rules = async () => ({ ...sale, bookingMode: "instant" as const });
  const canPay = async () => true;
  const guard = { guardBookings: false, hashKey: links.key, canMail: async () => true };
  const needs = {
    bookings,
    codes,
    clock,
    bookingTerms: async () => terms,
    rules,
    guard,
    canPay,
    today: async () => dayOf(now),
  };

  async function ask(order: Extract<Order, { kind: "ask" }>): Promise<OrderResult> {
    const guest = { id: randomId(), name: "Ann", email: "ann@example.com", phone: "123456", whatsapp: null };
    await guests.add({ ...guest, registrant: WHO, createdAt: clock() }, null);
    const { stay, guests: guestCount, as: status, mode: bookingMode } = order;
    const asking = {
      ...needs,
      rules: async () => ({ ...sale, bookingMode }),
      requestProof: async () => true,
      checkCalendars: NO_PLATFORMS,
    };
    const bookingRequest = {
      guestId: guest.id,
      stay,
      guestCount,
      status,
      specialRequests: null,
      language: "en" as const,
      code: null,
      expected: { rate: null, total: null, terms: null },
      botSignals: {},
    };
    // Each booking is made in another browser.
    return createBooking(asking, bookingRequest, { ...WHO, networkBlock: "net", accessHash: guest.id }, null);
  }

  async function perform(order: Order): Promise<OrderResult> {
    const host = "label" in order && "version" in order ? { id: idOf(order.label), version: order.version } : HOST_NONE;
    const act = { ...host, actor: "host" };
    switch (order.kind) {
      case "end":
        return expirePending(needs).then(() => DONE);
      case "ask":
        return ask(order);
      case "open": {
        const right = linkSecret(await links.key(), act.id, order.right ? 1 : 2);
        const opened = await openLink(
          { links, bookings, clock, rules, canPay },
          { bookingId: act.id, secret: right },
          () => "other",
        );
        return opened ? DONE : { ok: false, reason: "refused" };
      }
      case "ownCancel":
        return cancelOwnStay(needs, { id: act.id, expectedFee: amountString(order.fee, "USD") });
      case "ownChange":
        return changeOwnStay(needs, {
          id: act.id,
          stay: order.stay,
          guestCount: order.guests,
          expectedTotal: amountString(order.total, "USD"),
        });
      case "enter": {
        const guest = { name: "Bo", email: "bo@example.com", phone: "" };
        const taken = {
          guest,
          stay: order.stay,
          guestCount: 2,
          specialRequests: null,
          language: "en" as const,
          actor: "host",
        };
        return createManualBooking(needs, { ...taken, status: order.as }, null);
      }
      case "status":
        return changeStatus(needs, { ...act, to: order.to });
      case "cancel":
        return cancelBooking(needs, { ...act, waiveFee: order.waive, expectedFee: amountString(order.fee, "USD") });
      case "move": {
        const { stay, guestCount, keep } = order;
        const price = keep ? "keep" : "new";
        return changeStay(needs, { ...act, stay, guestCount, price, expectedTotal: amountString(order.total, "USD") });
      }
      case "pay": {
        const money = { amount: amountString(order.cents, "USD"), method: "cash", paidOn: dayOf(now) } as const;
        return recordPayment(needs, { ...act, payment: { kind: order.back ? "refund" : "payment", ...money } });
      }
      case "block": {
        const days = { startsOn: order.stay.checkIn, endsOn: order.stay.checkOut };
        const block = {
          id: randomId(),
          ...days,
          reason: "Painting",
          createdAt: clock(),
          createdBy: "host",
          version: 1,
        };
        const result = await blocks.add(block, { actor: "host", at: clock() });
        return result.ok ? { ok: true, id: block.id } : result;
      }
      case "moveBlock": {
        const days = { startsOn: order.stay.checkIn, endsOn: order.stay.checkOut };
        return blocks.change({ ...host, ...days, reason: "Guests of ours" }, { actor: "host", at: clock() });
      }
      case "free":
        return blocks.free(host.id, host.version, { actor: "host", at: clock() });
    }
  }

  return {
    bookings,
    database,
    heard,
    idOf,
    setNow: (ms: number) => {
      now = ms;
    },
    /** The result in the model's terms: "ok", or the reason and the nights. */
    carryOut: async (order: Order): Promise<string> => {
      const response = await perform(order);
      if (response.ok) {
        if ("label" in order && !("version" in order) && response.id !== undefined) ids.set(order.label, response.id);
        return "ok";
      }
      return response.nights ? `${response.reason} ${response.nights.join(" ")}` : response.reason;
    },
  };
}

type OrderResult = { ok: true; id?: string } | { ok: false; reason: string; nights?: string[] };
const DONE: OrderResult = { ok: true };
const HOST_NONE = { id: "", version: 0 };
