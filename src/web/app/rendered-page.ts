import type { Language } from "#domain/language/language.ts";
import type { TextArea } from "../lib/say.ts";
import type { Route } from "./routes.tsx";

/** What the server sends for a path. */
export type RenderedPage = {
  status: number;
  redirect: string | null;
  head: string;
  indexed: boolean;
  /** HTML above the page, which the page's script does not touch; may be empty. */
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
  /** The texts that the page's script needs immediately. */
  texts: readonly TextArea[];
  /** The page's language is not published. */
  draft: boolean;
  /** The page that the browser loads next, and after how many seconds; only for pages without a script. */
  refresh: { afterS: number; to: string } | null;
};
