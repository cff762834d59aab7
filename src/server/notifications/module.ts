import { readNotifications, saveNotifications } from "#contract/notifications.ts";
import {
  changedEvents,
  type HostEvent,
  DEFAULT_NOTIFICATIONS,
  type NotificationChoice,
} from "#domain/messaging/host-event.ts";
import type { RecordAct } from "../core/host.ts";
import { isStillSignedIn } from "../core/open-session.ts";
import type { Db } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";
import { adminOf } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { signInRequired } from "../http/problem.ts";
import { type SummaryNeeds, writeSummaries } from "./daily-summary.ts";
import { addressesOf, emailRecipients, usesContactAddress } from "./recipients.ts";
import { notificationReaders, saveNotificationChoice } from "./notification-queries.ts";
import type { Job } from "../jobs/job.ts";

/** Each host's email notifications: for which events, to which addresses and when. */
export function createNotificationsModule(needs: SummaryNeeds & { record: RecordAct }) {
  const { db } = needs.database;

  return {
    mount: (mount: Mount) => {
      mount(readNotifications, async (_input, call) => {
        const admin = await adminOf(call);
        const [choice, contactEmail, timeZone] = await Promise.all([
          choiceOf(db, admin.id),
          needs.contactEmail(),
          needs.timeZone(),
        ]);
        return { ...choice, contactEmail, timeZone };
      });

      mount(saveNotifications, async ({ body }, call) => {
        const admin = await adminOf(call);
        return db.transaction().execute(async (trx) => {
          if (!(await isStillSignedIn(trx, admin))) return signInRequired();
          const before = await choiceOf(trx, admin.id);
          const { emails = before.emails, events = {}, summaryHour = before.summaryHour } = body;
          const after = {
            emails: withoutDuplicates(emails),
            events: changedEvents(before.events, events),
            summaryHour,
          };
          await saveNotificationChoice(trx, admin.id, after);
          await needs.record(
            { actor: admin.username, act: "Changed notifications", subject: "Account", before, after },
            trx,
          );
          return null;
        });
      });
    },
    jobs: [dailySummaries(needs)],
  };
}

async function choiceOf(db: Parameters<typeof notificationReaders>[0], adminId: string): Promise<NotificationChoice> {
  return (await notificationReaders(db)).find((one) => one.adminId === adminId)?.choice ?? DEFAULT_NOTIFICATIONS;
}

/** Who is notified, and at which address. */
export function createHostReaders(db: Db, contactEmail: (within?: Trx) => Promise<string>) {
  return {
    emailRecipients: async (trx: Trx, event: HostEvent) => {
      const readers = await notificationReaders(trx);
      // A single host does not share a mailbox with anyone.
      return emailRecipients(readers, event, readers.length > 1 ? await contactEmail(trx) : "");
    },
    /** Whether a host still gets notifications in this mailbox, which may be shared. */
    areStillAt: async (address: string) => {
      const [readers, contact] = await Promise.all([notificationReaders(db), contactEmail()]);
      const mailboxes = readers.flatMap(({ choice }) => addressesOf(choice.emails)).map((one) => one ?? contact);
      return mailboxes.some((mailbox) => mailbox.toLowerCase() === address.toLowerCase());
    },
    /** The host's first address for notifications; null if the host uses the cottage's contact address. */
    ownAddress: async (adminId: string) => (await choiceOf(db, adminId)).emails[0] ?? null,
    useContactAddress: async () => (await notificationReaders(db)).some(usesContactAddress),
    ownAddresses: async () => (await notificationReaders(db)).flatMap(({ choice }) => choice.emails),
    /** Sets the first email address of a new host. */
    startAt: (trx: Trx, adminId: string, email: string) =>
      saveNotificationChoice(trx, adminId, { ...DEFAULT_NOTIFICATIONS, emails: [email] }),
  };
}

/** Each mailbox is listed once, ignoring case. */
function withoutDuplicates(emails: string[]): string[] {
  return [...new Map(emails.map((email) => [email.toLowerCase(), email])).values()];
}

function dailySummaries(needs: SummaryNeeds): Job {
  return { name: "daily summaries", everyMs: 5 * 60_000, irreversible: true, run: () => writeSummaries(needs) };
}
