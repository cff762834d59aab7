import type { RefundReason, RefundState } from "./refund.ts";

/** What the pay page says (its texts are in `web/booking/pay-texts.ts`). */
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
  waitsFor: "guest" | "host" | "payment" | null;
  endedUnpaid: boolean;
  /** Whether there is an amount to be paid at this moment. */
  asked: boolean;
  paid: boolean;
  /** The last payment came after its page was closed. */
  cameLate: boolean;
  refunds: readonly { why: RefundReason; state: RefundState; closed: boolean }[];
  /** How the guest came back from the provider's page; null for anybody else. */
  back: "paid" | "cancelled" | null;
};

/** One of the page's states; each fact decides before the next. */
export function pageStateOf(facts: PageFacts): PageState {
  const { refunds, back, waitsFor } = facts;
  if (refunds.some(({ state, closed }) => state === "failed" && !closed)) return "refund-failed";
  if (waitsFor === "payment") {
    if (!facts.asked) return "ended";
    return back === "paid" ? "checking" : back === "cancelled" ? "not-charged" : "open";
  }
  if (waitsFor !== null) return "waits";
  if (facts.status === "cancelled" && refunds.some(({ why }) => why === "late")) return "late-gone";
  if (facts.endedUnpaid) return "ended";
  if (facts.asked) return back === "paid" ? "checking" : back === "cancelled" ? "not-charged" : "due";
  if (facts.status === "cancelled") return "cancelled";
  if (facts.cameLate) return "late-taken";
  return facts.paid ? "paid" : "nothing";
}
