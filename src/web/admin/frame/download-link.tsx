import { useQueryClient } from "@tanstack/react-query";
import type { MouseEvent, ReactNode } from "react";
import { currentAdminQuery } from "../../api/auth.ts";

type Props = {
  href: string;
  className?: string;
  children: ReactNode;
  "aria-label"?: string;
  /** Asks the host to confirm their identity first, for files that someone with a borrowed phone must not get. */
  guarded?: boolean;
};

/**
 * A file for a signed-in host. If the session has ended, the sign-in dialog opens over the page; after signing in, the
 * download starts.
 */
export function DownloadLink({ href, children, guarded = false, ...rest }: Props) {
  const client = useQueryClient();
  const start = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (guarded) {
      void import("../../api/passkeys.ts")
        .then(({ confirmForDownload }) => confirmForDownload())
        .then(
          () => download(href),
          () => undefined,
        );
      return;
    }
    // If the check fails, the download starts anyway, and the browser shows what is wrong.
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
