import type { HostEvent } from "#domain/messaging/host-event.ts";
import type { KnownStay } from "#domain/messaging/known-stay.ts";
import type { Trx } from "../database/transaction.ts";

/** What the portal's service worker shows. A second notification with the same `tag` replaces the first. */
export type PushNote = {
  title: string;
  body: string;
  url: string;
  tag: string;
  /** The kind of request that the host can answer from the notification itself, if any. */
  request: "booking" | "change" | null;
  /** The version of the booking that the notification describes; the host may not have seen any other version. */
  version: number | null;
};

type Values = Record<string, unknown>;

/**
 * An entry for the audit log, usually about something that a host did; `before` and `after` hold the changed fields.
 */
export type HostAct = {
  actor: string;
  act: string;
  subject: string;
  before?: Values;
  after?: Values;
  /** The currency of the amounts in `before` and `after`, except in records that have a `currency` of their own. */
  currency?: string;
  /** The id of the content change that this action made, which can be undone. */
  changeId?: string | undefined;
  /** The values may contain data about this booking's guest, and are cleared when that guest is erased. */
  aboutGuestOf?: string | undefined;
};

/** Records an action in the audit log, in the action's transaction. */
export type RecordAct = (act: HostAct, within: Trx) => Promise<void>;

/**
 * `key`: only the first notification with a given key is sent. `link`: a path in the portal. `urgent`: the notification
 * is also sent by WhatsApp, if that is set up. `event`: decides which hosts are notified; if null, only the contact
 * address is notified, by email. `emailOnly`: the hosts' devices have already shown the notification. `usefulUntil`:
 * the deadline for the host's answer or for opening a link, after which the notification is not sent.
 */
export type HostNotification = {
  key: string;
  event?: HostEvent | null;
  subject: string;
  lines: readonly string[];
  link?: string;
  urgent?: boolean;
  emailOnly?: boolean;
  usefulUntil?: Date;
  /** On a device, the notification replaces the earlier notification with the same topic. */
  topic?: string;
  /** Earlier notifications with the same topic that have not been sent yet are not sent. */
  replacesWaiting?: boolean;
  /** The version of the booking that a request is about; only that version can be answered from a device. */
  version?: number;
};
export type NotifyHost = (trx: Trx, notification: HostNotification) => Promise<void>;

/**
 * Where one email to a host goes. If `address` is null, the email goes to the property's contact address at the time of
 * sending.
 */
export type HostRecipient = { adminId: string; username: string; address: string | null };

/** Something that a guest can change repeatedly. */
export type HostChange = {
  /** Identifies the stay and the kind of change. */
  topic: string;
  before: KnownStay;
  after: KnownStay;
  at: Date;
  /** The notification for a host for whom `known` is the last reported state of the stay. */
  hostNotification: (known: KnownStay) => HostNotification;
};
