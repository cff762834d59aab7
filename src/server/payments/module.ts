import type { FastifyInstance } from "fastify";
import type { StoredBooking } from "#domain/booking/booking.ts";
import { planFor, type PaymentTerms } from "#domain/payments/plan.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Config } from "../config.ts";
import { createSecretBox } from "../core/secret-files.ts";
import type { Job } from "../jobs/job.ts";
import { createLeases } from "../jobs/lease.ts";
import type { Mount } from "../http/mount.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import type { Logger } from "../runtime/logger.ts";
import { mountBankPage, BANK_PATH } from "./bank-stand-in-routes.ts";
import { createBankStandIn } from "./bank-stand-in-server.ts";
import { isAccountRefused } from "./account-alarm.ts";
import { followBookings } from "./booking-listener.ts";
import { closeCheckout } from "./close-checkout.ts";
import { type GuestPaymentNeeds, mountGuestPayments } from "./guest-payment-routes.ts";
import { mountHostPayments } from "./host-payment-routes.ts";
import { createNoticeSecrets } from "./connected-notices-queries.ts";
import { mountNotices } from "./notices-routes.ts";
import { leftoverJobs, paymentJobs } from "./jobs.ts";
import { paymentSummary } from "./payment-summary.ts";
import { paymentAlerts } from "./payment-alerts.ts";
import { isHeldBack } from "./alarm-queries.ts";
import { openCheckoutOf } from "./checkout-queries.ts";
import { chargesOf, noticeTypesOf } from "./ledger-queries.ts";
import type { PaymentNeeds, PaymentProvider } from "./ports.ts";
import { createSigningStore } from "./signing-store.ts";
import { createPayHereClient } from "./payhere-client.ts";
import { createStripeClient } from "./stripe-client.ts";
import { mountPaymentWebhook } from "./webhook-routes.ts";

type BookingNeeds = "actOn" | "cancelStep" | "find" | "ownLink";
type Needs = Omit<PaymentNeeds, "log" | "provider" | "lease" | "holdBack" | "terms" | BookingNeeds> & {
  config: Pick<Config, "stripe" | "payhere" | "localBank" | "secretsKeyFile">;
  logger: Logger;
  /** Where this very process answers. */
  ownAddress: () => string | null;
  terms: () => Promise<PaymentTerms>;
  currency: () => Promise<string>;
  limits: { page: RateLimit; webhook: RateLimit };
  propertyFacts: GuestPaymentNeeds["propertyFacts"];
  /** The booking feature, which is made after this one: it asks for the plan of a sale. */
  bookings: () => Pick<PaymentNeeds, BookingNeeds> & Pick<GuestPaymentNeeds, "hasAccess">;
};

const STAND_IN_KEY = "sk_test_stand_in";

/** What is set up, without opening anything. */
export function providerShown({ stripe, payhere, localBank }: Pick<Config, "stripe" | "payhere" | "localBank">) {
  if (localBank) return { label: "the stand-in bank", live: false };
  if (payhere) return { label: "PayHere", live: payhere.live };
  return stripe && { label: "Stripe", live: !stripe.secretKey.includes("_test_") };
}

