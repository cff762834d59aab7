import { useMutation } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useState } from "react";
import { confirmSecondFactor } from "../../api/auth.ts";
import { reasonOf } from "../../lib/display-error.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { Form, type Submit } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

/** A separate page, or a dialog over a screen. */
export type StepFrame = ComponentType<{ title: string; lead?: ReactNode; children: ReactNode }>;

type Props = { frame: StepFrame; keep: boolean; onSignedIn: (username: string) => unknown; onStartAgain: () => void };

/** The second step of signing in. */
export function CodeForm({ frame: Frame, keep, onSignedIn, onStartAgain }: Props) {
  const [recovery, setRecovery] = useState(false);
  const [empty, setEmpty] = useState(false);
  const attempt = useMutation({
    mutationFn: confirmSecondFactor,
    onSuccess: ({ username }) => onSignedIn(username),
  });
  const problem = empty
    ? "Please enter the code."
    : attempt.error
      ? reasonOf(attempt.error, "We couldn't check the code. Please try again.")
      : null;

  const submit: Submit = (event, text) => {
    const code = text("code").trim();
    setEmpty(code === "");
    if (code === "") event.currentTarget.querySelector("input")?.focus();
    else if (!attempt.isPending) attempt.mutate({ code, keep });
  };

  return (
    <Frame
      title="One more step"
      lead={
        recovery
          ? "Enter one of the recovery codes you saved when you turned on two-factor sign-in. Each works once."
          : "Open your authenticator app and enter the six digits it shows for this portal."
      }
    >
      <Form method="post" onSubmit={submit} className="space-y-5">
        {problem ? <Notice look="error">{problem}</Notice> : null}
        <TextField
          key={String(recovery)}
          label={recovery ? "Recovery code" : "Code"}
          name="code"
          // The person has just pressed a button, and entering this code is the next step.
          autoFocus // oxlint-disable-line jsx-a11y/no-autofocus
          inputMode={recovery ? "text" : "numeric"}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={32}
          inputClassName={recovery ? "" : "text-xl tracking-widest"}
        />
        <Button type="submit" className="w-full" aria-disabled={attempt.isPending}>
          {attempt.isPending ? "Signing In..." : "Sign In"}
        </Button>
        <PasskeyButton keep={keep} onSignedIn={onSignedIn} />
        <div className="flex flex-wrap justify-between gap-2">
          <Button look="quiet" className="px-3" onClick={() => setRecovery(!recovery)}>
            {recovery ? "Use the app instead" : "Use a recovery code"}
          </Button>
          <Button look="quiet" className="px-3" onClick={onStartAgain}>
            Start again
          </Button>
        </div>
      </Form>
    </Frame>
  );
}
