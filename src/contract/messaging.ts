import * as z from "zod/mini";
import { DEFAULT_LANGUAGE, LANGUAGES } from "#domain/language/language.ts";
import { DELIVERY_METHODS, MESSAGE_STATUSES, MESSAGE_TYPES, TEMPLATE_TYPES } from "#domain/messaging/message.ts";
import { TEMPLATE_FIELDS, unknownFields } from "#domain/messaging/template.ts";
import { endpoint } from "./endpoint.ts";
import { oneLine, text, wholeNumber } from "./fields.ts";

/** The fields of SPEC 3, and whatever else the screen shows. */
const scheduledMessage = z.object({
  id: z.string(),
  /** Null for a message that is not about a booking, such as a notification to the host. */
  bookingId: z.nullable(z.string()),
  messageType: z.enum(MESSAGE_TYPES),
  /** The host's name for a custom message; null for our own messages. */
  title: z.nullable(z.string()),
  status: z.enum(MESSAGE_STATUSES),
  scheduledFor: z.string(),
  /** Whether the message is past due, by the server's clock. */
  pastDue: z.boolean(),
  retryCount: z.number(),
  channel: z.enum(DELIVERY_METHODS),
  reference: z.nullable(z.string()),
  /** The recipient's name. */
  to: z.string(),
  sentAt: z.nullable(z.string()),
  delivery: z.nullable(z.enum(["delivered", "read"])),
  /** The time of the next attempt, if later than the due time. */
  nextTryAt: z.nullable(z.string()),
  /** Why the message is waiting, failed or was skipped, in words. */
  note: z.nullable(z.string()),
  /** Whether the server was interrupted while sending, so a second copy may have been sent. */
  maybeTwice: z.boolean(),
  rewritten: z.boolean(),
  version: z.number(),
});
export type ScheduledMessage = z.output<typeof scheduledMessage>;

/**
 * SPEC 7. Waiting messages first, in the order in which they are due; then all failed and the latest other messages,
 * the last due first.
 */
export const listMessages = endpoint("GET", "/api/admin/scheduled-messages", "admin", {
  background: true,
  response: z.array(scheduledMessage),
});

const lang = z.optional(z.enum(LANGUAGES));
/** `html` is rendered from the host's text. */
const piece = z.object({ text: z.string(), link: z.boolean(), html: z.optional(z.string()), lang });
export const fieldValues = z.record(
  z.string(),
  // Null if the value is unknown; lines that use the field are then left out.
  z.nullable(z.union([z.string(), z.object({ text: z.string(), html: z.optional(z.string()), lang })])),
);
const content = z.object({ subject: z.string(), paragraphs: z.array(z.array(piece)) });
export type MessageContent = z.output<typeof content>;

const messageId = z.object({ messageId: z.string() });
const version = z.int("Send the version number that you last saw");
const template = z.object({ subject: z.string(), body: z.string() });

/** One message as its recipient would get it now, and the text from which it is made. */
export const readMessage = endpoint("GET", "/api/admin/scheduled-messages/:messageId", "admin", {
  params: messageId,
  response: z.object({
    message: scheduledMessage,
    address: z.string(),
    /** Null if the content can no longer be created; `problem` then gives the reason. */
    content: z.nullable(content),
    problem: z.nullable(z.string()),
    /** Null for messages without a template. */
    words: z.nullable(template),
    /** The values of this message's fields, for a live preview. */
    values: z.nullable(fieldValues),
  }),
});
export type MessageDetail = z.output<typeof readMessage.response>;

/** Text in which only known fields are in braces. */
export function withKnownFields(field: z.ZodMiniType<string, string>, known = Object.keys(TEMPLATE_FIELDS)) {
  return z.pipe(
    field,
    z.string().check(
      z.superRefine<string>((value, context) => {
        const [unknown] = unknownFields(value, known);
        if (unknown === undefined) return;
        context.addIssue({
          code: "custom",
          message: `We don't know the field {${unknown}}. Use a field from the list.`,
        });
      }),
    ),
  );
}

