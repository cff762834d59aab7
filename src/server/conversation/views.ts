import type { ConversationEntry } from "#contract/conversation.ts";
import type { Author } from "#domain/messaging/conversation.ts";
import type { Message, SentEntry } from "./ports.ts";

/** Written messages and sent messages, in chronological order, as the guest or the host may see them. */
export function entriesFor(
  reader: Author,
  messages: readonly Message[],
  sent: readonly SentEntry[],
): ConversationEntry[] {
  const written = messages.map((message) => ({
    id: message.id,
    kind: message.author,
    at: message.at.toISOString(),
    text: message.body,
    pictures: [...message.pictures],
    by: reader === "host" ? message.writtenBy : "",
    byEmail: message.writtenIn === "email",
    seenAt: reader === "host" && message.author === "host" ? (message.readAt?.toISOString() ?? null) : null,
  }));
  return [...sent, ...written].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
