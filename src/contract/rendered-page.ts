import type { Language } from "#domain/language/language.ts";

export type RenderedPage = {
  status: number;
  /** Where to redirect the visitor, if anywhere. */
  redirect: string | null;
  /** Tags for the head, complete and escaped. */
  head: string;
  /** False for pages that search engines should skip. */
  indexed: boolean;
  /** HTML above the page; may be empty. The page's script does not touch it. */
  banner: string;
  html: string;
  /** The page's data for the browser, as JSON. */
  state: string;
  /**
   * Most read-only pages load their script on the first interaction, most pages with forms load it at once, and pages
   * of text and the payment page never load it.
   */
  script: "at-first-touch" | "at-once" | "none";
  /** True if the page is the same for every visitor until the content, prices, free nights or date change. */
  shared: boolean;
  app: "site" | "portal";
  language: Language;
  /** The page's file in `web/site`; empty for the portal. */
  code: string;
  /** The names of the files with the strings that the page's script needs at once. */
  texts: readonly string[];
  /** True if the page's language is not published, unless search engines should skip the page in any language. */
  draft: boolean;
  /** The one foreign origin from which the page may load pictures; nearly always null. */
  picturesFrom: string | null;
  /** The one foreign origin that the page's form may submit to, and whether it needs the referrer. */
  formTo: { origin: string; withReferrer: boolean } | null;
  /** Which page the browser loads next, and after how many seconds. */
  refresh: { afterS: number; to: string } | null;
};
