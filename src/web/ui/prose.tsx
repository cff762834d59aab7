import { clsx } from "clsx";

type Props = {
  /** HTML that our server rendered from a long text; never raw input (server/property/markdown-renderer.ts). */
  html: string;
  className?: string;
  /** If its language differs from the page's. */
  lang?: string | undefined;
};

/** A long text by the host: paragraphs, lists, links. */
export function Prose({ html, className, lang }: Props) {
  return (
    <div
      lang={lang}
      className={clsx(
        "max-w-prose space-y-3 [&_a]:underline [&_a]:underline-offset-4 [&_:is(ol,ul)]:space-y-1 [&_:is(ol,ul)]:pl-6 [&_ol]:list-decimal [&_ul]:list-disc",
        className,
      )}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
