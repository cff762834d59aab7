import type { FastifyInstance } from "fastify";
import { splitLanguage } from "#domain/language/language-path.ts";
import { messagePictureFile, messagePictureFiles } from "#domain/media/picture.ts";
import { forEach } from "../core/for-each.ts";
import { type CallNeeds, callOf } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import type { MaySendFiles } from "../http/page-form.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import type { Logger } from "../runtime/logger.ts";
import { type GuestConversationNeeds, isOwn, mountGuestConversation, notYours } from "./guest-conversation-routes.ts";
import { renameGuest } from "./conversation-queries.ts";
import { mountHostConversation } from "./host-conversation-routes.ts";
import { mountInboundMail } from "./inbound-routes.ts";
import { mountInbox } from "./inbox-routes.ts";
import { mountPictures, picturesBusy, createPictureTurns } from "./picture-routes.ts";
import type { PictureNeeds, ConversationNeeds } from "./ports.ts";
import { receiveWhatsapp, type WhatsappMessage, type WhatsappNeeds } from "./receive-whatsapp.ts";
import type { Job } from "../jobs/job.ts";
import { emailMessages } from "./email-messages.ts";
import { UNSENT_PICTURE_MS } from "#domain/messaging/conversation.ts";
import { deletePicture, orphanedPictures } from "./picture-queries.ts";

type Needs = Omit<GuestConversationNeeds, "limits" | "answersByEmail"> & {
  today: WhatsappNeeds["today"];
  logger: Logger;
  limits: GuestConversationNeeds["limits"] & { mail: RateLimit; pictures: RateLimit; pictureFiles: RateLimit };
  pictures: Omit<PictureNeeds["pictures"], "notStored">;
  /** The address for replies by email; null if replies go to people's own mailboxes. */
  inbound: { address: string; secret: string } | null;
  replyKey: () => Promise<string>;
  mailFrom: string;
  hostAddresses: () => Promise<string[]>;
};

const OWN_PAGE = /^\/booking\/confirmation\/([^/]+)\/?$/;

export function createConversationModule({ inbound, replyKey, mailFrom, hostAddresses, logger, ...rest }: Needs) {
  const pictures: PictureNeeds["pictures"] = {
    ...rest.pictures,
    notStored: (error) => logger.error({ err: error }, "could not store a picture from a conversation"),
  };
  const needs = { ...rest, pictures, turns: createPictureTurns(), answersByEmail: inbound !== null };
  return {
    mount: (mount: Mount) => {
      mountGuestConversation(mount, needs);
      mountHostConversation(mount, needs);
      mountInbox(mount, needs);
    },
    mountPictures: (http: FastifyInstance, call: CallNeeds) => mountPictures(http, call, needs),
    /** Of all the pages' forms, only the one on the guest's own page may send files. */
    maySendFiles:
      (call: CallNeeds): MaySendFiles =>
      async ({ request, reply, path, small }) => {
        const refused = await needs.limits.pictures(request.ip);
        if (refused) return refused;
        const [, bookingId = ""] = OWN_PAGE.exec(splitLanguage(path).path) ?? [];
        if (!(await isOwn(needs, bookingId, callOf(request, reply, call)))) return notYours();
        return small ? () => {} : (needs.turns.take(`guest ${bookingId}`) ?? picturesBusy());
      },
    /** A picture as a `data:` URL, for a guest's data export. */
    pictureData: async (pictureId: string) => {
      const bytes = await pictures.files.read(messagePictureFile(pictureId, "large"));
      return bytes && `data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}`;
    },
    /** Deletes the picture files of deleted messages; if the storage does not respond, the job does it later. */
    deleteOrphanedPictures: () =>
      deleteOrphanedPictures(needs).catch((error: unknown) =>
        logger.warn({ err: error }, "could not delete the pictures of a conversation; the job will try again"),
      ),
    renameGuest,
    mountWebhook: (http: FastifyInstance) =>
      mountInboundMail(
        http,
        inbound && {
          secret: inbound.secret,
          mailFrom,
          receive: { ...needs, inbound: { address: inbound.address, key: replyKey }, hostAddresses },
          limit: needs.limits.mail,
          logger,
        },
      ),
    receiveWhatsapp: (message: WhatsappMessage) => receiveWhatsapp(needs, message),
    jobs: conversationJobs(needs),
  };
}

/** Safe on several instances at once, because only one instance claims the messages for each email. */
function conversationJobs(needs: ConversationNeeds & PictureNeeds): Job[] {
  return [
    { name: "email messages", everyMs: 15_000, run: () => emailMessages(needs) },
    {
      name: "delete pictures of deleted messages",
      everyMs: 10 * 60_000,
      irreversible: true,
      run: () => deleteOrphanedPictures(needs),
    },
  ];
}

/**
 * Deletes the files of pictures whose message no longer exists, however the message was deleted, and of pictures that
 * were never sent. Each row is deleted last, so the next run continues where an interrupted run stopped.
 */
async function deleteOrphanedPictures({
  database,
  clock,
  pictures,
}: PictureNeeds & Pick<ConversationNeeds, "database" | "clock">): Promise<void> {
  // Twice the time within which a picture may be sent, so that no picture is deleted while it is being sent.
  const before = new Date(clock().getTime() - 2 * UNSENT_PICTURE_MS);
  await forEach(await orphanedPictures(database.db, before), async (id) => {
    await pictures.files.remove(messagePictureFiles(id));
    await deletePicture(database.db, id);
  });
}