const templateFields = {
  subject: withKnownFields(oneLine({ min: 1, max: 200, message: "Enter a subject" })),
  body: withKnownFields(text({ min: 1, max: 8000, message: "Enter some text" })),
};

/** A different text for this one guest. */
export const editMessage = endpoint("PUT", "/api/admin/scheduled-messages/:messageId", "admin", {
  params: messageId,
  body: z.object({ ...templateFields, version }),
  response: scheduledMessage,
});

/** Removes a message from the queue, or a failed one from the alerts. */
export const skipMessage = endpoint("POST", "/api/admin/scheduled-messages/:messageId/skip", "admin", {
  params: messageId,
  body: z.object({ version }),
  response: scheduledMessage,
});

/** Sends a waiting message immediately, or tries a failed or skipped one again. */
export const sendMessageNow = endpoint("POST", "/api/admin/scheduled-messages/:messageId/send-now", "admin", {
  params: messageId,
  body: z.object({ version }),
  response: scheduledMessage,
});

const way = z.object({
  /** Why messages cannot be sent by this delivery method, in words; null if they can. */
  problem: z.nullable(z.string()),
  configured: z.boolean(),
});

/** The response to a request for a test email if there is no address to which the email could be sent. */
export const NO_CONTACT_EMAIL = "Set your contact email in the settings first: the test email is sent to that address.";

export const messagingSetup = endpoint("GET", "/api/admin/messaging", "admin", {
  background: true,
  response: z.object({
    timeZone: z.string(),
    /**
     * The signed-in host's first address for notifications, or else the contact address; empty while that is the
     * sample address.
     */
    testEmailTo: z.string(),
    /** SPEC 2's tiles: counts of all messages, including those too old for the list. */
    counts: z.object({ pending: z.number(), sent: z.number(), failed: z.number(), total: z.number() }),
    email: way,
    whatsapp: way,
    /** Whether messages stay on this machine, where they can be read under Mailbox. */
    local: z.boolean(),
    /** Whether messages contain links, which requires the public URL to be known. */
    links: z.boolean(),
    templates: z.array(
      z.object({
        type: z.enum(TEMPLATE_TYPES),
        language: z.enum(LANGUAGES),
        subject: z.string(),
        body: z.string(),
        /** 0 for the default text. */
        version: z.number(),
      }),
    ),
    fields: z.record(z.string(), z.string()),
    /** The fields' values for a sample guest, for the preview. */
    samples: z.record(z.enum(LANGUAGES), fieldValues),
  }),
});
export type MessagingSetup = z.output<typeof messagingSetup.response>;
export type StoredTemplate = MessagingSetup["templates"][number];

const templateType = z.object({ type: z.enum(TEMPLATE_TYPES, "This message does not exist") });

const templateLanguage = z._default(z.enum(LANGUAGES, "Choose a language from the list"), DEFAULT_LANGUAGE);

export const saveTemplate = endpoint("PUT", "/api/admin/message-templates/:type", "admin", {
  params: templateType,
  body: z.object({ ...templateFields, language: templateLanguage, version }),
  response: template,
});

/** Restores the default text. */
export const resetTemplate = endpoint("DELETE", "/api/admin/message-templates/:type", "admin", {
  params: templateType,
  query: z.object({
    language: templateLanguage,
    version: wholeNumber("Send the version number that you last saw"),
  }),
});

/** Queues a test email to `testEmailTo`. It is then sent like any other email. */
export const sendTest = endpoint("POST", "/api/admin/messaging/test", "admin", {
  response: z.object({ id: z.string(), to: z.string() }),
  status: 201,
});

/** In the demo or with LOCAL_MAILBOX: the messages that would have been sent, newest first. */
export const localMailbox = endpoint("GET", "/api/admin/mailbox", "admin", {
  background: true,
  response: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      channel: z.enum(DELIVERY_METHODS),
      recipient: z.string(),
      subject: z.string(),
      content: z.string(),
    }),
  ),
});
