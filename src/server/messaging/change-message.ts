import { hasFields } from "#domain/messaging/message.ts";
import type { Template } from "#domain/messaging/template.ts";
import type { Clock } from "../runtime/clock.ts";
import type { MessageActResult, AdminMessages } from "./ports.ts";

type Needs = { act: AdminMessages["act"]; clock: Clock };
type Order = { id: string; version: number; actor: string };

/** Changes the wording of a message for one guest. A message that was already sent keeps its wording. */
export function editMessage({ act, clock }: Needs, order: Order, words: Template): Promise<MessageActResult> {
  return act({
    ...order,
    at: clock(),
    act: "Edited a message",
    decide: ({ status, messageType }) =>
      status !== "sent" && hasFields(messageType) ? { subject: words.subject, body: words.body } : null,
  });
}

export function skipMessage({ act, clock }: Needs, order: Order): Promise<MessageActResult> {
  return act({
    ...order,
    at: clock(),
    act: "Skipped a message",
    decide: ({ status }) =>
      status === "pending" || status === "failed"
        ? { status: "skipped", skipped_by: "host", note: "Skipped by you.", claimed_by: null, lease_until: null }
        : null,
  });
}

/** Makes any unsent message due now and resets its number of attempts. */
export function sendNow({ act, clock }: Needs, order: Order): Promise<MessageActResult> {
  const at = clock();
  return act({
    ...order,
    at,
    act: "Sent a message early or again",
    decide: ({ status }) =>
      status === "sent"
        ? null
        : {
            status: "pending",
            scheduled_for: at.toISOString(),
            next_try_at: at.toISOString(),
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
  });
}
