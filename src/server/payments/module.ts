import type { FastifyInstance } from "fastify";
import type { StoredBooking } from "#domain/booking/booking.ts";
import { planFor, type PaymentTerms } from "#domain/payments/plan.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Config } from "../config.ts";
import { createSigningKey } from "../core/signing-key.ts";
import { createSecretBox } from "../core/secret-files.ts";
import type { Job } from "../jobs/job.ts";
import { createLeases } from "../jobs/lease.ts";
import type { Mount } from "../http/mount.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import { randomId } from "../runtime/ids.ts";
import type { Logger } from "../runtime/logger.ts";
import { mountBankPage, BANK_PATH } from "./simulated-bank-routes.ts";
import { createSimulatedBank } from "./simulated-bank-server.ts";
import { isAccountRefused } from "./account-alert.ts";
import { createBookingListener } from "./booking-listener.ts";
import { closeCheckout } from "./close-checkout.ts";
import { type GuestPaymentNeeds, mountGuestPayments } from "./guest-payment-routes.ts";
import { mountHostPayments } from "./host-payment-routes.ts";
import { createWebhookSecrets } from "./connected-webhook-queries.ts";
import { leftoverJobs, paymentJobs } from "./jobs.ts";
import { hasPaidOnline, paymentSummary } from "./payment-summary.ts";
import { paymentAlerts } from "./payment-alerts.ts";
import { pausedSince } from "./alert-queries.ts";
import { openCheckoutOf } from "./checkout-queries.ts";
import { chargesOf, webhookTypesOf } from "./ledger-queries.ts";
import type { PaymentNeeds, PaymentProvider } from "./ports.ts";
import { createPayHereClient } from "./payhere-client.ts";
import { createStripeClient } from "./stripe-client.ts";
import { createWaivedFeeListener } from "./waived-fee.ts";
import { mountPaymentWebhook } from "./webhook-routes.ts";
import { connectPaymentWebhook, disconnectPaymentWebhook, readPaymentWebhook } from "#contract/payments.ts";
import { actorOf } from "../http/call.ts";
import { Problem } from "../http/problem.ts";
import { connectWebhook, disconnectWebhook, type WebhookNeeds, webhookState } from "./connect-webhook.ts";

type Needs = Omit<PaymentNeeds, "log" | "provider" | "lease" | "isPausedAfterRestore" | "terms"> & {
  config: Pick<Config, "stripe" | "payhere" | "localBank" | "secretsKeyFile">;
  logger: Logger;
  /** The local URL of this process. */
  ownAddress: () => string | null;
  terms: () => Promise<PaymentTerms>;
  currency: () => Promise<string>;
  limits: { page: RateLimit; webhook: RateLimit };
  propertyFacts: GuestPaymentNeeds["propertyFacts"];
  hasAccess: GuestPaymentNeeds["hasAccess"];
  canEmail: GuestPaymentNeeds["canEmail"];
};

const STAND_IN_KEY = "sk_test_stand_in";

export function configuredProvider({ stripe, payhere, localBank }: Pick<Config, "stripe" | "payhere" | "localBank">) {
  if (localBank) return { label: "the simulated bank", live: false };
  if (payhere) return { label: "PayHere", live: payhere.live };
  return stripe && { label: "Stripe", live: !stripe.secretKey.includes("_test_") };
}

