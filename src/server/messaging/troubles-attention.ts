import type { MessageChannel } from "#domain/messaging/message.ts";

type Attention = { id: string; level: "notice" | "warning"; title: string; detail: string; href: string };
type Troubles = { failed: number; paused: { channel: MessageChannel; reason: string }[] };

/** What the dashboard says when messages do not reach anybody. */
export function messagesAttention({ failed, paused }: Troubles): Attention[] {
  const closed = paused.map(({ channel, reason }) => ({
    id: `messages-${channel}`,
    level: "warning" as const,
    title: channel === "email" ? "E-mail cannot be sent at present" : "WhatsApp messages cannot be sent at present",
    detail: `${reason} Messages wait and go by themselves once it works again.`,
    href: "/admin/messaging",
  }));
  if (failed === 0) return closed;
  return [
    ...closed,
    {
      id: "messages-failed",
      level: "warning",
      title: failed === 1 ? "1 message could not be delivered" : `${failed} messages could not be delivered`,
      detail: "See why, then send it again, skip it, or call the guest.",
      href: "/admin/messaging?show=failed",
    },
  ];
}
