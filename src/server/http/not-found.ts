import type { FastifyReply, FastifyRequest } from "fastify";
import { type CallNeeds, signedInAdmin } from "./call.ts";
import { isCall, pathOf } from "./request-path.ts";
import { sendProblem } from "./mount.ts";
import { notFound, signInRequired } from "./problem.ts";

/** The 404 response for every method. Without a session, existing and unknown URLs below /api/admin look the same. */
export async function notFoundResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  needs: CallNeeds,
): Promise<FastifyReply> {
  if (pathOf(request).startsWith("/api/admin/") && !(await signedInAdmin(request, needs))) {
    return sendProblem(reply, signInRequired());
  }
  return sendProblem(reply, notFound(isCall(request) ? "This endpoint does not exist." : { kind: "nothing-here" }));
}
