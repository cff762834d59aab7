import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

export const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Smaller responses fit into one packet even without compression. */
export const WORTH_IT_BYTES = 1024;
const TEXT = /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml)|image\/svg\+xml)/;

/**
 * A larger response, such as the list of all bookings, is compressed at quality 1: quality 5 takes about three times as
 * long and makes it only a fifth smaller.
 */
const LARGE_BYTES = 262_144;

/**
 * At quality 5, compressing a booking page takes 2 ms and the result is 10% larger than at quality 11, which takes
 * 0.2 s. Any page fits into the compression window.
 */
const brotliParams = (bytes: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: bytes > LARGE_BYTES ? 1 : 5,
  [constants.BROTLI_PARAM_LGWIN]: 18,
});

/**
 * Compresses responses made for one request: pages with forms, errors and API responses. Mounted as an `onSend` hook.
 */
export async function compress(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const body = typeof payload === "string" ? Buffer.from(payload) : payload;
  if (!Buffer.isBuffer(body) || body.length < WORTH_IT_BYTES || request.method === "HEAD") return payload;
  if (reply.hasHeader("content-encoding") || !TEXT.test(String(reply.getHeader("content-type") ?? ""))) return payload;
  void reply.header("vary", "accept-encoding");
  const coding = codingFor(request.headers["accept-encoding"]);
  if (coding === "identity" || !isSafeFromBreach(request)) return payload;
  void reply.header("content-encoding", coding).removeHeader("content-length");
  return pack(body, coding);
}

/** For a response that must not wait for the best compression. */
export function pack(body: Buffer, coding: Exclude<Coding, "identity">): Promise<Buffer> {
  return coding === "br"
    ? brotli(body, { params: brotliParams(body.length) })
    : zip(body, { level: body.length > LARGE_BYTES ? 1 : 6 });
}

/** For a response that is compressed once and served many times. */
export function packNow(body: Buffer, coding: Coding): Buffer {
  if (coding === "br") return brotliCompressSync(body, { params: brotliParams(body.length) });
  return coding === "gzip" ? gzipSync(body) : body;
}

/**
 * The length of a compressed response reveals whether a guess matches a secret inside it (BREACH). To exploit this,
 * another site makes the visitor's browser send thousands of requests with guesses in the URL, and watches the traffic.
 * So a response to a request with a cookie or an `Authorization` header is compressed only if the browser says that the
 * request came from our own pages or the address bar. Without either header, a response contains nothing that the
 * attacker could not request directly.
 */
function isSafeFromBreach(request: FastifyRequest): boolean {
  if (request.headers.cookie === undefined && request.headers.authorization === undefined) return true;
  const from = request.headers["sec-fetch-site"];
  return from === "same-origin" || from === "none";
}

export type Coding = "br" | "gzip" | "identity";

/** The encoding must be listed with a weight other than 0 (RFC 9110 12.5.3). */
const ACCEPTS = {
  br: /(?:^|,)\s*br\s*(?:$|,|;\s*q=(?!0(?:\.0*)?\s*(?:$|,)))/i,
  gzip: /(?:^|,)\s*gzip\s*(?:$|,|;\s*q=(?!0(?:\.0*)?\s*(?:$|,)))/i,
};

export function codingFor(acceptEncoding: string | string[] | undefined): Coding {
  const accepted = String(acceptEncoding ?? "");
  if (ACCEPTS.br.test(accepted)) return "br";
  return ACCEPTS.gzip.test(accepted) ? "gzip" : "identity";
}