export function createPaymentsModule({ config, logger, limits, ownAddress, ...rest }: Needs) {
  const { db } = rest.database;
  /** Identifies this installation at the provider, where several may share an account. This is not a secret. */
  const installation = createSigningKey({ db }, "payment-installation", randomId);
  const bank = config.localBank
    ? createSimulatedBank({
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
  const webhook = openWebhook();
  const provider = openProvider();

  function openWebhook() {
    const box = createSecretBox(config.secretsKeyFile);
    const url = `${rest.siteUrl}/api/webhooks/stripe`;
    const live = configuredProvider(config)?.live ?? false;
    return { box, url, isFixed: fixedSecrets !== null, secrets: createWebhookSecrets({ db, box, url, live }) };
  }

  function openProvider(): PaymentProvider | null {
    if (bank) {
      const client = createStripeClient({
        secretKey: STAND_IN_KEY,
        apiUrl: bank.apiUrl,
        pageOrigin: "'self'",
        webhookSecrets: async () => ["whsec_stand_in"],
        installation,
      });
      // The simulated bank's webhook is fixed, so there is nothing for a host to connect.
      return { ...client, label: "the simulated bank", hasWebhook: async () => false, webhookEndpoint: null };
    }
    const { stripe, payhere } = config;
    if (payhere) {
      return createPayHereClient({
        account: payhere,
        clock: rest.clock,
        notifyUrl: `${rest.siteUrl}/api/webhooks/payhere`,
        currency: rest.currency,
        webhookTypes: (ref) => webhookTypesOf(db, { name: "payhere", live: payhere.live }, ref),
        knownCharges: (ref) => chargesOf(db, ref),
      });
    }
    if (!stripe) return null;
    return createStripeClient({
      secretKey: stripe.secretKey,
      apiUrl: async () => stripe.apiUrl,
      pageOrigin: stripe.pageOrigin,
      webhookSecrets: async () => fixedSecrets ?? webhook.secrets.current(),
      installation,
    });
  }

  const needs: GuestPaymentNeeds = {
    ...rest,
    // The simulated bank's page is on this site, and relative links work under any host name.
    siteUrl: bank ? "" : rest.siteUrl,
    provider,
    isPausedAfterRestore: async () => (await pausedSince(db)) !== null,
    limit: limits.page,
    log: (words, facts) => logger.warn(facts, words),
    lease: () => createLeases(db, rest.clock),
  };
  const readSecrets: Job = {
    name: "reload webhook secrets",
    everyMs: 15_000,
    run: async () => void (await webhook.secrets.refresh()),
  };
  const jobs: Job[] = provider
    ? [...paymentJobs(needs), ...(provider.webhookEndpoint && !fixedSecrets ? [readSecrets] : [])]
    : leftoverJobs(needs);

  return {
    /** Null without a provider. */
    forBookings: provider && {
      plan: async (
        sale: { totalCents: number; currency: string; nightCents: readonly number[]; checkIn: LocalDate },
        today: LocalDate,
      ) => planFor(await rest.terms(), sale, today, provider.largestCents(sale.currency)),
      paymentOf: (booking: StoredBooking) => paymentSummary(needs, booking),
      /** Whether guests cannot pay at the moment, for example because the provider rejects our API key. */
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
    isPaidOnline: (booking: StoredBooking) => hasPaidOnline(needs, booking),
    /** The provider's name as shown to guests; null without a provider. */
    paidBy: provider?.label ?? null,
    alerts: () => paymentAlerts(needs),
    listeners: [createBookingListener(needs), createWaivedFeeListener(needs)],
    mount: (mount: Mount) => {
      mountHostPayments(mount, needs);
      if (!provider) return;
      mountGuestPayments(mount, needs);
      mountWebhookConnection(mount, { ...needs, webhook });
    },
    mountPages: async (http: FastifyInstance) => {
      if (provider) await mountPaymentWebhook(http, needs, provider, limits.webhook);
      if (bank) await mountBankPage(http, bank);
    },
    jobs,
    close: async () => bank?.close(),
  };
}

function mountWebhookConnection(mount: Mount, needs: WebhookNeeds): void {
  mount(readPaymentWebhook, async () => webhookState(needs));
  mount(connectPaymentWebhook, async (_input, call) => {
    const result = await connectWebhook(needs, await actorOf(call));
    return result.ok ? webhookState(needs) : new Problem(409, result.reason);
  });
  mount(disconnectPaymentWebhook, async (_input, call) => {
    const result = await disconnectWebhook(needs, await actorOf(call));
    return result.ok ? webhookState(needs) : new Problem(409, result.reason);
  });
}
