import type { Socket } from "node:net";
import { hashToken, randomToken } from "../runtime/ids.ts";
import type { Logger } from "../runtime/logger.ts";
import { network } from "./network.ts";

/** Status codes of refused requests; after an attack, the operator searches the log for these. */
const REFUSALS: readonly number[] = [400, 401, 403, 413, 415, 429];

export const isRefusal = (status: number) => REFUSALS.includes(status);

const ofThisProcess = randomToken();

/**
 * A hash that is the same for all log lines from one network, without revealing the network; the key is lost when the
 * process ends.
 */
export function callerHash(address: string): string {
  return hashToken(`${ofThisProcess} ${network(address)}`).slice(0, 8);
}

const REASONS: Record<string, [status: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request took too long."],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The request's headers are too large."],
};

/**
 * Handles requests that Node's HTTP parser rejects: input that is not HTTP or is ambiguous, headers that are too large,
 * and requests that take too long.
 */
export function refuseUnreadable(logger: Logger, headers: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    const [status, message] = REASONS[error.code ?? ""] ?? ["400 Bad Request", "We couldn't read the request."];
    logger.info({ code: error.code, from: callerHash(socket.remoteAddress ?? "") }, "unreadable request refused");
    const body = JSON.stringify({ message });
    const all = {
      ...headers,
      "content-type": "application/json; charset=utf-8",
      "content-length": String(body.length),
      connection: "close",
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${body}`);
    socket.destroy(error);
  };
}
