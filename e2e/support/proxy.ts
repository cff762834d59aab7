import { createServer, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Like Caddy or nginx. While the server is marked as down, responds with 502. */
export async function startProxy(target: string) {
  let away = false;
  const open = new Set<ServerResponse>();
  const proxy: Server = createServer((received, response) => {
    open.add(response);
    response.once("close", () => open.delete(response));
    if (away) {
      response.writeHead(502, { "content-type": "text/html" }).end("<h1>502 Bad Gateway</h1>");
      return;
    }
    const { method, headers, url = "/" } = received;
    const onward = request(new URL(url, target), { method, headers }, (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers);
      incoming.pipe(response);
    });
    onward.on("error", () => response.destroy());
    response.once("close", () => onward.destroy());
    received.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address in this format.
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Going down cuts open connections. */
    setAway: (next: boolean) => {
      away = next;
      if (next) for (const response of open) response.destroy();
    },
    close: async () => {
      for (const response of open) response.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
