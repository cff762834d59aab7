import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, toLocalDate } from "../calendar/local-date.ts";
import { chargeStep, fromPayHereAmount, fromStripeAmount, toPayHereAmount, toStripeAmount } from "./currency.ts";
import { outcomeOf } from "./facts.ts";
import { isPaidOnline } from "./paid-online.ts";
import { pageStateOf } from "./page-state.ts";
import { DEFAULT_PAYMENT_TERMS, amountsDue, movedPlan, planFor, type PaymentTerms } from "./plan.ts";
import { refundOnEnd, refundsToWithdraw, splitRefund } from "./refund.ts";
import { nextSync } from "./times.ts";

const today = toLocalDate("2026-11-22");
const cents = fc.integer({ min: 1, max: 100_000_000 });

describe("P-17: amounts for Stripe", () => {
  test.each([
    ["USD", 45_000, 45_000],
    ["EUR", 1, 1],
    ["GBP", 45_050, 45_050],
    ["LKR", 4_500_000, 4_500_000],
    ["JPY", 45_000, 45_000],
    ["KRW", 600_000, 600_000],
    ["KWD", 45_000, 45_000],
    ["ISK", 5000, 500_000],
    ["HUF", 45_000, 4_500_000],
    ["UGX", 1_600_000, 160_000_000],
  ])("%s: our amount %i is %i for Stripe", (currency, ours, theirs) => {
    expect(toStripeAmount(ours, currency)).toBe(theirs);
    expect(fromStripeAmount(theirs, currency)).toBe(ours);
  });

  const TEN = ["USD", "EUR", "GBP", "LKR", "JPY", "KRW", "KWD", "ISK", "HUF", "UGX"] as const;
  /** The number of Stripe's smallest units per smallest unit of ours (`currencyDigits`). */
  const FACTOR = { USD: 1, EUR: 1, GBP: 1, LKR: 1, JPY: 1, KRW: 1, KWD: 1, ISK: 100, HUF: 100, UGX: 100 };

  /** Describes an amount that does not survive the round trip; null if the amount does. */
  function inexact(code: (typeof TEN)[number], minor: number): string | null {
    const theirs = toStripeAmount(minor, code);
    if (code === "KWD" && minor % 10 !== 0) return theirs === null ? null : `${code} ${minor} cannot be charged`;
    const right = theirs === minor * FACTOR[code] && Number.isSafeInteger(theirs);
    return right && fromStripeAmount(theirs, code) === minor ? null : `${code} ${minor} is ${theirs}`;
  }

  test("round trips in ten currencies are exact for small amounts, around powers of ten and for random amounts up to 10^8", () => {
    const edges = [4, 5, 6, 7, 8].flatMap((power) => [-11, -10, -9, -1, 0, 1, 9, 10, 11].map((n) => 10 ** power + n));
    const amounts = [...Array.from({ length: 20_000 }, (_unused, n) => n + 1), ...edges.filter((n) => n <= 10 ** 8)];
    expect(TEN.flatMap((code) => amounts.flatMap((minor) => inexact(code, minor) ?? []))).toEqual([]);
    fc.assert(
      fc.property(cents, fc.constantFrom(...TEN), (minor, code) => inexact(code, minor) === null),
      { numRuns: 5000 },
    );
  });

  test("if the total can be charged, so can every deposit and the rest, in each kind of currency", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom("USD", "JPY", "KWD"),
        fc.constantFrom("percent", "nights"),
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 5 }),
        (prices, currency, firstPart, firstPercent, firstNights) => {
          const step = chargeStep(currency);
          const sum = prices.reduce((all, price) => all + price, 0);
          const totalCents = step * Math.ceil(sum / step);
          // The last night costs a little more, so that the total can be charged.
          const nightCents = prices.with(-1, (prices.at(-1) ?? 0) + totalCents - sum);
          const terms = { ...DEFAULT_PAYMENT_TERMS, firstPart, firstPercent, firstNights };
          const sale = { totalCents, currency, nightCents, checkIn: addDays(today, 90) };
          const firstCents = planFor(terms, sale, today)?.firstCents ?? 0;
          const chosen = nightCents.slice(0, firstNights).reduce((all, price) => all + price, 0);
          const least = firstPart === "percent" ? (totalCents * firstPercent) / 100 : chosen;
          expect(firstCents).toBeGreaterThanOrEqual(least);
          expect(firstCents).toBeLessThan(least + step);
          for (const part of [firstCents, totalCents - firstCents]) {
            expect(part).toBeGreaterThanOrEqual(0);
            expect(toStripeAmount(part, currency)).not.toBeNull();
          }
        },
      ),
    );
  });

  test("amounts that Stripe cannot charge and fractions of our smallest unit are converted to null", () => {
    expect([toStripeAmount(1005, "KWD"), fromStripeAmount(50, "ISK"), fromStripeAmount(101, "UGX")]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test("an amount stays the same when we send it to PayHere as text and read it back as a number", () => {
    const edges = [1, 9, 10, 99, 100, 101, 1005, 4_503_599_627, 10 ** 8 - 1, 10 ** 8];
    for (const currency of ["USD", "LKR"]) {
      for (const minor of [...Array.from({ length: 20_000 }, (_unused, n) => n + 1), ...edges]) {
        const text = toPayHereAmount(minor, currency) ?? "";
        const parsed: unknown = JSON.parse(text);
        if (fromPayHereAmount(Number(parsed), currency) !== minor) throw new Error(`${minor} is ${text}`);
      }
    }
    fc.assert(fc.property(cents, (minor) => fromPayHereAmount(Number(toPayHereAmount(minor, "LKR")), "LKR") === minor));
    expect([10.005, -1, Number.NaN, 1e21, 0.1 + 0.2].map((amount) => fromPayHereAmount(amount, "LKR"))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(toPayHereAmount(100, "EUR")).toBeNull();
  });
});

describe("P-20: the payment plan of a sale", () => {
  const sale = {
    totalCents: 45_000,
    currency: "USD",
    nightCents: [15_000, 15_000, 15_000],
    checkIn: addDays(today, 60),
  };
  const terms = (more: Partial<PaymentTerms>): PaymentTerms => ({ ...DEFAULT_PAYMENT_TERMS, ...more });

  test.each([
    ["off", { paymentMode: "off" }, null],
    ["all", {}, { firstCents: 45_000, restDueOn: null }],
    ["30 percent", { firstPart: "percent" }, { firstCents: 13_500, restDueOn: addDays(today, 30) }],
    ["one night", { firstPart: "nights" }, { firstCents: 15_000, restDueOn: addDays(today, 30) }],
    ["offered", { paymentMode: "offered", firstPart: "nights" }, { mode: "offered", firstCents: 15_000 }],
    [
      "everything now, because arrival is near",
      { firstPart: "percent", balanceDays: 60 },
      { firstCents: 45_000, restDueOn: null },
    ],
  ] as const)("%s", (_name, more, expected) => {
    const plan = planFor(terms(more), sale, today);
    if (expected === null) expect(plan).toBeNull();
    else expect(plan).toMatchObject(expected);
  });

  test("if guests may pay everything online at any time, no payment has a due date, however low the limit for a single payment is", () => {
    const plan = planFor(terms({ paymentMode: "offered", cancelUnpaid: true }), sale, today, 10_000);
    expect(plan).toEqual({ mode: "offered", firstCents: 10_000, restDueOn: null });
  });

  test("the parts of a plan are whole cents, add up to the total, and are never negative", () => {
    const anyTerms = fc.record({
      paymentMode: fc.constantFrom("offered", "required"),
      firstPart: fc.constantFrom("all", "percent", "nights"),
      firstPercent: fc.integer({ min: 1, max: 100 }),
      firstNights: fc.integer({ min: 1, max: 30 }),
      balanceDays: fc.integer({ min: 0, max: 365 }),
      payHours: fc.constant(24),
    });
    fc.assert(
      fc.property(
        anyTerms,
        cents,
        fc.integer({ min: 1, max: 400 }),
        cents,
        fc.integer({ min: 0, max: 400 }),
        (rules, totalCents, ahead, paidCents, later) => {
          const checkIn = addDays(today, ahead);
          const plan = planFor(
            rules as PaymentTerms,
            { ...sale, totalCents, checkIn, nightCents: [totalCents] },
            today,
          );
          if (!plan) throw new Error("a sale has a plan");
          expect(plan.firstCents > 0 && plan.firstCents <= totalCents && Number.isInteger(plan.firstCents)).toBe(true);
          const first = amountsDue(plan, { owedCents: totalCents, paidCents: 0, dueCents: totalCents }, today);
          expect(first.nowCents + first.laterCents).toBe(totalCents);
          const balance = { owedCents: totalCents, paidCents, dueCents: totalCents - paidCents };
          const dues = amountsDue(plan, balance, addDays(today, later));
          expect(dues.nowCents + dues.laterCents).toBe(Math.max(0, totalCents - paidCents));
          expect(Math.min(dues.nowCents, dues.laterCents)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

test("P-20: a moved stay's balance stays due the same number of days before arrival, but a due date never moves into the past", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -400, max: 400 }),
      fc.integer({ min: -400, max: 400 }),
      fc.integer({ min: 0, max: 365 }),
      (before, after, balanceDays) => {
        const [from, to] = [addDays(today, before), addDays(today, after)];
        const restDueOn = addDays(from, -balanceDays);
        const moved = movedPlan({ restDueOn }, { from, to }, today).restDueOn;
        const shifted = addDays(to, -balanceDays);
        if (shifted >= today) expect(moved).toBe(shifted);
        else expect([restDueOn, today].toSorted()[0]).toBe(from === to ? restDueOn : moved);
      },
    ),
  );
  const all = { restDueOn: null };
  expect(movedPlan(all, { from: today, to: addDays(today, 9) }, today)).toBe(all);
});

describe("the effect of a charge on a stay", () => {
  const charge = {
    amountCents: 100,
    asRequested: true,
    first: true,
    extra: false,
    requestStands: false,
    requestOpen: false,
  };
  const stay = {
    status: "confirmed",
    waitsForPayment: false,
    endedUnpaid: false,
    begun: false,
    guestErased: false,
    dueCents: 100,
  } as const;
  test.each([
    [{ ...stay, status: "pending", waitsForPayment: true }, charge, { step: "confirm" }],
    [stay, charge, { step: "pay" }],
    [{ ...stay, dueCents: 0 }, charge, { step: "twice", refundCents: 100 }],
    [{ ...stay, dueCents: 40 }, charge, { step: "twice", refundCents: 60 }],
    [{ ...stay, dueCents: -50 }, charge, { step: "twice", refundCents: 100 }],
    [{ ...stay, dueCents: 0 }, { ...charge, extra: true, requestOpen: true }, { step: "pay" }],
    // The host has withdrawn the request, or recorded the same money.
    [
      { ...stay, dueCents: 0 },
      { ...charge, extra: true },
      { step: "twice", refundCents: 100 },
    ],
    [
      { ...stay, dueCents: 0 },
      { ...charge, extra: true, requestOpen: true, first: false },
      { step: "twice", refundCents: 100 },
    ],
    [{ ...stay, status: "cancelled", endedUnpaid: true, dueCents: 0 }, charge, { step: "retake" }],
    [{ ...stay, status: "cancelled", endedUnpaid: true, begun: true, dueCents: 0 }, charge, { step: "late" }],
    [{ ...stay, status: "cancelled", endedUnpaid: true, guestErased: true, dueCents: 0 }, charge, { step: "late" }],
    [{ ...stay, status: "cancelled", dueCents: 0 }, charge, { step: "late" }],
    [{ ...stay, status: "cancelled", dueCents: 100 }, charge, { step: "pay" }],
    [
      { ...stay, status: "cancelled", dueCents: 0 },
      { ...charge, extra: true, requestStands: true, requestOpen: true },
      { step: "pay" },
    ],
    [{ ...stay, status: "pending", waitsForPayment: true }, { ...charge, asRequested: false }, { step: "mismatch" }],
  ] as const)("%j with %j", (facts, money, expected) => {
    expect(outcomeOf(facts, money)).toEqual(expected);
  });
});

test("after a stay is restored, a refund that has not been made is withdrawn only if it was for the ended stay and would leave an amount due", () => {
  const refund = (amountCents: number, why: "cancelled" | "late" | "twice" | "host", state: "wanted" | "done") => ({
    amountCents,
    why,
    state,
  });
  const withdrawn = (refunds: ReturnType<typeof refund>[], dueCents: number) =>
    refundsToWithdraw(refunds, dueCents, ({ state }) => state === "wanted");
  const late = refund(450, "late", "wanted");
  const cancelled = refund(200, "cancelled", "wanted");
  expect(withdrawn([cancelled], 0)).toEqual([cancelled]);
  // Another payment has come in since then, so the guest is still owed this refund.
  expect(withdrawn([cancelled], -200)).toEqual([]);
  expect(withdrawn([late, cancelled], -200)).toEqual([late]);
  const kept = [refund(200, "host", "wanted"), refund(200, "twice", "wanted"), refund(200, "cancelled", "done")];
  expect(withdrawn(kept, 200)).toEqual([]);
});

test("a refund is split across the charges and never exceeds what is left of each charge or what was paid", () => {
  const charges = fc.array(fc.record({ chargeRef: fc.uuid(), leftCents: fc.integer({ min: 0, max: 10_000 }) }));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 50_000 }), charges, (expected, all) => {
      const parts = splitRefund(expected, all);
      const left = all.reduce((sum, charge) => sum + charge.leftCents, 0);
      expect(parts.reduce((sum, part) => sum + part.amountCents, 0)).toBe(Math.min(expected, left));
      for (const { chargeRef, amountCents } of parts) {
        const charge = all.find((one) => one.chargeRef === chargeRef);
        expect(amountCents > 0 && amountCents <= (charge?.leftCents ?? 0)).toBe(true);
      }
    }),
  );
  expect([refundOnEnd(450, 150, 0), refundOnEnd(100, 150, 0), refundOnEnd(450, 150, 300)]).toEqual([300, 0, 0]);
});

test("a payment page is checked at least every minute while open, then three more times, or for two weeks if it never expires", () => {
  const page = { createdAt: new Date("2026-11-22T10:00:00Z"), endsAt: new Date("2026-11-22T10:31:00Z") };
  let now = page.createdAt;
  const gaps: number[] = [];
  for (let next = nextSync(page, now, false); next && next <= page.endsAt; next = nextSync(page, now, false)) {
    gaps.push(next.getTime() - now.getTime());
    now = next;
  }
  expect(Math.max(...gaps)).toBeLessThanOrEqual(45_000);
  const after = (hours: number, endless = false) =>
    nextSync(page, new Date(page.endsAt.getTime() + hours * 3_600_000), endless);
  expect([after(0)?.toISOString(), after(1.1)?.toISOString(), after(25)?.toISOString(), after(73)]).toEqual([
    "2026-11-22T11:31:00.000Z",
    "2026-11-23T10:31:00.000Z",
    "2026-11-25T10:31:00.000Z",
    null,
  ]);
  expect(after(73, true)).not.toBeNull();
  expect([after(14 * 24 - 1, true)?.toISOString(), after(14 * 24, true)]).toEqual(["2026-12-06T10:31:00.000Z", null]);
});

test("each set of facts leads to the right state of the payment page", () => {
  const facts = {
    status: "pending",
    waitsFor: "payment",
    endedUnpaid: false,
    canPay: true,
    timeIsOver: false,
    paid: false,
    linkPaid: false,
    paidLate: false,
    lastPage: "open",
    refunds: [],
    back: null,
  } as const;
  const booked = { ...facts, status: "upcoming", waitsFor: null, paid: true, lastPage: "paid" } as const;
  const states = [
    pageStateOf(facts),
    pageStateOf({ ...facts, back: "paid" }),
    pageStateOf({ ...facts, back: "paid", lastPage: null }),
    pageStateOf({ ...facts, back: "cancelled" }),
    pageStateOf({ ...facts, canPay: false, timeIsOver: true }),
    // The provider reported a payment of the wrong amount, and the host decides.
    pageStateOf({ ...facts, canPay: false, paid: true, lastPage: "paid", back: "paid" }),
    pageStateOf({ ...facts, waitsFor: "host" }),
    pageStateOf({ ...facts, status: "upcoming", waitsFor: null }),
    pageStateOf({ ...facts, status: "upcoming", waitsFor: null, canPay: false, paid: true }),
    pageStateOf({ ...facts, status: "upcoming", waitsFor: null, canPay: false, paid: true, paidLate: true }),
    pageStateOf({ ...facts, status: "upcoming", waitsFor: null, canPay: false }),
    pageStateOf({ ...facts, status: "cancelled", waitsFor: null, canPay: false, endedUnpaid: true }),
    pageStateOf({
      ...facts,
      status: "cancelled",
      waitsFor: null,
      canPay: false,
      endedUnpaid: true,
      refunds: [{ why: "late", state: "done", closed: false }],
    }),
    pageStateOf({
      ...facts,
      status: "cancelled",
      waitsFor: null,
      canPay: false,
      refunds: [{ why: "cancelled", state: "failed", closed: false }],
    }),
    pageStateOf({ ...facts, status: "cancelled", waitsFor: null, canPay: false }),
    // The deposit is paid, and the balance may be paid.
    pageStateOf({ ...booked, back: "paid" }),
    pageStateOf(booked),
    pageStateOf({ ...booked, back: "paid", lastPage: "open" }),
    // The stay was cancelled, and the host has sent a payment link after the last payment.
    pageStateOf({ ...booked, status: "cancelled", back: "paid" }),
    // A stay ended unpaid and was paid for too late; a payment link sent after that is first unpaid, then paid.
    ...[{ canPay: true }, { linkPaid: true, canPay: false }].map((more) =>
      pageStateOf({
        ...booked,
        ...more,
        status: "cancelled",
        endedUnpaid: true,
        refunds: [{ why: "late", state: "done", closed: false }],
      }),
    ),
    // A refund has failed, and money is due.
    pageStateOf({ ...booked, refunds: [{ why: "host", state: "failed", closed: false }] }),
  ];
  expect(states).toEqual([
    "open",
    "checking",
    "open",
    "not-charged",
    "ended",
    "nothing",
    "waits",
    "due",
    "paid",
    "late-taken",
    "nothing",
    "ended",
    "late-gone",
    "refund-failed",
    "cancelled",
    "paid",
    "due",
    "checking",
    "due",
    "due",
    "cancelled",
    "due",
  ]);
});

describe("P-17: amounts for PayHere", () => {
  test.each([
    [45_000, "LKR", "450.00"],
    [5, "USD", "0.05"],
    [100_000_000, "LKR", "1000000.00"],
    [45_000, "EUR", null],
    [45_000, "JPY", null],
  ])("our amount %i in %s is %s for PayHere", (minor, currency, amount) =>
    expect(toPayHereAmount(minor, currency)).toBe(amount),
  );

  test("round trips are exact to the cent, and fractions of a cent are rejected", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), (minor) => {
        expect(fromPayHereAmount(Number(toPayHereAmount(minor, "LKR")), "LKR")).toBe(minor);
      }),
    );
    expect([fromPayHereAmount(4.505, "USD"), fromPayHereAmount(Number.NaN, "USD")]).toEqual([null, null]);
  });
});

