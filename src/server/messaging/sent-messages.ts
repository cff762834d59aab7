import type { ConversationEntry } from "#contract/conversation.ts";
import { plainText } from "#domain/messaging/template.ts";
import { compose, type ComposeNeeds } from "./compose.ts";
import type { ClaimedMessage } from "./ports.ts";

type SentMessage = { message: ClaimedMessage; sentAt: Date };
type SentToGuest = Extract<ConversationEntry, { kind: "sent" }>;

/**
 * The messages that were sent to the guest of a stay. Messages from a template are composed again, and they show the
 * arrival notes and the WiFi password only as long as these are shown elsewhere.
 */
export async function sentMessages(
  composing: ComposeNeeds,
  sent: readonly SentMessage[],
  now: Date,
): Promise<SentToGuest[]> {
  const entries = await Promise.all(
    sent.map(async ({ message, sentAt }) => {
      const { id, channel } = message;
      if (channel === "push") return [];
      const made = await compose(composing, message, now);
      const content = "problem" in made ? null : (made.fullMessage ?? made.content);
      const text = content ? plainText(content).trim() : "";
      return [{ id, kind: "sent" as const, at: sentAt.toISOString(), channel, subject: content?.subject ?? "", text }];
    }),
  );
  return entries.flat();
}
