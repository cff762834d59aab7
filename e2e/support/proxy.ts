import { createServer, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A proxy in front of the server, like Caddy or nginx. While the server is marked as down, the proxy responds with 502.
 */
export async function startProxy(target: string) {
  let away = false;
  const open = new Set<ServerResponse>();
  const proxy: Server = createServer((asked, answer) => {
    open.add(answer);
    answer.once("close", () => open.delete(answer));
    if (away) {
      answer.writeHead(502, { "content-type": "text/html" }).end("<h1>502 Bad Gateway</h1>");
      return;
    }
    const { method, headers, url = "/" } = asked;
    const onward = request(new URL(url, target), { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    answer.once("close", () => onward.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address in this format.
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Marks the server as down or up again; going down cuts open connections. */
    setAway: (next: boolean) => {
      away = next;
      if (next) for (const answer of open) answer.destroy();
    },
    close: async () => {
      for (const answer of open) answer.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
