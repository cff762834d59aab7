import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { MAX_UPLOAD_BYTES } from "#domain/media/image-limits.ts";
import { refusalText } from "#domain/media/refusal.ts";
import { SNIFF_BYTES, sniff } from "#domain/media/sniff.ts";
import { type CallNeeds, refuseAfterBody, signedInAdmin } from "../http/call.ts";
import { sendProblem } from "../http/mount.ts";
import { notFound, Problem, signInRequired } from "../http/problem.ts";
import { drained } from "../http/receive-file.ts";
import type { Clock } from "../runtime/clock.ts";
import type { LocalUploads } from "./local-files.ts";
import type { UploadBounds } from "./ports.ts";
import type { UploadStore } from "./upload-queries.ts";

type Needs = CallNeeds & { uploads: UploadStore; staged: LocalUploads; clock: Clock };

const UPLOAD_ID = /^[A-Za-z0-9_-]{43}$/;
export const TOO_LARGE = "This file exceeds maximum allowed size of 10 MB. Choose a smaller picture.";
const NOT_GOOD =
  "This upload address has already been used, has expired or belongs to another session. Choose the picture again to get a new one.";
export const UPLOAD_MISMATCH = "The file that arrived is not the one you chose. Choose the picture again.";

/**
 * Accepts the only PUT request that an upload URL allows. The file is neither decoded nor served until it is recorded;
 * only its first bytes are checked.
 */
export async function mountUploads(http: FastifyInstance, needs: Needs): Promise<void> {
  await http.register(async (uploads) => {
    // The body is read as a stream and its bytes are counted, so that a body that is too long is never held in memory.
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser("*", (_request, _body, done) => done(null));
    uploads.put<{ Params: { uploadId: string } }>(
      "/api/uploads/:uploadId",
      { config: { access: "admin" } },
      async (request, reply) => {
        const problem = await receive(needs, request, request.params.uploadId);
        if (!problem) return reply.code(200).send({});
        // If a sender still has a lot to send, we close the connection. A sender that is nearly done gets the response
        // on an open connection.
        if (!(await drained(request.raw))) void reply.header("connection", "close");
        return sendProblem(reply, problem);
      },
    );
  });
}

async function receive(needs: Needs, request: FastifyRequest, uploadId: string): Promise<Problem | null> {
  if (!UPLOAD_ID.test(uploadId)) return notFound("This upload address does not exist.");
  const admin = await signedInAdmin(request, needs);
  if (!admin) return signInRequired();
  const bounds = await needs.uploads.use(uploadId, admin.sessionHash, needs.clock());
  if (!bounds) return new Problem(403, NOT_GOOD);
  const problem =
    unannounced(request, bounds) ??
    (await take(needs.staged, uploadId, request.raw, bounds)) ??
    (await refuseAfterBody(request, needs));
  if (problem) {
    await needs.staged.remove(uploadId);
    await needs.uploads.forget(uploadId);
  }
  return problem;
}

/** Checks the headers against the restrictions of the upload URL. */
function unannounced(request: FastifyRequest, bounds: UploadBounds): Problem | null {
  const length = Number(request.headers["content-length"] ?? Number.NaN);
  if (length > MAX_UPLOAD_BYTES) return new Problem(413, TOO_LARGE);
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  const wrongType = bounds.type !== null && type !== bounds.type;
  const wrongLength = bounds.bytes !== null && !Number.isNaN(length) && length !== bounds.bytes;
  return wrongType || wrongLength ? new Problem(403, UPLOAD_MISMATCH) : null;
}

async function take(
  staged: LocalUploads,
  uploadId: string,
  body: IncomingMessage,
  bounds: UploadBounds,
): Promise<Problem | null> {
  const received = await staged.receive(uploadId, body, bounds.bytes ?? MAX_UPLOAD_BYTES);
  if (!received.ok) {
    if (received.reason === "cut") return new Problem(400, "The connection was lost. Choose the picture again.");
    return bounds.bytes === null ? new Problem(413, TOO_LARGE) : new Problem(403, UPLOAD_MISMATCH);
  }
  return lookAt(staged, uploadId, bounds, received.bytes);
}

async function lookAt(staged: LocalUploads, uploadId: string, bounds: UploadBounds, bytes: number) {
  if (bounds.bytes !== null && bytes !== bounds.bytes) return new Problem(403, UPLOAD_MISMATCH);
  const kind = sniff((await staged.read(uploadId))?.subarray(0, SNIFF_BYTES) ?? new Uint8Array());
  return kind === "jpeg" || kind === "png" || kind === "webp" ? null : new Problem(415, refusalText(kind));
}
