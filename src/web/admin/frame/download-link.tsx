import type { MouseEvent, ReactNode } from "react";
import { ApiError } from "../../api/client.ts";
import { failureToast } from "./failure-toast.ts";

type Props = { href: string; className?: string; children: ReactNode; "aria-label"?: string };

/**
 * If the session lasts for weeks, the host must confirm their identity first, because someone with a borrowed phone
 * must not get the file. If the session has ended, the sign-in dialog opens over the page, and the download starts
 * after signing in.
 */
export function DownloadLink({ href, children, ...rest }: Props) {
  const start = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void import("../../api/passkeys.ts")
      .then(({ confirmForDownload }) => confirmForDownload())
      .then(
        () => download(href),
        (error: Error) => {
          // The host has closed the confirmation dialog.
          if (error instanceof ApiError && error.problem.confirm) return;
          failureToast("We couldn't start the download")(error);
        },
      );
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
