import type { FastifyInstance } from "fastify";
import type { Author } from "#domain/messaging/conversation.ts";
import { createSigningKey } from "../core/signing-key.ts";
import type { Mount } from "../http/mount.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import type { Logger } from "../runtime/logger.ts";
import { type GuestConversationNeeds, mountGuestConversation } from "./guest-conversation-routes.ts";
import { mountHostConversation } from "./host-conversation-routes.ts";
import { mountInboundMail } from "./inbound-routes.ts";
import { mountInbox } from "./inbox-routes.ts";
import { conversationJobs } from "./jobs.ts";
import { replyAddress } from "./reply-address.ts";

type Needs = Omit<GuestConversationNeeds, "limits" | "answersByEmail"> & {
  logger: Logger;
  limits: GuestConversationNeeds["limits"] & { mail: RateLimit };
  /** Where replies by email arrive; null where they go to mailboxes of people. */
  inbound: { address: string; secret: string } | null;
  mailFrom: string;
  hostAddresses: () => Promise<string[]>;
};

/** What guests and the host write to each other about a stay. */
export function createConversationModule({ inbound, mailFrom, hostAddresses, logger, ...rest }: Needs) {
  const needs = { ...rest, answersByEmail: inbound !== null };
  const key = createSigningKey(needs.database, "reply-address");
  return {
    mount: (mount: Mount) => {
      mountGuestConversation(mount, needs);
      mountHostConversation(mount, needs);
      mountInbox(mount, needs);
    },
    mountWebhook: (http: FastifyInstance) =>
      mountInboundMail(
        http,
        inbound && {
          secret: inbound.secret,
          receive: { ...needs, inbound: { address: inbound.address, key }, mailFrom, hostAddresses },
          limit: needs.limits.mail,
          logger,
        },
      ),
    /** Where guest or host reply to an email about a stay; null where replies do not come back to us. */
    replyAddress: async (bookingId: string, author: Author) =>
      inbound && replyAddress(await key(), inbound.address, bookingId, author),
    jobs: conversationJobs(needs),
  };
}
