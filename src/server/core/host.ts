import type { HostEvent } from "#domain/messaging/host-event.ts";
import type { KnownStay } from "#domain/messaging/known-stay.ts";
import type { Trx } from "../database/transaction.ts";

type Values = Record<string, unknown>;

/** What a host did; `before` and `after` hold the changed fields. */
export type HostAct = {
  actor: string;
  act: string;
  subject: string;
  before?: Values;
  after?: Values;
  changeId?: string;
  /** The booking whose guest the values may be about: they are cleared when the guest is erased. */
  aboutGuestOf?: string | undefined;
};

/** Records an act of the host in the audit log, in the transaction of the act. */
export type RecordAct = (act: HostAct, within: Trx) => Promise<void>;

/**
 * `key`: only the first notification with a key is sent. `link`: a path in the portal. `urgent`: also sent by WhatsApp.
 * `event`: decides which hosts hear of it; null for what only an email to the contact address may say. `emailOnly`: their
 * devices have shown it already.
 */
export type HostNotification = {
  key: string;
  event?: HostEvent | null;
  subject: string;
  lines: readonly string[];
  link?: string;
  urgent?: boolean;
  emailOnly?: boolean;
  /** A device replaces the earlier notification with the same topic. */
  topic?: string;
  /** The version of the booking that a request is about; a device answers no other. */
  version?: number;
};
export type NotifyHost = (trx: Trx, notification: HostNotification) => Promise<void>;

/** Something that a guest can change again and again. */
export type HostChange = {
  /** Names the stay and what kind of change it is. */
  topic: string;
  before: KnownStay;
  after: KnownStay;
  at: Date;
  /** What the host hears who was last told of `known`. */
  notice: (known: KnownStay) => HostNotification;
};
