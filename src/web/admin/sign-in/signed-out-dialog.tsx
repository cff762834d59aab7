import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { currentAdminQuery, presentUsername } from "../../api/auth.ts";
import { paths } from "../../lib/paths.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import { resumeAfterSignIn } from "../frame/session-end.ts";
import { SignInForm } from "./sign-in-form.tsx";

/** The open screen stays as it is, with everything that was typed. */
export function SignedOutDialog() {
  const client = useQueryClient();
  const before = client.getQueryData(currentAdminQuery.queryKey);

  function resume(username: string): void {
    // The screen and its unsaved changes belong to the account that was signed in before.
    if (before && username !== before.username) return location.reload();
    resumeAfterSignIn();
    void client.invalidateQueries(currentAdminQuery);
  }
  useSignInElsewhere(resume);
  return (
    <Dialog title="You've been signed out" onClose={null}>
      <SignInForm frame={Step} username={before?.username} onSignedIn={resume} />
      <p className="mt-3 text-center text-sm">
        <a href={paths.home} className={textLinkClass}>
          Go to the website
        </a>
      </p>
    </Dialog>
  );
}

function Step({ lead, children }: { lead?: ReactNode; children: ReactNode }) {
  return (
    <>
      <p className="mb-5 text-ink-soft">
        {lead ?? "Sign in to continue. This page and everything you typed on it are still here."}
      </p>
      {children}
    </>
  );
}

/** Several tabs may show this dialog; a sign-in in one of them is enough. */
function useSignInElsewhere(resume: (username: string) => void): void {
  const found = useEffectEvent(resume);
  useEffect(() => {
    const look = async () => {
      const username = document.hidden ? null : await presentUsername().catch(() => null);
      if (username) found(username);
    };
    const lookAgain = () => void look();
    document.addEventListener("visibilitychange", lookAgain);
    addEventListener("focus", lookAgain);
    return () => {
      document.removeEventListener("visibilitychange", lookAgain);
      removeEventListener("focus", lookAgain);
    };
  }, []);
}
