import * as z from "zod/mini";
import { MAX_MESSAGE, MAX_PICTURES } from "#domain/messaging/conversation.ts";
import { GUEST_DELIVERY_METHODS } from "#domain/messaging/message.ts";
import { endpoint } from "./endpoint.ts";
import { text } from "./fields.ts";
import { messagePicture } from "./message-picture.ts";

/** The conversation of a stay: what the guest and the host have written, and the messages sent to the guest. */

const params = z.object({ bookingId: z.string() });
const typed = z
  .object({
    text: text({ max: MAX_MESSAGE }),
    /** Pictures uploaded for this stay but not sent yet. */
    pictures: z.optional(
      z.array(z.string()).check(z.maxLength(MAX_PICTURES, `Choose at most ${MAX_PICTURES} pictures`)),
    ),
  })
  .check(
    z.refine((message) => message.text !== "" || (message.pictures ?? []).length > 0, {
      path: ["text"],
      error: "Enter some text",
    }),
  );

const written = z.object({
  id: z.string(),
  kind: z.enum(["guest", "host"]),
  at: z.string(),
  text: z.string(),
  pictures: z.array(messagePicture),
  /** In the portal, for a message from the host: who wrote it. */
  by: z.string(),
  /** Whether the message arrived as a reply to an email. */
  byEmail: z.boolean(),
  /** In the portal: when the guest saw it, if the guest agreed to share that. */
  seenAt: z.nullable(z.string()),
});
const sent = z.object({
  id: z.string(),
  kind: z.literal("sent"),
  at: z.string(),
  channel: z.enum(GUEST_DELIVERY_METHODS),
  subject: z.string(),
  /** A message from a template is composed from the stay as it is now; empty if it can no longer be composed. */
  text: z.string(),
});
const entries = z.array(z.discriminatedUnion("kind", [written, sent]));
export type ConversationEntry = z.output<typeof entries>[number];

export const ownConversation = endpoint("GET", "/api/bookings/:bookingId/conversation", "anyone", {
  params,
  response: z.object({
    timeZone: z.string(),
    entries,
    /** Whether the host sees what the guest has read. */
    sharesReading: z.boolean(),
  }),
});

/** Requests with the same `Idempotency-Key` are treated as the same message. */
export const writeToHost = endpoint("POST", "/api/bookings/:bookingId/messages", "anyone", {
  params,
  body: typed,
  response: z.object({ id: z.string() }),
  status: 201,
});

export const shareReading = endpoint("PUT", "/api/bookings/:bookingId/reading", "anyone", {
  params,
  body: z.object({ share: z.boolean() }),
  response: z.object({ share: z.boolean() }),
});

export const hostConversation = endpoint("GET", "/api/admin/bookings/:bookingId/conversation", "admin", {
  params,
  response: z.object({
    timeZone: z.string(),
    entries,
    /** The number of the last message, for `markConversationRead`. */
    last: z.number(),
    unread: z.number(),
    sharesReading: z.boolean(),
    /** The digits of the guest's number for WhatsApp; null without a valid number that includes the country code. */
    whatsappNumber: z.nullable(z.string()),
    /** Why the guest gets no email about a reply; null if the guest gets one. */
    notEmailed: z.nullable(z.enum(["no-address", "not-set-up"])),
  }),
});
export type HostConversation = z.output<typeof hostConversation.response>;

export const writeToGuest = endpoint("POST", "/api/admin/bookings/:bookingId/messages", "admin", {
  params,
  body: typed,
  response: z.object({ id: z.string() }),
  status: 201,
});

export const markConversationRead = endpoint("POST", "/api/admin/bookings/:bookingId/conversation/read", "admin", {
  background: true,
  params,
  /** Later messages stay unread. */
  body: z.object({ last: z.int().check(z.gte(0), z.lte(999_999_999)) }),
  response: z.object({ unread: z.number() }),
});

/** Conversations with at least one message, latest first. */
export const listConversations = endpoint("GET", "/api/admin/conversations", "admin", {
  background: true,
  query: z.object({ search: z.optional(z.string().check(z.maxLength(200))) }),
  response: z.object({
    timeZone: z.string(),
    conversations: z.array(
      z.object({
        bookingId: z.string(),
        reference: z.string(),
        guestName: z.string(),
        checkInDate: z.string(),
        checkOutDate: z.string(),
        at: z.string(),
        author: z.enum(["guest", "host"]),
        text: z.string(),
        pictures: z.number(),
        unread: z.number(),
      }),
    ),
    /** Whether there are older conversations, which the list leaves out. */
    more: z.boolean(),
  }),
});
export type ConversationRow = z.output<typeof listConversations.response>["conversations"][number];

export const unreadMessages = endpoint("GET", "/api/admin/conversations/unread", "admin", {
  background: true,
  response: z.object({ unread: z.number() }),
});

const quickReply = z.object({
  title: text({ min: 1, max: 60 }),
  text: text({ min: 1, max: MAX_MESSAGE }),
});
export type QuickReply = z.output<typeof quickReply>;
const quickReplies = z.object({ version: z.int(), replies: z.array(quickReply).check(z.maxLength(50)) });
export type QuickReplies = z.output<typeof quickReplies>;

export const readQuickReplies = endpoint("GET", "/api/admin/quick-replies", "admin", {
  response: quickReplies,
});

export const saveQuickReplies = endpoint("PUT", "/api/admin/quick-replies", "admin", {
  body: quickReplies,
  response: quickReplies,
});
