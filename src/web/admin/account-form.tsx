import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { MIN_PASSWORD_LENGTH, passwordProblem } from "#domain/auth/password-rules.ts";
import { MIN_USERNAME_LENGTH, USERNAME_TOO_SHORT } from "#domain/auth/username.ts";
import { ApiError } from "../api/client.ts";
import { paths } from "../lib/paths.ts";
import { reasonOf } from "../lib/display-error.ts";
import { Button } from "../ui/button.tsx";
import { Form, type Submit } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { CredentialFields } from "./credential-fields.tsx";

type Errors = { username?: string; password?: string };

type Props = {
  create: (account: { username: string; password: string }) => Promise<unknown>;
  label: string;
  busyLabel: string;
  /** Shown if the server gives no reason for a failure. */
  failure?: string;
};

export function AccountForm({ create, label, busyLabel, failure }: Props) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [errors, setErrors] = useState<Errors>({});
  const attempt = useMutation({
    mutationFn: create,
    onSuccess: async () => {
      await client.resetQueries();
      navigate(paths.admin.dashboard, { replace: true });
    },
    onError: (error) => {
      if (error instanceof ApiError) setErrors(error.problem.fields ?? {});
    },
  });

  const submit: Submit = (event, text) => {
    const username = text("username").trim();
    const password = text("password");
    const weak = passwordProblem(password, { username });
    const found = {
      ...(username.length < MIN_USERNAME_LENGTH ? { username: USERNAME_TOO_SHORT } : {}),
      ...(weak ? { password: weak } : {}),
    };
    setErrors(found);
    const first = Object.keys(found)[0];
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    else if (!attempt.isPending) attempt.mutate({ username, password });
  };

  return (
    <Form method="post" onSubmit={submit} className="space-y-5">
      {attempt.error ? <Notice look="error">{reasonOf(attempt.error, failure)}</Notice> : null}
      <CredentialFields
        password="new-password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters. A short sentence is easy to remember; spaces are welcome.`}
        errors={errors}
      />
      <Button type="submit" className="w-full" aria-disabled={attempt.isPending}>
        {attempt.isPending ? busyLabel : label}
      </Button>
    </Form>
  );
}
