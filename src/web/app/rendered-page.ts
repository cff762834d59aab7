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
  /** The only foreign origin from which the page may load pictures, once a visitor asks for them. */
  picturesFrom: string | null;
  /** The only foreign origin to which the page's form may be submitted, and whether that origin needs the referrer. */
  formTo: { origin: string; withReferrer: boolean } | null;
  language: Language;
  /** The page's file in `web/site`; empty for the portal. */
  code: string;
  /** The strings that the page's script needs immediately. */
  texts: readonly TextArea[];
  /** True for a page that search engines may list, if its language is not published. */
  draft: boolean;
  /**
   * The page that the browser loads next, and the number of seconds after which it does so. This is used only for pages
   * without a script.
   */
  refresh: { afterS: number; to: string } | null;
};
