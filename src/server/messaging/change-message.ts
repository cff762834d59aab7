import type { ScheduledMessage } from "#contract/messaging.ts";
import { hasFields } from "#domain/messaging/message.ts";
import type { Template } from "#domain/messaging/template.ts";
import type { MessageRow } from "./outbox-queries.ts";

export type MessageAction = {
  /** The action's name in the audit log. */
  act: string;
  /** Returns the changes to the row; null if the action is no longer possible. */
  decide: (message: ScheduledMessage, now: Date) => Partial<MessageRow> | null;
};

/** Changes the wording of a message for one guest. A message that was already sent keeps its wording. */
export const editMessage = ({ subject, body }: Template): MessageAction => ({
  act: "Edited a message",
  decide: ({ status, messageType }) => (status !== "sent" && hasFields(messageType) ? { subject, body } : null),
});

export const skipMessage: MessageAction = {
  act: "Skipped a message",
  decide: ({ status }) =>
    status === "pending" || status === "failed"
      ? { status: "skipped", skipped_by: "host", note: "Skipped by you.", claimed_by: null, lease_until: null }
      : null,
};

/** Makes any unsent message due now and resets its number of attempts. */
export const sendNow: MessageAction = {
  act: "Sent a message early or again",
  decide: ({ status }, now) =>
    status === "sent"
      ? null
      : {
          status: "pending",
          scheduled_for: now.toISOString(),
          next_try_at: now.toISOString(),
          // The host sends the message knowing that it is late.
          useful_until: null,
          retry_count: 0,
          interruptions: 0,
          provider_id: null,
          skipped_by: null,
          note: null,
          claimed_by: null,
          lease_until: null,
        },
};
