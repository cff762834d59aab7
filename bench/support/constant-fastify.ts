import type { AddressInfo } from "node:net";
import { fastify } from "fastify";

process.once("message", async (constant: unknown) => {
  const app = fastify();
  app.get("/", async () => constant);
  await app.listen({ port: 0, host: "127.0.0.1" });
  process.send?.((app.server.address() as AddressInfo).port);
});
