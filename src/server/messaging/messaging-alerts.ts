import type { Alert } from "#contract/analytics.ts";
import type { DeliveryMethod } from "#domain/messaging/message.ts";

type Troubles = {
  failed: number;
  paused: { channel: DeliveryMethod; reason: string }[];
  /** Whether a site with real bookings only saves its emails on this machine instead of sending them. */
  onlyLocal: boolean;
  /** Why due emails to guests are not being sent; null if no email is waiting, or if email works. */
  noEmail: string | null;
  /** True if host notifications would go to the sample address. */
  hostUnreached: boolean;
};

const ONLY_LOCAL: Alert = {
  id: "messages-local",
  level: "warning",
  title: "Guests aren't getting emails",
  detail: "Emails are only saved on this machine. To send them, turn off LOCAL_MAILBOX and set SMTP_URL and MAIL_FROM.",
  href: "/admin/messaging",
};

const HOST_UNREACHED: Alert = {
  id: "messages-no-host-address",
  level: "warning",
  title: "You aren't getting emails about bookings",
  detail: "The contact email is still the sample address, so nothing is sent to it. Set yours under General.",
  href: "/admin/settings#contactEmail",
};

export function messagingAlerts({ failed, paused, onlyLocal, noEmail, hostUnreached }: Troubles): Alert[] {
  const alerts = paused.map(({ channel, reason }): Alert => ({
    id: `messages-${channel}`,
    level: "warning",
    title:
      channel === "email"
        ? "Emails to guests are on hold: we can't use your mail server"
        : "WhatsApp messages can't be sent right now",
    detail: `${reason} Messages are waiting. They will be sent once this works again, unless it is too late for them by then.`,
    href: "/admin/messaging",
  }));
  if (onlyLocal) alerts.unshift(ONLY_LOCAL);
  if (noEmail) {
    alerts.unshift({
      id: "messages-no-email",
      level: "warning",
      title: "Guests aren't getting emails",
      detail: `${noEmail} Emails to guests are waiting. They will be sent once email works, unless it is too late for them by then.`,
      href: "/admin/messaging",
    });
  }
  if (hostUnreached) alerts.push(HOST_UNREACHED);
  if (failed > 0) {
    alerts.push({
      id: "messages-failed",
      level: "warning",
      title: failed === 1 ? "1 message could not be delivered" : `${failed} messages could not be delivered`,
      detail: "Find out why, then send it again, skip it, or call the guest.",
      href: "/admin/messaging?show=failed",
    });
  }
  return alerts;
}
