import type { Language } from "#domain/language/language.ts";
import type { TextArea } from "../lib/say.ts";
import type { Route } from "./routes.tsx";

/** What the server sends for a path. */
export type RenderedPage = {
  status: number;
  redirect: string | null;
  head: string;
  indexed: boolean;
  /** Above the page and outside its script's reach: HTML, or nothing. */
  banner: string;
  html: string;
  state: string;
  script: Route["script"];
  shared: boolean;
  app: "site" | "portal";
  /** The one foreign origin that the page may fetch pictures from, once a visitor asks for them. */
  picturesFrom: string | null;
  /** The one foreign origin that the page's form may lead to, and whether it has to see where the guest comes from. */
  formTo: { origin: string; withReferrer: boolean } | null;
  language: Language;
  /** The page's file in `web/site`; empty for the portal. */
  code: string;
  /** The texts that the page's script needs at once. */
  texts: readonly TextArea[];
  /** The host has not switched the page's language on. */
  draft: boolean;
  /** Seconds after which the browser asks for the page again, and where; for pages that work without script. */
  refresh: { afterS: number; to: string } | null;
};
