import { parse } from "regexparam";
import { prefixOf } from "#domain/language/language-path.ts";
import { say } from "../lib/say.ts";
import { notFoundRoute, type Route, type RouteParams, routes } from "./routes.tsx";

/** Uses the router's own pattern rules. */
export function findRoute(path: string): { route: Route; params: RouteParams } {
  for (const route of routes) {
    const { keys, pattern } = parse(route.pattern);
    const match = pattern.exec(path);
    if (match) {
      const params = keys.map((key, i) => [key, decode(match[i + 1])] as const);
      return { route, params: Object.fromEntries(params) };
    }
  }
  return { route: notFoundRoute, params: {} };
}

/** Without the prefix of the page's language. */
export function pathHere(path = location.pathname): string {
  return path.slice(prefixOf(say.language).length) || "/";
}

function decode(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    return part;
  }
}
