import { type GuestReceipt, readPayment, readReceipt, startPayment } from "#contract/payments.ts";
import { DEFAULT_LANGUAGE, type Language } from "#domain/language/language.ts";
import type { StoredBooking } from "#domain/booking/booking.ts";
import { cancellationTimes } from "#domain/booking/cancellation.ts";
import { nightCount } from "#domain/booking/stay.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { pageStateOf } from "#domain/payments/page-state.ts";
import { AFTER_PAGE_MS } from "#domain/payments/times.ts";
import { textsIn } from "#texts/server-texts.ts";
import type { Call } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { notFound, Problem } from "../http/problem.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import { isId } from "../runtime/ids.ts";
import { receiptCents, receiptNumber, type ReceiptContent } from "./issue-receipt.ts";
import { syncCheckout } from "./sync-checkout.ts";
import { amountToPay, duesOf } from "./amount-to-pay.ts";
import { isLastPage, openCheckout } from "./open-checkout.ts";
import { checkoutsOf } from "./checkout-queries.ts";
import { receiptsOf } from "./ledger-queries.ts";
import { refundsForGuest } from "./payment-summary.ts";
import { refundsOf } from "./refund-queries.ts";
import type { CheckoutState, PaymentNeeds } from "./ports.ts";

export type GuestPaymentNeeds = PaymentNeeds & {
  hasAccess: (bookingId: string, browserHash: string) => Promise<boolean>;
  canEmail: () => Promise<boolean>;
  propertyFacts: (language: Language) => Promise<GuestReceipt["property"]>;
  limit: RateLimit;
};

/** The return page waits this long for the provider's response; after that, it reloads itself (`RELOAD_EVERY_S`). */
const SYNC_WITHIN_MS = 3000;
/** At most this many of the latest unpaid checkouts are synced when a guest returns. */
const MAX_SYNCS = 3;
/** The response is the same for an unknown booking and for somebody else's booking. */
const notYours = () => new Problem(403, { kind: "open-your-link" });
const unreachable = () => new Problem(503, { kind: "payment-unreachable" }, { "retry-after": "20" });

export function mountGuestPayments(mount: Mount, needs: GuestPaymentNeeds): void {
  mount(
    readPayment,
    async ({ params, query }, call) => {
      const booking = await ownBooking(needs, params.bookingId, call);
      if (!booking) return notYours();
      if (query.back) await syncWithTimeout(needs, booking.id);
      const now = query.back ? ((await needs.find(booking.id)) ?? booking) : booking;
      return paymentView(needs, now, query.back ?? null);
    },
    needs.limit,
  );

  mount(
    startPayment,
    async ({ params }, call) => {
      const booking = await ownBooking(needs, params.bookingId, call);
      if (!booking) return notYours();
      const opened = await openCheckout(needs, booking.id, "guest");
      if (opened.ok) return opened.payLink;
      switch (opened.reason) {
        case "nothing-due":
          return new Problem(409, { kind: "nothing-to-pay" });
        case "too-late":
          return new Problem(409, { kind: "too-late-to-pay" });
        case "paid":
          return new Problem(409, { kind: "payment-just-in" });
        case "unreachable":
          return unreachable();
      }
    },
    needs.limit,
  );

  mount(
    readReceipt,
    async ({ params }, call) => {
      const booking = await ownBooking(needs, params.bookingId, call);
      if (!booking) return notYours();
      const receipts = await receiptsOf(needs.database.db, booking.id);
      const found = receipts.find((one) => receiptNumber(one) === params.number);
      if (!found) return notFound({ kind: "no-such-receipt" });
      const content: ReceiptContent = JSON.parse(found.content);
      const { checkIn, checkOut, price, property, corrects: _corrects, ...money } = content;
      const { text } = textsIn(call.language).priceLines;
      return {
        number: params.number,
        kind: found.kind,
        issuedOn: dayAt(new Date(found.created_at), booking.policy.timeZone),
        ...money,
        amountCents: receiptCents(found, content, receipts),
        property: await propertyOn(needs, property, call.language),
        checkInDate: checkIn,
        checkOutDate: checkOut,
        guestName: booking.guest.name,
        price:
          price && found.kind === "payment"
            ? {
                ...price,
                lines: price.lines.map((line) => ({
                  label: text(line, content.currency),
                  amountCents: line.amountCents,
                })),
              }
            : null,
      };
    },
    needs.limit,
  );
}

/**
 * The property as it was when the receipt was issued. Its location is shown in the guest's language only if it has not
 * changed since, because the host's translations are of the current location.
 */
async function propertyOn(
  { propertyFacts }: Pick<GuestPaymentNeeds, "propertyFacts">,
  issued: ReceiptContent["property"],
  language: Language,
): Promise<GuestReceipt["property"]> {
  const [now, translated] = await Promise.all([propertyFacts(DEFAULT_LANGUAGE), propertyFacts(language)]);
  if (!issued || (issued.name === now.name && issued.location === now.location)) return translated;
  if (issued.location === now.location) return { ...translated, name: issued.name };
  return language === DEFAULT_LANGUAGE ? issued : { ...issued, english: [issued.location] };
}

