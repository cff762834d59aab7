import { useQueryClient } from "@tanstack/react-query";
import type { MouseEvent, ReactNode } from "react";
import { currentAdminQuery } from "../../api/auth.ts";

type Props = { href: string; className?: string; children: ReactNode; "aria-label"?: string };

/** A file for a signed-in host. If the session has ended, the sign-in opens over the page and the download follows it. */
export function DownloadLink({ href, children, ...rest }: Props) {
  const client = useQueryClient();
  const start = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    // An answer that cannot be had now leaves the browser to say what is wrong with the download itself.
    void client
      .fetchQuery({ ...currentAdminQuery, staleTime: 0 })
      .catch(() => undefined)
      .then(() => download(href));
  };
  return (
    <a href={href} download onClick={start} {...rest}>
      {children}
    </a>
  );
}

function download(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}
