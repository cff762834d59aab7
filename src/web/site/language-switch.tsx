import { useLocation, useSearch } from "wouter";
import { DEFAULT_LANGUAGE, type Language, NATIVE_NAMES } from "#domain/language/language.ts";
import { pathIn } from "#domain/language/language-path.ts";
import { say } from "../lib/say.ts";

/**
 * The same page in the other languages, each by its own name. Dates and guests go along in the address, what was typed in
 * this tab's draft. The links come with the page; a click brings them to where the page has gone since.
 */
export function LanguageSwitch({ languages = [] }: { languages?: readonly Language[] | undefined }) {
  const [path] = useLocation();
  const search = useSearch();
  if (languages.length === 0) return null;
  return (
    // The links inside are pressed; it is only heard here.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <nav
      aria-label={say.frame.languages}
      onClick={({ target: link }) => {
        if (link instanceof HTMLAnchorElement) link.href = link.dataset["prefix"] + path + location.search;
      }}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? links(languages, path, search) : "" }}
    />
  );
}

function links(languages: readonly Language[], path: string, search: string): string {
  const items = [DEFAULT_LANGUAGE, ...languages].map((language) => {
    const href = escapeHtml(pathIn(language, path) + (search && `?${search}`));
    const current = language === say.language ? ' aria-current="true"' : "";
    return (
      `<li><a href="${href}" data-prefix="${pathIn(language, "")}" lang="${language}" hreflang="${language}"${current} ` +
      `class="text-link inline-flex min-h-11 items-center hover:text-sun focus-visible:outline-sun">${NATIVE_NAMES[language]}</a></li>`
    );
  });
  return `<ul class="flex flex-wrap gap-x-6">${items.join("")}</ul>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
