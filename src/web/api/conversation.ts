import * as contract from "#contract/conversation.ts";
import type { QuickReplies } from "#contract/conversation.ts";
import { call, queryOf } from "./client.ts";

// Guests write while the portal is open.
const FRESH = { staleTime: 0 };

export const conversationQuery = (bookingId: string) =>
  queryOf(contract.hostConversation, { params: { bookingId } }, FRESH);
export const conversationsQuery = (search: string) =>
  queryOf(contract.listConversations, { query: search ? { search } : {} }, FRESH);
export const unreadQuery = queryOf(contract.unreadMessages, {}, FRESH);
export const quickRepliesQuery = queryOf(contract.readQuickReplies, {}, FRESH);

export const sendReply = (bookingId: string, answer: { text: string; pictures: string[] }, idempotencyKey: string) =>
  call(contract.writeToGuest, { params: { bookingId }, body: answer }, { idempotencyKey });
export const markRead = (bookingId: string, last: number) =>
  call(contract.markConversationRead, { params: { bookingId }, body: { last } });
export const saveReplies = (replies: QuickReplies) => call(contract.saveQuickReplies, { body: replies });
