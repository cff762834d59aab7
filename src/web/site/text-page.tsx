import type { ReactNode } from "react";
import { inLanguage } from "../lib/paths.ts";

export function TextPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <article className="frame max-w-3xl space-y-8 py-8 sm:py-12">
      <header className="space-y-3">
        <h1 className="serif text-heading">{title}</h1>
        <p className="text-lead text-ink-soft">{lead}</p>
      </header>
      {children}
    </article>
  );
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-3">
      <h2 className="serif text-2xl">{title}</h2>
      {children}
    </section>
  );
}

/** For words in a sentence or on their own. The pages with these links have no script. */
export const linkTo = (path: string) => (words: string) => (
  <a href={inLanguage(path)} className="text-link">
    {words}
  </a>
);
