import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Coding, codingFor } from "./coding.ts";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Below this a compressed answer fills the same packet. */
export const WORTH_IT_BYTES = 1024;
const TEXT = /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml)|image\/svg\+xml)/;

/** A host's list of ten years has 25 MB: there, a few percent fewer bytes are not worth half a second. */
const LARGE_BYTES = 262_144;

/** At 5 a booking page takes 2 ms and is a few percent larger than at 11, which takes 100. The window holds any page. */
const brotliParams = (bytes: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: bytes > LARGE_BYTES ? 1 : 5,
  [constants.BROTLI_PARAM_LGWIN]: 18,
});

/** Compresses an answer that is made for one request: pages with forms, problems, calls. Mounted as an `onSend` hook. */
export async function compress(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const body = typeof payload === "string" ? Buffer.from(payload) : payload;
  if (!Buffer.isBuffer(body) || body.length < WORTH_IT_BYTES || request.method === "HEAD") return payload;
  if (reply.hasHeader("content-encoding") || !TEXT.test(String(reply.getHeader("content-type") ?? ""))) return payload;
  void reply.header("vary", "accept-encoding");
  const coding = codingFor(request.headers["accept-encoding"]);
  if (coding === "identity" || !isOutOfReach(request)) return payload;
  void reply.header("content-encoding", coding).removeHeader("content-length");
  return pack(body, coding);
}

function pack(body: Buffer, coding: Exclude<Coding, "identity">): Promise<Buffer> {
  return coding === "br"
    ? brotli(body, { params: brotliParams(body.length) })
    : zip(body, { level: body.length > LARGE_BYTES ? 1 : 6 });
}

/** For an answer that many then get: it is small, and compressed once. */
export function packNow(body: Buffer, coding: Coding): Buffer {
  if (coding === "br") return brotliCompressSync(body, { params: brotliParams(body.length) });
  return coding === "gzip" ? gzipSync(body) : body;
}

/**
 * The length of a compressed answer tells whether a guess matches a secret inside (BREACH). To use that, another site has
 * the visitor's browser ask thousands of times with guesses in the address, and watches the line. So what a cookie opens
 * is compressed only when the browser says that one of our own pages or the address bar asked; without a cookie an
 * answer has nothing in it that its reader could not have asked for themselves.
 */
function isOutOfReach(request: FastifyRequest): boolean {
  if (request.headers.cookie === undefined && request.headers.authorization === undefined) return true;
  const from = request.headers["sec-fetch-site"];
  return from === "same-origin" || from === "none";
}
