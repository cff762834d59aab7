import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Redirect, useLocation, useSearchParams } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { safeReturnAddress } from "#domain/auth/return-address.ts";
import { currentAdminQuery, signOut } from "../api/auth.ts";
import { paths } from "../lib/paths.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { SignInFrame } from "./sign-in-frame.tsx";
import { SIGN_OUT_FAILED } from "./frame/use-sign-out.ts";
import { SignInForm } from "./sign-in/sign-in-form.tsx";

/** Opens the requested screen or, if none was requested, the dashboard (SPEC 2). */
export function LoginPage() {
  const [search] = useSearchParams();
  const next = safeReturnAddress(search.get("next")) ?? paths.admin.dashboard;
  // The host wanted to log out, but the request failed. The session may still be valid, but the portal must not reopen
  // unless the host asks for it.
  if (useHistoryState() === SIGN_OUT_FAILED) return <StillSignedIn />;
  return <SignInPage next={next} />;
}

function SignInPage({ next }: { next: string }) {
  const { data: admin } = useQuery(currentAdminQuery);
  const client = useQueryClient();
  const [, navigate] = useLocation();
  if (admin) return <Redirect to={next} replace />;

  async function enter(): Promise<void> {
    await client.resetQueries();
    navigate(next, { replace: true });
  }
  return <SignInForm frame={SignInFrame} onSignedIn={enter} />;
}

/** SPEC 4: a failed log-out also leads to the sign-in screen. */
function StillSignedIn() {
  const [, navigate] = useLocation();
  const again = useMutation({
    mutationFn: signOut,
    onSuccess: () => navigate(paths.admin.login, { replace: true }),
  });
  return (
    <SignInFrame title="You may still be signed in">
      <div className="space-y-5">
        <Notice look="error">
          {again.error
            ? "We still couldn't log you out. Check your connection and try again."
            : "We couldn't log you out. On a shared device, log out again before you leave it."}
        </Notice>
        <Button className="w-full" aria-disabled={again.isPending} onClick={() => again.isPending || again.mutate()}>
          {again.isPending ? "Logging out..." : "Log out again"}
        </Button>
        <Button look="quiet" className="w-full" onClick={() => navigate(paths.admin.dashboard, { replace: true })}>
          Back to the portal
        </Button>
      </div>
    </SignInFrame>
  );
}
