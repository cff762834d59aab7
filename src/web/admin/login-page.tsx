import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Redirect, useLocation } from "wouter";
import { currentAdminQuery, signIn } from "../api/auth.ts";
import { ApiError } from "../api/client.ts";
import { formText } from "../lib/form-text.ts";
import { paths } from "../lib/paths.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { CredentialFields } from "./credential-fields.tsx";
import { Door } from "./door.tsx";
import { SecondFactorForm } from "./second-factor-form.tsx";

const BOTH_REQUIRED = "Please enter both username and password.";

/** SPEC 2: who is signed in already has no business here. */
export function LoginPage() {
  const { data: admin } = useQuery(currentAdminQuery);
  const [codeWanted, setCodeWanted] = useState(false);
  const client = useQueryClient();
  const [, navigate] = useLocation();
  if (admin) return <Redirect to={paths.admin.dashboard} replace />;

  async function enter(): Promise<void> {
    await client.resetQueries();
    navigate(paths.admin.dashboard, { replace: true });
  }

  if (codeWanted) return <SecondFactorForm onSignedIn={enter} onStartAgain={() => setCodeWanted(false)} />;
  return <PasswordForm onSignedIn={enter} onCodeWanted={() => setCodeWanted(true)} />;
}

function PasswordForm(next: { onSignedIn: () => Promise<void>; onCodeWanted: () => void }) {
  const [empty, setEmpty] = useState(false);
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: (answer) => ("secondFactor" in answer ? next.onCodeWanted() : next.onSignedIn()),
  });
  const problem = empty ? BOTH_REQUIRED : attempt.error ? reason(attempt.error) : null;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const username = formText(form, "username").trim();
    const password = formText(form, "password");
    const incomplete = !username || !password;
    setEmpty(incomplete);
    if (incomplete) event.currentTarget.querySelector<HTMLInputElement>(username ? "#password" : "#username")?.focus();
    else if (!attempt.isPending) attempt.mutate({ username, password });
  }

  return (
    <Door title="Welcome back">
      {/* Without script the form does nothing; a password must never end up in an address. */}
      <form method="post" noValidate onSubmit={submit} className="space-y-5">
        {problem ? <Notice look="error">{problem}</Notice> : null}
        <CredentialFields password="current-password" />
        <Button type="submit" className="w-full" aria-disabled={attempt.isPending}>
          {attempt.isPending ? "Signing In..." : "Sign In"}
        </Button>
      </form>
    </Door>
  );
}

/** SPEC 8: the server's sentence; for an answer without one, its own. */
export function reason(error: Error): string {
  if (!(error instanceof ApiError)) return "The server cannot be reached. Check your connection and try again.";
  return error.problem.message || "Invalid credentials. Please try again.";
}
