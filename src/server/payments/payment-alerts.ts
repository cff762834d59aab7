import type { Alert } from "#contract/analytics.ts";
import { openAlerts } from "./alert-queries.ts";
import { hasChargeWithoutWebhook } from "./ledger-queries.ts";
import type { PaymentNeeds, PaymentProvider } from "./ports.ts";

const MINUTE_MS = 60_000;
/** A webhook that has not arrived within this time is considered lost. */
const WEBHOOK_WITHIN_MS = 10 * MINUTE_MS;
const LOOK_BACK_MS = 24 * 60 * MINUTE_MS;

type Needs = Pick<PaymentNeeds, "database" | "clock" | "provider">;

export async function paymentAlerts({ database, clock, provider }: Needs): Promise<Alert[]> {
  const open = await openAlerts(database.db);
  // Without a provider, hosts can close the alerts on a booking's page, but not those in the payment settings.
  if (!provider) return shown(open.filter(({ booking_id }) => booking_id !== null));
  const alerts = shown(open);
  return (await isWebhookSilent({ database, clock, provider })) ? [...alerts, webhookAlert(provider)] : alerts;
}

/** Whether a webhook is configured but payments from the last day were found without a webhook. */
async function isWebhookSilent({ database, clock, provider }: Needs): Promise<boolean> {
  if (!(await provider?.hasWebhook())) return false;
  const now = clock().getTime();
  return hasChargeWithoutWebhook(database.db, new Date(now - LOOK_BACK_MS), new Date(now - WEBHOOK_WITHIN_MS));
}

function webhookAlert({ name, label }: Pick<PaymentProvider, "name" | "label">): Alert {
  const compare = {
    stripe: `Compare the webhook's address in ${label}'s dashboard with your site's address, and its signing secret with STRIPE_WEBHOOK_SECRET. If you connected it in the portal, connect it again under Settings, Payments.`,
    payhere: "PayHere sends webhooks to PUBLIC_URL: compare it with your site's address, and check your firewall.",
  };
  return {
    id: "payment-webhook",
    level: "notice",
    title: `${label}'s webhook does not reach us`,
    detail: `Payments still work, but we find out about them a little later. ${compare[name]}`,
    href: "/admin/settings",
  };
}

type OpenAlert = { id: string; booking_id: string | null; detail: string };

/** The first line of an alert is its title. */
function shown(alerts: readonly OpenAlert[]): Alert[] {
  return alerts.map(({ id, booking_id, detail }) => {
    const [title = "", ...lines] = detail.split("\n");
    const href = booking_id ? `/admin/bookings/${booking_id}` : "/admin/settings";
    return { id: `payment-${id}`, level: "warning" as const, title, detail: lines.join(" "), href };
  });
}
