import type { FastifyInstance } from "fastify";
import { splitLanguage } from "#domain/language/language-path.ts";
import { messagePictureFile } from "#domain/media/picture.ts";
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
import { conversationJobs, deleteOrphanedPictures } from "./jobs.ts";
import { mountPictures, picturesBusy, createPictureTurns } from "./picture-routes.ts";
import type { PictureNeeds } from "./ports.ts";
import { receiveWhatsapp, type WhatsappMessage, type WhatsappNeeds } from "./receive-whatsapp.ts";

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

/** What guests and the host write to each other about a stay. */
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
          receive: { ...needs, inbound: { address: inbound.address, key: replyKey }, mailFrom, hostAddresses },
          limit: needs.limits.mail,
          logger,
        },
      ),
    receiveWhatsapp: (message: WhatsappMessage) => receiveWhatsapp(needs, message),
    jobs: conversationJobs(needs),
  };
}
