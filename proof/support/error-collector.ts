import { createServer, request as send } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** Pages whose URL contains this throw an error while they load. */
export const BROKEN = "?broken";
const COLLECTOR = `<script>
  window.errors = [];
  addEventListener("error", ({ message }) => errors.push(message));
  addEventListener("unhandledrejection", ({ reason }) => errors.push(String(reason)));
</script>`;

/**
 * A proxy for `site` that adds a script to each page, which collects the page's errors in `errors`, from the beginning
 * of loading on. The pages therefore have no content security policy.
 */
export async function startErrorCollector(site: string): Promise<{ url: string; close: () => void }> {
  const { hostname, port } = new URL(site);
  const server = createServer((request, response) => {
    const { "accept-encoding": _encodings, ...headers } = request.headers;
    const { url: path = "/", method = "GET" } = request;
    const forwarded = send({ hostname, port, path, method, headers }, async (answer) => {
      const { "content-security-policy": _policy, "content-length": _length, ...kept } = answer.headers;
      if (!answer.headers["content-type"]?.startsWith("text/html")) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        return;
      }
      const added = path.includes(BROKEN) ? `${COLLECTOR}<script>throw new Error("broken")</script>` : COLLECTOR;
      response.writeHead(answer.statusCode ?? 502, kept);
      response.end((await text(answer)).replace("<head>", `<head>${added}`));
    });
    forwarded.on("error", () => response.destroy());
    request.pipe(forwarded);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