export function createPaymentsModule({ config, logger, bookings, limits, ownAddress, ...rest }: Needs) {
  const { db } = rest.database;
  const keys = createSigningStore(db);
  const bank = config.localBank
    ? createBankStandIn({
        secretKey: STAND_IN_KEY,
        webhookSecret: "whsec_stand_in",
        clock: rest.clock,
        pageUrl: (id) => `${BANK_PATH}/${id}`,
        webhook: () => {
          const address = ownAddress();
          return address && `${address}/api/webhooks/stripe`;
        },
      })
    : null;
  const fixedSecrets = config.stripe?.webhookSecret?.split(",") ?? null;
  const notices = openNotices();
  const provider = openProvider();

  function openNotices() {
    const box = createSecretBox(config.secretsKeyFile);
    const url = `${rest.siteUrl}/api/webhooks/stripe`;
    const live = providerShown(config)?.live ?? false;
    return { box, url, isFixed: fixedSecrets !== null, secrets: createNoticeSecrets({ db, box, url, live }) };
  }

  function openProvider(): PaymentProvider | null {
    const { installation } = keys;
    if (bank) {
      const client = createStripeClient({
        secretKey: STAND_IN_KEY,
        apiUrl: bank.apiUrl,
        pageOrigin: "'self'",
        webhookSecrets: async () => ["whsec_stand_in"],
        installation,
      });
      // It sends no notices before the server listens, and no host can mend that.
      return { ...client, label: "the stand-in bank", hasWebhook: async () => false, noticeAddress: null };
    }
    const { stripe, payhere } = config;
    if (payhere) {
      return createPayHereClient({
        account: payhere,
        clock: rest.clock,
        notifyUrl: `${rest.siteUrl}/api/webhooks/payhere`,
        currency: rest.currency,
        told: (ref) => noticeTypesOf(db, { name: "payhere", live: payhere.live }, ref),
        known: (ref) => chargesOf(db, ref),
      });
    }
    if (!stripe) return null;
    return createStripeClient({
      secretKey: stripe.secretKey,
      apiUrl: async () => stripe.apiUrl,
      pageOrigin: stripe.pageOrigin,
      webhookSecrets: async () => fixedSecrets ?? notices.secrets.current(),
      installation,
    });
  }

  const needs: GuestPaymentNeeds = {
    ...rest,
    // The stand-in's page is one of ours: by paths a browser finds it under whatever name it has reached us.
    siteUrl: bank ? "" : rest.siteUrl,
    provider,
    holdBack: () => isHeldBack(db),
    limit: limits.page,
    log: (words, facts) => logger.warn(facts, words),
    lease: () => createLeases(db, rest.clock),
    actOn: (trx, order, check) => bookings().actOn(trx, order, check),
    cancelStep: (booking, at) => bookings().cancelStep(booking, at),
    find: (id, within) => bookings().find(id, within),
    ownLink: (id, within) => bookings().ownLink(id, within),
    hasAccess: (id, browserHash) => bookings().hasAccess(id, browserHash),
  };
  const readSecrets: Job = {
    name: "read the secret of notices",
    everyMs: 15_000,
    run: async () => void (await notices.secrets.refresh()),
  };
  const jobs: Job[] = provider
    ? [...paymentJobs(needs), ...(provider.noticeAddress && !fixedSecrets ? [readSecrets] : [])]
    : leftoverJobs(needs);

  return {
    /** Null where nothing is paid online: bookings then are as if this feature were not there. */
    forBookings: provider && {
      plan: async (
        sale: { totalCents: number; currency: string; nightCents: readonly number[]; checkIn: LocalDate },
        today: LocalDate,
      ) => planFor(await rest.terms(), sale, today, provider.largestCents(sale.currency)),
      paymentOf: (booking: StoredBooking) => paymentSummary(needs, booking),
      /** Nobody can pay while the provider refuses our key. */
      isRefused: () => isAccountRefused(db),
      payHours: async () => (await rest.terms()).payHours,
      openCheckouts: {
        isOpen: async (trx: Parameters<typeof openCheckoutOf>[0], bookingId: string) =>
          (await openCheckoutOf(trx, bookingId)) !== null,
        close: async (bookingId: string) => {
          const open = await openCheckoutOf(db, bookingId);
          return open ? closeCheckout(needs, open) : ("closed" as const);
        },
      },
    },
    /** As guests know who takes their payment; null where nothing is paid online. */
    paidBy: provider?.label ?? null,
    /** What the dashboard says until the host closes it. */
    attention: () => paymentAlerts(needs),
    listeners: provider ? [followBookings(needs)] : [],
    mount: (mount: Mount) => {
      if (!provider) return;
      mountGuestPayments(mount, needs);
      mountHostPayments(mount, needs);
      mountNotices(mount, { ...needs, notices });
    },
    mountPages: async (http: FastifyInstance) => {
      if (provider) await mountPaymentWebhook(http, needs, provider, limits.webhook);
      if (bank) await mountBankPage(http, bank);
    },
    jobs,
    close: async () => bank?.close(),
  };
}
