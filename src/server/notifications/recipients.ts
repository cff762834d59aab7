import type { HostEvent } from "#domain/messaging/host-event.ts";
import type { HostRecipient } from "../core/host.ts";
import type { NotificationReader } from "./notification-queries.ts";

export function emailRecipients(
  readers: readonly NotificationReader[],
  event: HostEvent,
  contact: string,
): HostRecipient[] {
  // There is no host before set-up or in the demo.
  if (readers.length === 0) return [{ adminId: "", username: "", address: null }];
  return onePerMailbox(
    readers.filter(({ choice }) => choice.events.includes(event)),
    contact,
  );
}

/**
 * The addresses of these hosts; each mailbox is listed once. Hosts without an address of their own share the property's
 * address, `contact`.
 */
export function onePerMailbox(readers: readonly NotificationReader[], contact: string): HostRecipient[] {
  const seen = new Set<string>();
  return readers
    .flatMap(({ adminId, username, choice }) =>
      addressesOf(choice.emails).map((address) => ({ adminId, username, address })),
    )
    .filter(({ address }) => {
      const mailbox = (address ?? contact).toLowerCase();
      const known = seen.has(mailbox);
      seen.add(mailbox);
      return !known;
    });
}

/** Whether any of this host's notifications go to the cottage's contact address. */
export function usesContactAddress({ choice: { emails, events, summaryHour } }: NotificationReader): boolean {
  return emails.length === 0 && (events.length > 0 || summaryHour !== null);
}

export function addressesOf(emails: readonly string[]): (string | null)[] {
  return emails.length > 0 ? [...emails] : [null];
}
