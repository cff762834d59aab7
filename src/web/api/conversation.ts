import {
  hostConversation,
  listConversations,
  markConversationRead,
  type QuickReplies,
  readQuickReplies,
  saveQuickReplies,
  unreadMessages,
  writeToGuest,
} from "#contract/conversation.ts";
import { call, queryOf } from "./client.ts";

// Guests write while the portal is open, so the data is fetched again whenever a screen opens.
const FRESH = { staleTime: 0 };

export const conversationQuery = (bookingId: string) => queryOf(hostConversation, { params: { bookingId } }, FRESH);
export const conversationsQuery = (search: string) =>
  queryOf(listConversations, { query: search ? { search } : {} }, FRESH);
export const unreadQuery = queryOf(unreadMessages, {}, FRESH);
export const quickRepliesQuery = queryOf(readQuickReplies, {}, FRESH);

export const sendReply = (bookingId: string, answer: { text: string; pictures: string[] }, idempotencyKey: string) =>
  call(writeToGuest, { params: { bookingId }, body: answer }, { idempotencyKey });
export const markRead = (bookingId: string, last: number) =>
  call(markConversationRead, { params: { bookingId }, body: { last } });
export const saveReplies = (replies: QuickReplies) => call(saveQuickReplies, { body: replies });
