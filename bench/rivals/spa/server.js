import { readFile } from "node:fs/promises";
import compress from "@fastify/compress";
import serveStatic from "@fastify/static";
import fastify from "fastify";

/** Every URL that is neither a file nor an API call returns the same empty page. */
const app = fastify();
await app.register(compress);
await app.register(serveStatic, { root: `${import.meta.dirname}/dist` });
const read = async (name) => JSON.parse(await readFile(`${process.env.DATA}/${name}.json`, "utf8"));
app.get("/api/content", () => read("content"));
app.get("/api/availability", () => read("nights"));
app.setNotFoundHandler((_request, reply) => reply.sendFile("index.html"));
await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
