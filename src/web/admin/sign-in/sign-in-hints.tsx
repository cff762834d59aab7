import { useQuery } from "@tanstack/react-query";
import { setUpStateQuery } from "../../api/auth.ts";
import { Notice } from "../../ui/notice.tsx";

export function NoAdminYet() {
  const { data: state } = useQuery(setUpStateQuery(""));
  if (!state || state.hasAdmin) return null;
  // A demo signs the visitor in automatically and has no set-up link.
  if (document.getElementById("demo")) {
    return <Notice look="info">We couldn't sign you in to the demo. Please reload this page in a few minutes.</Notice>;
  }
  return (
    <Notice look="info">
      Nobody has an account here yet. Open the set-up link that Latchkey printed in its terminal or log when it started.
    </Notice>
  );
}

/** Passwords are reset on the server, so that access to a mailbox is not enough to get into the portal. */
export function ForgotPassword() {
  return (
    <details className="text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold underline">
        Forgot your password?
      </summary>
      <div className="space-y-2 text-ink-soft">
        <p>Ask whoever runs this site's server to run this command there:</p>
        <p className="rounded-lg bg-sunken px-3 py-2 wrap-anywhere text-ink">
          <code>latchkey admin reset-password &lt;username&gt;</code>
        </p>
        <p>
          It asks for a new password and signs you out everywhere. If Latchkey was started with npm, the command begins
          with <code>npm run latchkey --</code> instead of <code>latchkey</code>.
        </p>
      </div>
    </details>
  );
}
