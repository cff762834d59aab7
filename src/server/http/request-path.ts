import type { FastifyRequest } from "fastify";

export function isCall(request: Pick<FastifyRequest, "url">): boolean {
  return pathOf(request).startsWith("/api/");
}

/** The path as the router reads it: it also accepts `/%61pi/` for `/api/`. */
export function pathOf({ url }: Pick<FastifyRequest, "url">): string {
  const [path = ""] = url.split("?", 1);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