/** The booking if the caller made it, has opened its link, or is the host; otherwise null. */
async function ownBooking(needs: GuestPaymentNeeds, id: string, call: Call): Promise<StoredBooking | null> {
  if (!isId(id)) return null;
  const { browserHash } = call;
  const isGuest = browserHash !== null && (await needs.hasAccess(id, browserHash));
  if (!isGuest && (await call.admin()) === null) return null;
  return needs.find(id);
}

/**
 * Syncs the latest unpaid checkouts. If the provider cannot close pages, this includes ended checkouts, because they
 * can still be paid.
 */
async function syncWithTimeout(needs: PaymentNeeds, bookingId: string): Promise<void> {
  const unpaid = (await checkoutsOf(needs.database.db, bookingId)).filter(
    ({ ref, state }) => ref !== null && state !== "paid" && (state !== "ended" || needs.provider?.can.close === false),
  );
  if (unpaid.length === 0) return;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, SYNC_WITHIN_MS);
  });
  const syncs = unpaid.slice(-MAX_SYNCS).map(({ id }) => syncCheckout(needs, id));
  await Promise.race([Promise.all(syncs), timeout]);
  clearTimeout(timer);
}

async function paymentView(needs: GuestPaymentNeeds, booking: StoredBooking, back: "paid" | "cancelled" | null) {
  const { db } = needs.database;
  const now = needs.clock();
  const today = await needs.today();
  const [dues, allRefunds, checkouts, receipts, canEmail] = await Promise.all([
    duesOf(db, booking, today),
    refundsOf(db, booking.id),
    checkoutsOf(db, booking.id),
    receiptsOf(db, booking.id),
    needs.canEmail(),
  ]);
  const { payments, balance } = dues;
  const refunds = refundsForGuest(needs.provider, payments, allRefunds);
  const { provider } = needs;
  const payable = provider && amountToPay(booking, dues, { now, provider });
  const last = checkouts.filter(({ state }) => state === "paid").at(-1);
  // Paying the balance late does not affect the stay; only the payment that books the stay can come too late.
  const books = last?.purpose === "first" || last?.purpose === "all";
  const state = pageStateOf({
    status: booking.status,
    waitsFor: booking.waiting?.for ?? null,
    endedUnpaid: booking.endedUnpaid !== null,
    canPay: payable !== null,
    timeIsOver: booking.waiting !== null && booking.waiting.until <= now,
    paid: balance.paidCents > 0,
    linkPaid: last?.purpose === "extra",
    paidLate: books && payments.some(({ fact }) => fact?.bookedLate),
    lastPage: pageOf(checkouts.at(-1)?.state),
    refunds: refunds.map(({ why, state, closedAt }) => ({ why, state, closed: closedAt !== null })),
    back,
  });
  const heldUntil = booking.waiting?.for === "payment" ? booking.waiting.until : null;
  // What remains due after the amount requested on this page has been paid. The "Paid" page requests no payment.
  const counted = state === "paid" ? 0 : (payable?.amountCents ?? 0);
  const laterCents = Math.max(0, dues.nowCents + dues.laterCents - counted);
  return {
    reference: booking.reference,
    checkInDate: booking.checkIn,
    checkOutDate: booking.checkOut,
    nights: nightCount(booking),
    guestCount: booking.guestCount,
    currency: booking.currency,
    timeZone: booking.policy.timeZone,
    state,
    emailed: canEmail && booking.guest.email !== "",
    cancelled: booking.status === "cancelled",
    provider: provider && {
      label: provider.label,
      live: provider.live,
      formTo: provider.formTo,
      wantsReferrer: provider.wantsReferrer,
    },
    amountCents: payable?.amountCents ?? 0,
    purpose: payable?.purpose ?? null,
    about: payable?.purpose === "extra" ? (dues.request?.about ?? "") : "",
    laterCents,
    laterOn: laterCents > 0 ? dues.laterOn : null,
    paidCents: balance.paidCents,
    dueCents: balance.dueCents,
    keptUntil: heldUntil?.toISOString() ?? null,
    payUntil:
      heldUntil && checkouts.some((one) => one.amountCents === payable?.amountCents && isLastPage(one, heldUntil, now))
        ? new Date(heldUntil.getTime() - AFTER_PAGE_MS).toISOString()
        : null,
    refunds: refunds.map(({ amountCents, why, state, closedAt }) => ({
      amountCents,
      why,
      state,
      closed: closedAt !== null,
    })),
    ...cancellationTimes(booking, now),
    receipts: receipts.map((one) => {
      const content: ReceiptContent = JSON.parse(one.content);
      return { number: receiptNumber(one), amountCents: receiptCents(one, content, receipts), kind: one.kind };
    }),
  };
}

function pageOf(state: CheckoutState | undefined): "open" | "paid" | "ended" | null {
  if (state === undefined) return null;
  return state === "paid" || state === "ended" ? state : "open";
}
