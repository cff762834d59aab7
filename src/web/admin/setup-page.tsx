import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { setUp, setUpStateQuery } from "../api/auth.ts";
import { paths } from "../lib/paths.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { textLinkClass } from "../ui/text-link.tsx";
import { AccountForm } from "./account-form.tsx";
import { useAddressSecret } from "./address-secret.ts";
import { SignInFrame } from "./sign-in-frame.tsx";
import { ImportForm } from "./import/import-form.tsx";

/** Until an account exists, Latchkey prints a link to this page when it starts. */
export function SetupPage() {
  const token = useAddressSecret();
  const { data: state, isPending } = useQuery(setUpStateQuery(token));
  const [opened, setOpened] = useState(false);
  // The link stops working before the host leaves this screen, so we remember that the form was opened and keep showing
  // it.
  if (state?.linkWorks && !opened) setOpened(true);
  if (opened) return <Choice token={token} />;
  if (token && isPending) return <SignInFrame title="Set up the portal">Checking your link...</SignInFrame>;
  // If there is no response, the form itself says that the server can't be reached.
  if (token && !state) return <Choice token={token} />;
  if (state?.hasAdmin) return <AlreadySetUp withLink={Boolean(token)} />;
  return (
    <SignInFrame title="Set up the portal">
      <div className="space-y-3">
        {token ? <Notice look="error">This link no longer works.</Notice> : null}
        <p>
          Nobody has an account here yet. To create the first one, open the link that Latchkey printed when it started.
          The link works once.
        </p>
        <p>If you can't find it, restart Latchkey to get a new one.</p>
      </div>
    </SignInFrame>
  );
}

function AlreadySetUp({ withLink }: { withLink: boolean }) {
  return (
    <SignInFrame title="Already set up">
      <p>
        {withLink ? "This link has been used. It works once." : "This portal is already set up."}{" "}
        <a href={paths.admin.login} className={textLinkClass}>
          Sign in
        </a>
      </p>
    </SignInFrame>
  );
}

function Choice({ token }: { token: string }) {
  const [importing, setImporting] = useState(false);
  const [imported, setImported] = useState(false);
  if (!importing) return <SetupForm token={token} onImport={() => setImporting(true)} />;
  return (
    <SignInFrame
      title="Import from another installation"
      lead="Import bookings, guests, pictures, settings and accounts."
    >
      <ImportForm setupToken={token} onImported={() => setImported(true)} />
      {imported ? null : (
        <Button look="quiet" className="mt-3 w-full" onClick={() => setImporting(false)}>
          Set up a new portal instead
        </Button>
      )}
    </SignInFrame>
  );
}

function SetupForm({ token, onImport }: { token: string; onImport: () => void }) {
  return (
    <SignInFrame
      title="Set up the portal"
      lead="Choose a username and password. This link works only once, so nobody else can use it."
    >
      <AccountForm
        create={(account) => setUp({ token, ...account })}
        label="Create your account"
        busyLabel="Setting up..."
        failure="We couldn't create your account. Please try again."
      />
      <p className="mt-6 border-t border-line pt-4 text-sm text-ink-soft">
        Already using Latchkey somewhere else? You can import everything.
      </p>
      <Button look="secondary" className="mt-3 w-full" onClick={onImport}>
        Import from another installation
      </Button>
    </SignInFrame>
  );
}
