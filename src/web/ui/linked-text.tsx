import { clsx } from "clsx";
import { webLinks } from "#domain/text/web-links.ts";

/** The links get `nofollow`, because strangers may have written them. */
export function LinkedText({ text, className }: { text: string; className?: string }) {
  return (
    <p dir="auto" className={clsx("whitespace-pre-line wrap-anywhere", className)}>
      {webLinks(text).map(({ text: words, href }, place) =>
        href ? (
          <a key={`${place} ${href}`} href={href} rel="nofollow ugc noopener noreferrer" className="underline">
            {words}
          </a>
        ) : (
          words
        ),
      )}
    </p>
  );
}
