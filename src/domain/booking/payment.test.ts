import fc from "fast-check";
import { expect, test } from "vitest";
import { balanceOf } from "./payment.ts";

const booking = { status: "confirmed", totalCents: 45_000, cancellationFeeCents: null } as const;

test("the full price is due until a payment arrives, and a refunded amount is due again", () => {
  expect(balanceOf(booking, [])).toEqual({ owedCents: 45_000, paidCents: 0, dueCents: 45_000 });
  const paid = { kind: "payment", amountCents: 45_000 } as const;
  expect(balanceOf(booking, [paid]).dueCents).toBe(0);
  expect(balanceOf(booking, [paid, { kind: "refund", amountCents: 5000 }])).toEqual({
    owedCents: 45_000,
    paidCents: 40_000,
    dueCents: 5000,
  });
});

test("only the fee is owed for a cancelled stay, and anything paid beyond the fee must be refunded", () => {
  const cancelled = { status: "cancelled", totalCents: 45_000, cancellationFeeCents: 15_000 } as const;
  expect(balanceOf(cancelled, [{ kind: "payment", amountCents: 45_000 }]).dueCents).toBe(-30_000);
  expect(balanceOf({ ...cancelled, cancellationFeeCents: 0 }, []).owedCents).toBe(0);
});

test("the paid and due amounts always add up to the amount owed", () => {
  const payments = fc.array(
    fc.record({
      kind: fc.constantFrom("payment" as const, "refund" as const),
      amountCents: fc.integer({ min: 1, max: 1e6 }),
    }),
  );
  fc.assert(
    fc.property(payments, (list) => {
      const { owedCents, paidCents, dueCents } = balanceOf(booking, list);
      expect(paidCents + dueCents).toBe(owedCents);
      expect(balanceOf(booking, list.toReversed())).toEqual({ owedCents, paidCents, dueCents });
    }),
  );
});