describe("what counts as paid online", () => {
  const booking = {
    plan: { mode: "required", firstCents: 6000, restDueOn: addDays(today, 1) },
    status: "upcoming",
    totalCents: 15_000,
    cancellationFeeCents: null,
  } as const;
  const row = (amountCents: number, live = true) =>
    ({ kind: "payment", method: "online", amountCents, fact: { live } }) as const;
  const refund = { kind: "refund", method: "cash", amountCents: 1, fact: null } as const;
  const dispute = { kind: "refund", method: "dispute", amountCents: 1, fact: { live: true } } as const;
  const won = { ...dispute, kind: "payment" } as const;
  const isPaid = (rows: Parameters<typeof isPaidOnline>[1], onTheWayCents = 0, days = 0) =>
    isPaidOnline(booking, rows, { onTheWayCents, today: addDays(today, days) });

  test.each([
    ["nothing", false, []],
    ["the deposit", true, [row(6000)]],
    ["less than the deposit", false, [row(5999)]],
    ["a test payment", false, [row(6000, false)]],
    ["cash, which the host vouches for", false, [{ ...row(6000), method: "cash", fact: null } as const]],
    ["a deposit that was partly refunded", false, [row(6000), refund]],
    ["more than is due, disputed", false, [row(15_000), dispute]],
    ["a dispute that was won", true, [row(6000), dispute, won]],
  ])("%s: %s", (_what, expected, rows) => {
    expect(isPaid(rows)).toBe(expected);
  });

  test("money that is being refunded does not count as paid, and the balance must also be paid once it is due", () => {
    expect([isPaid([row(6000)], 1), isPaid([row(6001)], 1)]).toEqual([false, true]);
    expect([isPaid([row(6000)], 0, 1), isPaid([row(15_000)], 0, 1)]).toEqual([false, true]);
  });
});
