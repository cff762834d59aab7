import * as contract from "#contract/conversation.ts";
import type { QuickReplies } from "#contract/conversation.ts";
import { call, freshQuery } from "./client.ts";

export const conversationQuery = (bookingId: string) =>
  freshQuery(contract.hostConversation, { params: { bookingId } });
export const conversationsQuery = (search: string) =>
  freshQuery(contract.listConversations, { query: search ? { search } : {} });
export const unreadQuery = freshQuery(contract.unreadMessages, {});
export const quickRepliesQuery = freshQuery(contract.readQuickReplies, {});

export const sendReply = (bookingId: string, answer: { text: string; pictures: string[] }, idempotencyKey: string) =>
  call(contract.writeToGuest, { params: { bookingId }, body: answer }, { idempotencyKey });
export const markRead = (bookingId: string, last: number) =>
  call(contract.markConversationRead, { params: { bookingId }, body: { last } });
export const saveReplies = (replies: QuickReplies) => call(contract.saveQuickReplies, { body: replies });
