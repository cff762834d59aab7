import { expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookInCrowd } from "../testing/payment-crowd.ts";

/** `proof/payment-crowd.proof.ts` runs this with 1,000 guests at once. */
test.each(engines)(
  "P-01: if 120 guests book and pay at once through two servers, no two share a night, and every payment page belongs to a stay, on %s",
  async (engine) => {
    const { statuses, booked, pages, ...wrong } = await bookInCrowd(engine, 120);
    expect(wrong).toEqual({
      overlaps: 0,
      withoutTheirNights: 0,
      checkoutsWithoutStay: 0,
      pagesWithoutStay: 0,
      staysWithTwoPages: 0,
      unknownPages: 0,
    });
    // Control: some guests got nights and a payment page, others were refused, and no request failed.
    expect([booked > 5, pages > 5, (statuses[409] ?? 0) > 5, statuses[500] ?? 0]).toEqual([true, true, true, 0]);
    expect(statuses[201]).toBe(booked);
  },
  60_000,
);
