import { pathIn } from "#domain/language/language-path.ts";
import type { StoredBooking } from "#domain/booking/booking.ts";
import { AFTER_PAGE_MS, nextSync, OPEN_WITHIN_MS, PAGE_OPEN_MS } from "#domain/payments/times.ts";
import { textsIn } from "#texts/server-texts.ts";
import { commit, commitUnderCalendarLock, type Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import { raiseAccountAlert } from "./account-alert.ts";
import { type AmountToPay, amountToPay, duesOf } from "./amount-to-pay.ts";
import { closeCheckout, type CloseResult } from "./close-checkout.ts";
import { hostTexts } from "./payment-texts.ts";
import { raiseAlert } from "./raise-alert.ts";
import { belongsTo, syncCheckout } from "./sync-checkout.ts";
import {
  checkoutById,
  checkoutsOf,
  insertCheckout,
  markOpen,
  openCheckoutOf,
  setCheckoutState,
} from "./checkout-queries.ts";
import { extendHold } from "./waiting-queries.ts";
import type { Checkout, PayLink, Fault, PaymentNeeds, PaymentProvider } from "./ports.ts";

export type OpenResult =
  | { ok: true; checkout: Checkout; payLink: PayLink }
  | { ok: false; reason: "nothing-due" }
  /** The time to pay has passed, or too little of it is left for another page. */
  | { ok: false; reason: "too-late" }
  /** The page cannot be opened now, usually because the provider is unreachable. */
  | { ok: false; reason: "unreachable" }
  | { ok: false; reason: "paid" };

/**
 * Opens the provider's payment page. The checkout is committed before we call the provider, and its id is the
 * idempotency key, so that a repeated API call returns the same page. If the amount has changed, the open page is
 * closed first. If only the guest's details have changed, the open page is used again.
 */
export async function openCheckout(needs: PaymentNeeds, bookingId: string, by: string): Promise<OpenResult> {
  const { provider } = needs;
  if (!provider) return { ok: false, reason: "unreachable" };
  const today = await needs.today();
  for (let tries = 0; tries < 3; tries++) {
    const checkout = await findOrCreateCheckout(needs, provider, { bookingId, by, today });
    if (checkout.kind === "nothing-due" || checkout.kind === "too-late") return { ok: false, reason: checkout.kind };
    if (checkout.kind === "other") {
      const closed = await closeCheckout(needs, checkout.checkout);
      if (closed === "unreachable") return { ok: false, reason: "unreachable" };
      if (closed === "paid") return { ok: false, reason: "paid" };
      continue;
    }
    // If the payment page is already open, the guest may have paid on it in another tab.
    if (checkout.checkout.ref !== null && (await isPaid(needs, checkout.checkout.id)))
      return { ok: false, reason: "paid" };
    const opened = await openAtProvider(needs, provider, checkout.checkout, checkout.booking);
    if (opened.ok) return { ok: true, checkout: checkout.checkout, payLink: opened.payLink };
    if (opened.fault !== "ended") return { ok: false, reason: "unreachable" };
    if (opened.closed !== "closed") return { ok: false, reason: opened.closed };
  }
  return { ok: false, reason: "unreachable" };
}

async function isPaid(needs: PaymentNeeds, id: string): Promise<boolean> {
  await syncCheckout(needs, id);
  return (await checkoutById(needs.database.db, id))?.state === "paid";
}

type CheckoutResult =
  | { ok: true; kind: "nothing-due" }
  | { ok: true; kind: "too-late" }
  | { ok: true; kind: "other"; checkout: Checkout }
  | { ok: true; kind: "this"; checkout: Checkout; booking: StoredBooking };

type Want = { bookingId: string; by: string; today: string };

function findOrCreateCheckout(
  needs: PaymentNeeds,
  provider: PaymentProvider,
  { bookingId, by, today }: Want,
): Promise<CheckoutResult> {
  return commitUnderCalendarLock(needs.database.db, async (trx): Promise<CheckoutResult> => {
    const now = needs.clock();
    const booking = await needs.find(bookingId, trx);
    const payable = booking && amountToPay(booking, await duesOf(trx, booking, today), { now, provider });
    if (!booking || !payable) {
      const { waiting = null } = booking ?? {};
      return { ok: true, kind: waiting?.for === "payment" && waiting.until <= now ? "too-late" : "nothing-due" };
    }
    const open = await openCheckoutOf(trx, bookingId);
    if (open && isFor(open, payable, provider) && open.endsAt > now && !isStale(open, now)) {
      return { ok: true, kind: "this", checkout: open, booking };
    }
    // Without a response, nobody knows the page's URL, so the checkout can end without asking the provider.
    if (open?.state === "opening") await setCheckoutState(trx, open.id, "ended");
    else if (open) return { ok: true, kind: "other", checkout: open };
    const endsAt = new Date(now.getTime() + PAGE_OPEN_MS);
    if (!(await holdFor(trx, booking, { endsAt, amountCents: payable.amountCents }, now)))
      return { ok: true, kind: "too-late" };
    const checkout = await insertCheckout(trx, {
      id: randomId(),
      booking_id: bookingId,
      purpose: payable.purpose,
      amount_minor: payable.amountCents,
      currency: payable.currency,
      provider: provider.name,
      live: provider.live ? 1 : 0,
      provider_ref: null,
      state: "opening",
      ends_at: endsAt.toISOString(),
      checked_at: null,
      next_check_at: null,
      failing_since: null,
      created_at: now.toISOString(),
      created_by: by,
      request_id: payable.requestId,
    });
    return { ok: true, kind: "this", checkout, booking };
  });
}

function isFor(open: Checkout, payable: AmountToPay, provider: PaymentProvider): boolean {
  if (!belongsTo(provider, open) || open.state === "unknown") return false;
  return (
    open.amountCents === payable.amountCents && open.purpose === payable.purpose && open.requestId === payable.requestId
  );
}

/** Whether the page of this checkout, if it were opened now, might expire sooner than the provider allows. */
function isStale(open: Checkout, now: Date): boolean {
  return open.state === "opening" && now.getTime() - open.createdAt.getTime() > OPEN_WITHIN_MS;
}

/**
 * Extends the hold until the page has expired. Returns false if an earlier page for the same amount has already
 * extended the hold, because otherwise a guest could hold nights for any time without paying. A page that was closed
 * early does not count: guests cannot close a page without cancelling the booking.
 */
async function holdFor(trx: Trx, booking: StoredBooking, page: Pick<Checkout, "endsAt" | "amountCents">, now: Date) {
  const { waiting } = booking;
  if (waiting?.for !== "payment") return true;
  const until = holdOf(page);
  if (until <= waiting.until) return true;
  const isExtended = (await checkoutsOf(trx, booking.id)).some(
    (one) => one.amountCents === page.amountCents && isLastPage(one, waiting.until, now),
  );
  if (isExtended) return false;
  await extendHold(trx, booking.id, until);
  return true;
}

const holdOf = ({ endsAt }: Pick<Checkout, "endsAt">) => new Date(endsAt.getTime() + AFTER_PAGE_MS);

/** Whether the nights are held until the end of this page, so that no other page is opened after it. */
export function isLastPage(page: Pick<Checkout, "ref" | "state" | "endsAt">, heldUntil: Date, now: Date): boolean {
  return page.ref !== null && holdOf(page) >= heldUntil && (page.state !== "ended" || page.endsAt <= now);
}

export async function openAtProvider(
  needs: PaymentNeeds,
  provider: PaymentProvider,
  checkout: Checkout,
  booking: StoredBooking,
): Promise<{ ok: true; payLink: PayLink } | Fault | { ok: false; fault: "ended"; closed: CloseResult }> {
  const backTo = needs.siteUrl + pathIn(booking.language, `/booking/pay/${booking.id}`);
  const { id, ref, purpose, amountCents, currency, endsAt, bookingId } = checkout;
  const title = `${await needs.cottageName()}: ${textsIn(booking.language).formats.span(booking)}, ${booking.reference}`;
  const order = { id, ref, bookingId, purpose, amountCents, currency, endsAt, title, guest: booking.guest, backTo };
  const opened = await provider.open(order);
  const now = needs.clock();
  if (!opened.ok) {
    needs.log("a payment page could not be opened", { checkout: id, fault: opened.fault, reason: opened.reason });
    if (opened.fault === "account") await raiseAccountAlert(needs, provider, opened);
    // If there is already a page, the provider has accepted this amount.
    if (opened.fault === "refused" && ref === null) await alertHost(needs, checkout, booking, opened);
    if (opened.fault !== "ended") return opened;
    // The row is read again, because another request may have opened the page in the meantime.
    const latest = (await checkoutById(needs.database.db, id)) ?? checkout;
    return { ok: false, fault: "ended", closed: await closeCheckout(needs, latest) };
  }
  const next = nextSync(checkout, now, !provider.can.close) ?? endsAt;
  if (!(await markOpen(needs.database.db, id, opened.ref, next))) {
    // The checkout has ended in the meantime, for example with the hold, so nobody may pay on its page.
    if (provider.can.close) await provider.close(opened.ref);
    return { ok: false, fault: "refused", reason: "The hold has expired." };
  }
  return opened;
}

/** The provider has refused this payment, so another attempt by the guest would probably fail too. */
async function alertHost(needs: PaymentNeeds, checkout: Checkout, booking: StoredBooking, { reason }: Fault) {
  const { amountCents, currency } = checkout;
  const id = `refused/${booking.id}/${amountCents}`;
  const words = hostTexts.notCharged(booking.reference, { amountCents, currency }, reason);
  await commit(needs.database.db, (trx) => raiseAlert(needs, trx, { id, kind: "refused", booking, ...words }));
}
