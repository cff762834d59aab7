import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { MIN_PASSWORD_LENGTH, passwordProblem } from "#domain/auth/password-rules.ts";
import { MIN_USERNAME_LENGTH, USERNAME_TOO_SHORT } from "#domain/auth/username.ts";
import { ApiError } from "../api/client.ts";
import { accept, invitationQuery } from "../api/people.ts";
import { formText } from "../lib/form-text.ts";
import { paths } from "../lib/paths.ts";
import { reasonOf } from "../lib/display-error.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useAddressSecret } from "./address-secret.ts";
import { CredentialFields } from "./credential-fields.tsx";
import { SignInFrame } from "./sign-in-frame.tsx";

type Errors = { username?: string; password?: string };

/** The page that an invitation link opens. The invited host creates an account here. */
export function InvitationPage() {
  const token = useAddressSecret();
  const { data: state, isPending } = useQuery({ ...invitationQuery(token), enabled: token !== "" });
  if (token && isPending) return <SignInFrame title="Become a host">Checking your invitation...</SignInFrame>;
  // If there is no response, the form itself says that the server can't be reached.
  if (token && (!state || state.works)) return <JoinForm token={token} invitedBy={state?.invitedBy ?? ""} />;
  return (
    <SignInFrame title="This invitation no longer works">
      <div className="space-y-3">
        <p>It has been used or withdrawn, or is older than 7 days. Ask for a new one.</p>
        <p>
          Already have an account?{" "}
          <a href={paths.admin.login} className="inline-flex min-h-11 items-center font-semibold underline">
            Sign in
          </a>
        </p>
      </div>
    </SignInFrame>
  );
}

function JoinForm({ token, invitedBy }: { token: string; invitedBy: string }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [errors, setErrors] = useState<Errors>({});
  const attempt = useMutation({
    mutationFn: accept,
    onSuccess: async () => {
      await client.resetQueries();
      navigate(paths.admin.dashboard, { replace: true });
    },
    onError: (error) => {
      if (error instanceof ApiError) setErrors(error.problem.fields ?? {});
    },
  });

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const username = formText(data, "username").trim();
    const password = formText(data, "password");
    const weak = passwordProblem(password, { username });
    const found = {
      ...(username.length < MIN_USERNAME_LENGTH ? { username: USERNAME_TOO_SHORT } : {}),
      ...(weak ? { password: weak } : {}),
    };
    setErrors(found);
    const first = Object.keys(found)[0];
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    else if (!attempt.isPending) attempt.mutate({ token, username, password });
  }

  return (
    <SignInFrame
      title="Become a host"
      lead={`${invitedBy ? `${invitedBy} has invited you. ` : ""}Choose your own username and password.`}
    >
      <form method="post" noValidate onSubmit={submit} className="space-y-5">
        {attempt.error && !attempt.isPending ? <Notice look="error">{reasonOf(attempt.error)}</Notice> : null}
        <CredentialFields
          password="new-password"
          hint={`At least ${MIN_PASSWORD_LENGTH} characters. A short sentence is easy to remember; spaces are welcome.`}
          errors={errors}
        />
        <Button type="submit" className="w-full" aria-disabled={attempt.isPending}>
          {attempt.isPending ? "Creating..." : "Create my account"}
        </Button>
      </form>
    </SignInFrame>
  );
}
