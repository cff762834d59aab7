import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CHANGE_EVENT, LIVE_PATH, type LiveChange, SIGNED_OUT_EVENT } from "#contract/live.ts";
import { sessionTokenOf } from "../http/call.ts";
import { sendProblem } from "../http/mount.ts";
import { Problem, signInRequired } from "../http/problem.ts";
import type { LiveFeed } from "./feed.ts";

export type LiveNeeds = {
  feed: LiveFeed;
  publicUrl: string | null;
  /** Checks the session without extending it. */
  isSignedIn: (sessionToken: string) => Promise<boolean>;
};

/**
 * Heartbeats keep proxies from closing the connection, and reveal dead connections. Measured in ticks of one second.
 */
const HEARTBEAT_TICKS = 15;
/** How soon browsers reconnect. */
const RETRY_MS = 1000;
/** A host has a few tabs open, not hundreds. */
const MAX_STREAMS = 100;

/** The stream of changes for open portals. It ends with the session, and before the server stops. */
export function mountLive(http: FastifyInstance, needs: LiveNeeds): void {
  const streams = new Set<() => void>();

  http.get(LIVE_PATH, { config: { access: "admin", background: true } }, async (request, reply) => {
    const token = sessionTokenOf(request, needs.publicUrl);
    if (!token) return sendProblem(reply, signInRequired());
    if (streams.size >= MAX_STREAMS) {
      return sendProblem(reply, new Problem(503, "The portal is open in too many windows. Close one and try again."));
    }
    return request.method === "HEAD" ? sendHeaders(reply) : open(request, reply, token);
  });

  // Streams stay open as long as their session, so the server would wait for them until it is killed.
  http.addHook("preClose", async () => {
    needs.feed.stop();
    for (const close of streams) close();
  });

  // Changes made through this instance are reported at once instead of within a second.
  http.addHook("onResponse", async (request) => {
    if (request.method !== "GET") needs.feed.wake();
  });

  function open(request: FastifyRequest, reply: FastifyReply, token: string): FastifyReply {
    const { raw } = reply;
    let ticks = 0;
    let leave = () => {};
    const close = () => {
      leave();
      streams.delete(close);
      raw.end();
    };
    streams.add(close);
    raw.once("close", close);

    const signOut = () => {
      if (!raw.writableEnded) raw.write(`event: ${SIGNED_OUT_EVENT}\ndata: {}\n\n`);
      close();
    };
    const tick = () => {
      needs.isSignedIn(token).then(
        (signedIn) => signedIn || signOut(),
        () => undefined, // The database is briefly unavailable; the check is repeated in a second.
      );
      ticks += 1;
      if (ticks % HEARTBEAT_TICKS !== 0) return;
      // Data sent 15 s ago is still in the buffer, so the client has disconnected.
      if (raw.writableNeedDrain) raw.destroy();
      else raw.write(": still here\n\n");
    };
    startStream(reply, raw);
    const change = (what: LiveChange) => raw.write(`event: ${CHANGE_EVENT}\ndata: ${JSON.stringify(what)}\n\n`);
    needs.feed.listen({ tick, change }).then(
      (stop) => {
        leave = stop;
        if (raw.writableEnded) stop();
      },
      (error: unknown) => {
        // The browser reconnects after a second.
        request.log.warn({ err: error }, "could not send changes to an open portal");
        close();
      },
    );
    return reply.hijack();
  }
}

/** Fastify calls the same handler for HEAD, whose response has no body and therefore ends at once. */
function sendHeaders(reply: FastifyReply): FastifyReply {
  startStream(reply, reply.raw);
  reply.raw.end();
  return reply.hijack();
}

function startStream(reply: FastifyReply, raw: ServerResponse): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    // Otherwise nginx would buffer events.
    "x-accel-buffering": "no",
  });
  raw.write(`retry: ${RETRY_MS}\n\n`);
}
