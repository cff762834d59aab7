import type { Waiting } from "../booking/booking.ts";
import type { RefundReason, RefundState } from "./refund.ts";

/** The states of the payment page (its texts are in `web/booking/pay-texts.ts`). */
export const PAGE_STATES = [
  "open",
  "checking",
  "not-charged",
  "due",
  "paid",
  "ended",
  "late-taken",
  "late-gone",
  "refund-failed",
  "cancelled",
  "waits",
  "nothing",
] as const;
export type PageState = (typeof PAGE_STATES)[number];

export type PageFacts = {
  status: string;
  waitsFor: Waiting["for"] | null;
  endedUnpaid: boolean;
  /** Whether an amount can be paid now. */
  asked: boolean;
  paid: boolean;
  /** The last payment arrived after its page was closed. */
  cameLate: boolean;
  /** The result of the last page opened at the provider; null if none was. */
  lastPage: "open" | "paid" | "ended" | null;
  refunds: readonly { why: RefundReason; state: RefundState; closed: boolean }[];
  /** How the guest came back from the provider's page; null for anyone else. */
  back: "paid" | "cancelled" | null;
};

/** The page's state; the facts are checked in this order. */
export function pageStateOf(facts: PageFacts): PageState {
  const { refunds, back, waitsFor } = facts;
  if (refunds.some(({ state, closed }) => state === "failed" && !closed)) return "refund-failed";
  if (waitsFor === "payment") {
    if (!facts.asked) return "ended";
    return backAt(facts) ?? "open";
  }
  if (waitsFor !== null) return "waits";
  if (facts.status === "cancelled" && refunds.some(({ why }) => why === "late")) return "late-gone";
  if (facts.endedUnpaid) return "ended";
  // After the deposit, the balance may be paid at once but need not be.
  if (facts.asked) return backAt(facts) ?? (back === "paid" && facts.lastPage === "paid" ? "paid" : "due");
  if (facts.status === "cancelled") return "cancelled";
  if (facts.cameLate) return "late-taken";
  return facts.paid ? "paid" : "nothing";
}

/** What the page shows to a guest who has just returned from the provider and whose payment is not known yet. */
function backAt({ back, lastPage }: PageFacts): PageState | null {
  if (back === "paid" && lastPage === "open") return "checking";
  return back === "cancelled" ? "not-charged" : null;
}
