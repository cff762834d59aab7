import { useQuery } from "@tanstack/react-query";
import { accept, invitationQuery } from "../api/people.ts";
import { paths } from "../lib/paths.ts";
import { textLinkClass } from "../ui/text-link.tsx";
import { AccountForm } from "./account-form.tsx";
import { useAddressSecret } from "./address-secret.ts";
import { SignInFrame } from "./sign-in-frame.tsx";

export function InvitationPage() {
  const token = useAddressSecret();
  const { data: state, isPending } = useQuery({ ...invitationQuery(token), enabled: token !== "" });
  if (token && isPending) return <SignInFrame title="Join as a host">Checking your invitation...</SignInFrame>;
  // If there is no response, the form itself says that the server can't be reached.
  if (token && (!state || state.works)) return <JoinForm token={token} invitedBy={state?.invitedBy ?? ""} />;
  if (!token)
    return (
      <SignInFrame title="Open your invitation link">
        <p>This page needs the link from your invitation. Please open that link again.</p>
      </SignInFrame>
    );
  return (
    <SignInFrame title="This invitation no longer works">
      <div className="space-y-3">
        <p>It has been used or withdrawn, or is older than 7 days. Ask for a new one.</p>
        <p>
          Already have an account?{" "}
          <a href={paths.admin.login} className={textLinkClass}>
            Sign in
          </a>
        </p>
      </div>
    </SignInFrame>
  );
}

function JoinForm({ token, invitedBy }: { token: string; invitedBy: string }) {
  return (
    <SignInFrame
      title="Join as a host"
      lead={`${invitedBy ? `${invitedBy} has invited you. ` : ""}Choose your own username and password.`}
    >
      <AccountForm
        create={(account) => accept({ token, ...account })}
        label="Create my account"
        busyLabel="Creating..."
      />
    </SignInFrame>
  );
}
