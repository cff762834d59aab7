import type { Attention } from "#contract/analytics.ts";
import { openAlarms } from "./alarm-queries.ts";
import { hasUntoldCharge } from "./ledger-queries.ts";
import type { PaymentNeeds, PaymentProvider } from "./ports.ts";

const MINUTE_MS = 60_000;
/** A notice that takes longer does not come any more. */
const TOLD_WITHIN_MS = 10 * MINUTE_MS;
const LOOK_BACK_MS = 24 * 60 * MINUTE_MS;

type Needs = Pick<PaymentNeeds, "database" | "clock" | "provider">;

/** What the dashboard says of payments: what needs the host, and what makes them slower. */
export async function paymentAlerts({ database, clock, provider }: Needs): Promise<Attention[]> {
  if (!provider) return [];
  const alarms = shown(await openAlarms(database.db));
  return (await isUntold({ database, clock, provider })) ? [...alarms, webhookAlert(provider)] : alarms;
}

/** A webhook is set up, and payments of the last day were found without it. */
async function isUntold({ database, clock, provider }: Needs): Promise<boolean> {
  if (!(await provider?.hasWebhook())) return false;
  const now = clock().getTime();
  return hasUntoldCharge(database.db, new Date(now - LOOK_BACK_MS), new Date(now - TOLD_WITHIN_MS));
}

function webhookAlert({ name, label }: Pick<PaymentProvider, "name" | "label">): Attention {
  const compare = {
    stripe: `Compare the address of the webhook in ${label}'s dashboard with your site's, and its signing secret with STRIPE_WEBHOOK_SECRET. If you connected it in the portal, connect it again under Settings, Payments.`,
    payhere: "PayHere tells PUBLIC_URL: compare that with your site's address, and your firewall's rules with it.",
  };
  return {
    id: "payment-webhook",
    level: "notice",
    title: `${label}'s webhook does not reach us`,
    detail: `Payments work, and are noticed a little later. ${compare[name]}`,
    href: "/admin/settings",
  };
}

type Alarm = { id: string; booking_id: string | null; detail: string };

/** Alarms as the dashboard shows them; the first line of one says what it is. */
function shown(alarms: readonly Alarm[]): Attention[] {
  return alarms.map(({ id, booking_id, detail }) => {
    const [title = "", ...lines] = detail.split("\n");
    const href = booking_id ? `/admin/bookings/${booking_id}` : "/admin/settings";
    return { id: `payment-${id}`, level: "warning" as const, title, detail: lines.join(" "), href };
  });
}
