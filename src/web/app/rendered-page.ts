import type { Language } from "#domain/language/language.ts";
import type { TextArea } from "../lib/say.ts";
import type { Route } from "./routes.tsx";

/** What the server sends for a path. */
export type RenderedPage = {
  status: number;
  redirect: string | null;
  head: string;
  indexed: boolean;
  /** HTML above the page, outside its script's reach; or nothing. */
  banner: string;
  html: string;
  state: string;
  script: Route["script"];
  shared: boolean;
  app: "site" | "portal";
  /** The one foreign origin from which the page may load pictures, once a visitor asks for them. */
  picturesFrom: string | null;
  /** The one foreign origin that the page's form may submit to, and whether it needs the referrer. */
  formTo: { origin: string; withReferrer: boolean } | null;
  language: Language;
  /** The page's file in `web/site`; empty for the portal. */
  code: string;
  /** The texts that the page's script needs at once. */
  texts: readonly TextArea[];
  /** The page's language is not published. */
  draft: boolean;
  /** After how many seconds the browser reloads, and which page; for pages that work without JavaScript. */
  refresh: { afterS: number; to: string } | null;
};
