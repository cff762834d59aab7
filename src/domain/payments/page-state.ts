import type { Waiting } from "../booking/booking.ts";
import type { RefundReason, RefundState } from "./refund.ts";

/** The states of the payment page; `web/booking/pay-texts.ts` chooses the texts for each. */
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
  canPay: boolean;
  /** Whether the time to pay for the booking has passed. */
  timeIsOver: boolean;
  paid: boolean;
  /** Whether the last payment was made through a payment link. */
  linkPaid: boolean;
  /** Whether the stay had ended unpaid, and a late payment booked it again. */
  paidLate: boolean;
  /** The state of the latest checkout; null if there was none. */
  lastPage: "open" | "paid" | "ended" | null;
  refunds: readonly { why: RefundReason; state: RefundState; closed: boolean }[];
  /** How the guest returned from the provider's page; null if they did not come from there. */
  back: "paid" | "cancelled" | null;
};

/** The page's state; the first matching rule wins. */
export function pageStateOf(facts: PageFacts): PageState {
  const { refunds, back, waitsFor } = facts;
  // If the guest can pay, the page says that the refund failed and also lets them pay.
  if (!facts.canPay && refunds.some(({ state, closed }) => state === "failed" && !closed)) return "refund-failed";
  if (waitsFor === "payment") {
    // A payment of the wrong amount may leave nothing to pay while the host decides (P-25).
    if (!facts.canPay) return facts.timeIsOver ? "ended" : "nothing";
    return returnState(facts) ?? "open";
  }
  if (waitsFor !== null) return "waits";
  const isCancelled = facts.status === "cancelled";
  // After paying the deposit, the guest may pay the balance before it is due.
  const depositPaid = back === "paid" && facts.lastPage === "paid" && !isCancelled;
  // Once a stay is cancelled, only a payment link lets its guest pay.
  if (facts.canPay) return returnState(facts) ?? (depositPaid ? "paid" : "due");
  if (isCancelled && facts.linkPaid) return "cancelled";
  if (isCancelled && refunds.some(({ why }) => why === "late")) return "late-gone";
  if (facts.endedUnpaid) return "ended";
  if (isCancelled) return "cancelled";
  if (facts.paidLate) return "late-taken";
  return facts.paid ? "paid" : "nothing";
}

/** The state for a guest who has just returned from the provider, before we know whether they paid. */
function returnState({ back, lastPage }: PageFacts): PageState | null {
  if (back === "paid" && lastPage === "open") return "checking";
  return back === "cancelled" ? "not-charged" : null;
}
