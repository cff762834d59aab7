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
  /** Looks only; being looked at does not keep a session alive. */
  isSignedIn: (sessionToken: string) => Promise<boolean>;
};

/** Keeps proxies from thinking that the connection is dead, and finds out when it is. In ticks of a second. */
const HEARTBEAT_TICKS = 15;
/** After a break browsers come back so soon. */
const RETRY_MS = 1000;
/** One host has a few tabs open, not hundreds. */
const MOST_STREAMS = 100;

/** The stream of changes for open portals. It ends with the session, and before the server stops. */
export function mountLive(http: FastifyInstance, needs: LiveNeeds): void {
  const streams = new Set<() => void>();

  http.get(LIVE_PATH, { config: { access: "admin", background: true } }, async (request, reply) => {
    const token = sessionTokenOf(request, needs.publicUrl);
    if (!token) return sendProblem(reply, signInRequired());
    if (streams.size >= MOST_STREAMS) {
      return sendProblem(reply, new Problem(503, "Too many portals are open. Close one and try again."));
    }
    return open(request, reply, token);
  });

  // Streams never end by themselves: the server would wait for them until it is killed.
  http.addHook("preClose", async () => {
    needs.feed.stop();
    for (const close of streams) close();
  });

  // Whatever was written through this instance is told at once, not at the next second.
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
        () => undefined, // The database is away for a moment; the next second asks again.
      );
      ticks += 1;
      if (ticks % HEARTBEAT_TICKS !== 0) return;
      // What was sent 15 s ago has not left: nobody is there any more.
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
        // The browser comes back by itself in a second.
        request.log.warn({ err: error }, "an open portal could not be told of changes");
        close();
      },
    );
    return reply.hijack();
  }
}

function startStream(reply: FastifyReply, raw: ServerResponse): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    // nginx would collect events until its buffer is full.
    "x-accel-buffering": "no",
  });
  raw.write(`retry: ${RETRY_MS}\n\n`);
}
