import { clsx } from "clsx";

type Props = {
  /** HTML from our server (server/property/markdown-renderer.ts) or from `plainHtml`; never raw input. */
  html: string;
  className?: string;
  /** If it differs from the page's language. */
  lang?: string | undefined;
};

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
