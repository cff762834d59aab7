import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  HOST_PICTURES_PATH,
  type MessagePicture,
  OWN_PICTURES_PATH,
  PICTURE_SIZES,
  type PictureSize,
} from "#contract/message-picture.ts";
import { MAX_UPLOAD_BYTES } from "#domain/media/image-limits.ts";
import { messagePictureFile } from "#domain/media/picture.ts";
import type { PictureRefusal } from "#domain/media/refusal.ts";
import type { Author } from "#domain/messaging/conversation.ts";
import type { Reason } from "#texts/reason.ts";
import { type CallNeeds, callOf, forgetAdmin, refuseAdminCall } from "../http/call.ts";
import { sendProblem } from "../http/mount.ts";
import { notFound, Problem } from "../http/problem.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import { readBody } from "../http/read-body.ts";
import { drained } from "../http/receive-file.ts";
import { addPicture, type AddPictureResult } from "./add-picture.ts";
import { isOwn, notYours } from "./guest-conversation-routes.ts";
import { guestErased } from "./host-conversation-routes.ts";
import { isOfStay } from "./picture-queries.ts";
import type { ConversationNeeds, PictureNeeds } from "./ports.ts";

export type PictureRouteNeeds = ConversationNeeds &
  PictureNeeds & { turns: PictureTurns; limits: { pictures: RateLimit; pictureFiles: RateLimit } };

type Params = { bookingId: string; pictureId: string; size: string };
type Guard = (request: FastifyRequest, reply: FastifyReply, bookingId: string) => Promise<Problem | null>;

/** The pictures are private, so they are not cached. */
const HEADERS = {
  "cache-control": "private, no-store",
  "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  "content-disposition": 'inline; filename="picture.jpg"',
  "x-content-type-options": "nosniff",
};

/** Guests need access to the conversation; the host needs a session. */
export async function mountPictures(http: FastifyInstance, call: CallNeeds, needs: PictureRouteNeeds): Promise<void> {
  const guest: Guard = async (request, reply, bookingId) =>
    (await isOwn(needs, bookingId, callOf(request, reply, call))) ? null : notYours();
  const host: Guard = async (request, _reply, bookingId) =>
    (await refuseAdminCall(request, call)) ??
    ((await needs.find(bookingId)) ? null : notFound({ kind: "booking-not-found" }));

  await http.register(async (scope) => {
    // The body is read only after the sender has been authorised.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _body, done) => done(null));
    for (const [path, access, author, guard] of [
      [OWN_PICTURES_PATH, "anyone", "guest", guest],
      [HOST_PICTURES_PATH, "admin", "host", host],
    ] as const) {
      scope.post<{ Params: Params }>(path, { config: { access } }, async (request, reply) => {
        const result = await receive(needs, { request, reply, guard, author });
        if (!(result instanceof Problem)) return reply.code(201).send(result);
        if (!(await drained(request.raw))) void reply.header("connection", "close");
        return sendProblem(reply, result);
      });
      scope.get<{ Params: Params }>(`${path}/:pictureId/:size`, { config: { access } }, async (request, reply) => {
        const { bookingId, pictureId, size } = request.params;
        const refused = (await needs.limits.pictureFiles(request.ip)) ?? (await guard(request, reply, bookingId));
        if (refused) return sendProblem(reply, refused);
        const bytes =
          isSize(size) && (await isOfStay(needs.database.db, bookingId, pictureId))
            ? // `pictureId` is the id of a stored picture, so a client cannot choose any part of a file name.
              await needs.pictures.files.read(messagePictureFile(pictureId, size))
            : null;
        if (!bytes) return sendProblem(reply, notFound({ kind: "picture-gone" }));
        return reply.headers(HEADERS).type("image/jpeg").send(bytes);
      });
    }
  });
}

const isSize = (size: string): size is PictureSize => PICTURE_SIZES.some((one) => one === size);

type Sending = { request: FastifyRequest<{ Params: Params }>; reply: FastifyReply; guard: Guard; author: Author };

async function receive(
  needs: PictureRouteNeeds,
  { request, reply, guard, author }: Sending,
): Promise<MessagePicture | Problem> {
  const { bookingId } = request.params;
  const refused = (await needs.limits.pictures(request.ip)) ?? (await guard(request, reply, bookingId));
  if (refused) return refused;
  if (Number(request.headers["content-length"] ?? 0) > MAX_UPLOAD_BYTES)
    return refusalOf({ reason: "too-large" }, author);
  const turn = needs.turns.take(`${author} ${bookingId}`);
  if (!turn) return picturesBusy();
  const body = await readBody(request.raw, MAX_UPLOAD_BYTES).finally(turn);
  if (!body.ok) return refusalOf({ reason: "too-large" }, author);
  // The access may have ended while the picture was arriving.
  forgetAdmin(request);
  const ended = await guard(request, reply, bookingId);
  if (ended) return ended;
  const result = await addPicture(needs, { bookingId, author, bytes: body.bytes });
  return result.ok ? result.picture : refusalOf(result, author);
}

export const picturesBusy = () => new Problem(503, { kind: "pictures-busy" }, { "retry-after": "30" });

function refusalOf(result: { reason: "too-large" } | Exclude<AddPictureResult, { ok: true }>, author: Author): Problem {
  switch (result.reason) {
    case "erased":
      return author === "host" ? guestErased() : notYours();
    case "unknown":
      return notFound({ kind: "booking-not-found" });
    case "too-large":
      return new Problem(413, { kind: "picture-too-large" });
    case "too-many-pictures":
      return new Problem(429, { kind: "too-many-pictures" });
    case "not-stored":
      return new Problem(503, { kind: "pictures-not-stored" });
    case "refused":
      return new Problem(415, { kind: KIND[result.refusal] });
  }
}

type PictureReason = Extract<Reason["kind"], `picture-${string}`>;

/** Guests need to know what to do, not which unsupported format their file has. */
const KIND = {
  empty: "picture-damaged",
  damaged: "picture-damaged",
  animated: "picture-not-supported",
  gif: "picture-not-supported",
  avif: "picture-not-supported",
  svg: "picture-not-supported",
  tiff: "picture-not-supported",
  bmp: "picture-not-supported",
  pdf: "picture-not-supported",
  video: "picture-not-supported",
  unknown: "picture-not-supported",
  heic: "picture-heic",
  "too-many-pixels": "picture-too-large",
  "too-slow": "picture-too-large",
} as const satisfies Record<PictureRefusal, PictureReason>;

/** How many request bodies with pictures are received at once. Each takes up to 42 MB of memory. */
const MAX_AT_ONCE = 3;

/** Limits request bodies with pictures to one at a time for each author and stay, and to a few in total. */
export function createPictureTurns() {
  const busy = new Set<string>();
  return {
    /** Takes a slot and returns a function that releases it; null if no slot is free. */
    take: (who: string): (() => void) | null => {
      if (busy.has(who) || busy.size >= MAX_AT_ONCE) return null;
      busy.add(who);
      return () => busy.delete(who);
    },
  };
}
type PictureTurns = ReturnType<typeof createPictureTurns>;
