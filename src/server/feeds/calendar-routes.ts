import type { FastifyInstance, FastifyReply } from "fastify";
import { isKnown } from "../http/conditional.ts";
import { networkPrefix } from "../http/network.ts";
import { NOTHING_ALLOWED } from "../http/security-headers.ts";
import { type CalendarResponse, serveCalendar, type ServeNeeds } from "./serve-calendar.ts";

/**
 * Platforms retry automatically. A delay of a few minutes is acceptable, because platforms keep the previous calendar
 * until then.
 */
const RETRY_SECONDS = "300";

/**
 * Caches must revalidate the response, and search engines must not index it: an outdated calendar leads to double
 * bookings, and the URL is a secret.
 */
const HEADERS = {
  "content-type": "text/calendar; charset=utf-8",
  "cache-control": "no-cache",
  "x-robots-tag": "noindex",
  "content-security-policy": NOTHING_ALLOWED,
};

/**
 * Serves our own calendar at a channel's secret URL (S-50). The last part of the path helps people tell links apart and
 * gives the URL the ending that platforms want, `.ics`; apart from that ending, only the secret is checked.
 */
export function mountCalendar(http: FastifyInstance, needs: ServeNeeds): void {
  http.get<{ Params: { token: string; file: string } }>(
    "/calendar/:token/:file",
    { config: { access: "anyone" } },
    async (request, reply) => {
      if (!request.params.file.endsWith(".ics")) return send(reply, { status: 404 });
      const response = await serveCalendar(needs, {
        token: request.params.token,
        has: (etag) => isKnown(request.headers["if-none-match"], etag),
        headersOnly: request.method === "HEAD",
        reader: {
          userAgent: (request.headers["user-agent"] ?? "").slice(0, 200),
          network: networkPrefix(request.ip),
        },
      }).catch((error: unknown): CalendarResponse => {
        // On any error, send 503: a response that looks like a calendar would be worse (S-54).
        request.log.error({ err: error }, "could not serve our calendar");
        return { status: 503 };
      });
      return send(reply, response);
    },
  );
}

function send(reply: FastifyReply, response: CalendarResponse): FastifyReply {
  void reply.code(response.status).headers(HEADERS);
  switch (response.status) {
    case 200:
      return reply.header("etag", response.etag).send(response.text);
    case 304:
      return reply.header("etag", response.etag).removeHeader("content-type").send();
    case 404:
      return reply.type("text/plain; charset=utf-8").send("No calendar at this address.\n");
    case 503:
      return reply
        .header("retry-after", RETRY_SECONDS)
        .type("text/plain; charset=utf-8")
        .send("The calendar is temporarily unavailable. Keep the last version and try again.\n");
  }
}
