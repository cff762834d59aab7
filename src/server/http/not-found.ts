import type { FastifyReply, FastifyRequest } from "fastify";
import { type CallNeeds, signedInAdmin } from "./call.ts";
import { sendProblem } from "./mount.ts";
import { notFound, signInRequired } from "./problem.ts";

/** The 404 response for every method. Without a session, existing and unknown URLs below /api/admin look the same. */
export async function notFoundResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  needs: CallNeeds,
): Promise<FastifyReply> {
  if (request.url.startsWith("/api/admin/") && !(await signedInAdmin(request, needs))) {
    return sendProblem(reply, signInRequired());
  }
  return sendProblem(reply, notFound(isCall(request) ? "This endpoint does not exist." : { kind: "nothing-here" }));
}

export function isCall({ url }: Pick<FastifyRequest, "url">): boolean {
  return url.startsWith("/api/");
}
