import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState, useId } from "react";
import { signIn } from "../../api/auth.ts";
import { reasonOf } from "../../lib/display-error.ts";
import { Button } from "../../ui/button.tsx";
import { Form, type Submit } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { CredentialFields } from "../credential-fields.tsx";
import { CodeForm, type StepFrame } from "./code-form.tsx";
import { isThrottled, OpenedLink, OwnerHelp } from "./owner-help.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { ForgotPassword, NoAdminYet } from "./sign-in-hints.tsx";

const BOTH_REQUIRED = "Please enter both username and password.";

type Props = {
  frame: StepFrame;
  /** The host who was signed in here before, if known. */
  username?: string;
  onSignedIn: (username: string) => unknown;
};

export function SignInForm({ frame, username, onSignedIn }: Props) {
  const [codeRequired, setCodeRequired] = useState(false);
  const [keep, setKeep] = useState(false);
  if (codeRequired) {
    return <CodeForm frame={frame} keep={keep} onSignedIn={onSignedIn} onStartAgain={() => setCodeRequired(false)} />;
  }
  return (
    <PasswordForm
      frame={frame}
      username={username}
      keep={keep}
      onKeep={setKeep}
      onSignedIn={onSignedIn}
      onCodeRequired={() => setCodeRequired(true)}
    />
  );
}

type PasswordProps = Omit<Props, "username"> & {
  username: string | undefined;
  keep: boolean;
  onKeep: (keep: boolean) => void;
  onCodeRequired: () => void;
};

function PasswordForm({ frame: Frame, username: known, keep, onKeep, onSignedIn, onCodeRequired }: PasswordProps) {
  const form = useRef<HTMLFormElement>(null);
  const [empty, setEmpty] = useState(false);
  const [throttled, setThrottled] = useState(false);
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: (response) => ("secondFactor" in response ? onCodeRequired() : onSignedIn(response.username)),
  });
  // Once shown, the owner's other ways to sign in stay on the screen.
  if (isThrottled(attempt.error) && !throttled) setThrottled(true);
  const problem = empty ? BOTH_REQUIRED : attempt.error ? reasonOf(attempt.error, REJECTED) : null;
  const focus = (field: "username" | "password") =>
    form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
  useEffect(() => {
    if (known) focus("password");
  }, [known]);

  const submit: Submit = (_event, text) => {
    const username = text("username").trim();
    const password = text("password");
    const code = text("code").trim();
    const incomplete = !username || !password;
    setEmpty(incomplete);
    if (incomplete) focus(username ? "password" : "username");
    else if (!attempt.isPending) attempt.mutate({ username, password, keep, ...(code ? { code } : {}) });
  };

  return (
    <Frame title="Welcome back">
      {/* POST, so that a password never ends up in a URL, even if the browser itself sends the form. */}
      <Form ref={form} method="post" onSubmit={submit} className="space-y-5">
        <NoAdminYet />
        <OpenedLink />
        {problem ? <Notice look="error">{problem}</Notice> : null}
        <CredentialFields password="current-password" username={known} />
        {throttled ? <OwnerHelp /> : null}
        <KeepSignedIn checked={keep} onChange={onKeep} />
        <Button type="submit" className="w-full" aria-disabled={attempt.isPending}>
          {attempt.isPending ? "Signing In..." : "Sign In"}
        </Button>
        <PasskeyButton keep={keep} onSignedIn={onSignedIn} />
        <ForgotPassword />
      </Form>
    </Frame>
  );
}

/** SPEC 8: if the server gives no reason. */
const REJECTED = "Invalid credentials. Please try again.";

function KeepSignedIn({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
        <input
          id={id}
          type="checkbox"
          checked={checked}
          aria-describedby={`${id}-about`}
          onChange={(event) => onChange(event.target.checked)}
          className="size-5 shrink-0 accent-accent"
        />
        Keep me signed in on this device
      </label>
      <p id={`${id}-about`} className="pl-8 text-sm text-ink-soft">
        For 30 days. Use this only on a device that nobody else uses.
      </p>
    </div>
  );
}
