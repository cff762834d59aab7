import { connect } from "node:net";

export type HttpResponse = { status: number; head: string; body: string };

/**
 * Pipelined GET requests over keep-alive connections (RFC 9112 9.3.2), so that the client uses less CPU than the
 * server. `next` returns null at the end. On each connection, responses arrive in order.
 */
export async function pipeline<T extends { path: string; headers: Record<string, string> }>(
  port: number,
  { connections, depth }: { connections: number; depth: number },
  next: () => T | null,
  onResponse: (sent: T, response: HttpResponse) => void,
): Promise<void> {
  await Promise.all(Array.from({ length: connections }, () => oneConnection(port, depth, next, onResponse)));
}

function oneConnection<T extends { path: string; headers: Record<string, string> }>(
  port: number,
  depth: number,
  next: () => T | null,
  onResponse: (sent: T, response: HttpResponse) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiting: T[] = [];
    let rest = "";
    const socket = connect(port, "127.0.0.1");
    const ask = () => {
      let text = "";
      while (waiting.length < depth) {
        const one = next();
        if (!one) break;
        waiting.push(one);
        const headers = Object.entries(one.headers).map(([name, value]) => `${name}: ${value}\r\n`);
        text += `GET ${one.path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${headers.join("")}\r\n`;
      }
      if (text) socket.write(text, "latin1");
      else if (waiting.length === 0) socket.end();
    };
    socket.setEncoding("latin1").setNoDelay(true).on("connect", ask);
    socket.on("data", (chunk: string) => {
      rest += chunk;
      let at = 0;
      for (let found = cut(rest, at); found; found = cut(rest, at)) {
        const sent = waiting.shift();
        if (sent) onResponse(sent, found.response);
        at = found.end;
      }
      rest = rest.slice(at);
      ask();
    });
    socket.on("error", reject);
    socket.on("close", () =>
      waiting.length === 0 ? resolve() : reject(new Error("the server closed the connection")),
    );
  });
}

/** Null if the response that starts at `from` is incomplete. */
function cut(text: string, from: number): { response: HttpResponse; end: number } | null {
  const headEnd = text.indexOf("\r\n\r\n", from);
  if (headEnd < 0) return null;
  const head = text.slice(from, headEnd).toLowerCase();
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
  if (length === undefined) throw new Error(`a response without a length: ${head.slice(0, 200)}`);
  const end = headEnd + 4 + Number(length);
  if (text.length < end) return null;
  return { response: { status: Number(head.slice(9, 12)), head, body: text.slice(headEnd + 4, end) }, end };
}
