import { useMutation } from "@tanstack/react-query";
import { confirmByPasskey, confirmByPassword } from "../../api/passkeys.ts";
import { supportsPasskeys, reasonOf } from "../../lib/display-error.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";

/** For actions that must not be open to someone who has borrowed the phone. */
export function ConfirmDialog({ onConfirmed, onCancel }: { onConfirmed: () => void; onCancel: () => void }) {
  return (
    <Dialog title="Confirm it's you" onClose={onCancel}>
      <Question onConfirmed={onConfirmed} />
    </Dialog>
  );
}

function Question({ onConfirmed }: { onConfirmed: () => void }) {
  const attempt = useMutation({
    mutationFn: async (by: { password: string } | "passkey"): Promise<void> => {
      if (by === "passkey") await confirmByPasskey();
      else await confirmByPassword(by.password);
    },
    onSuccess: onConfirmed,
  });
  const byPasskey = attempt.variables === "passkey";
  const problem = attempt.error ? reasonOf(attempt.error) : undefined;
  return (
    <Form
      method="post"
      onSubmit={(_event, text) => attempt.isPending || attempt.mutate({ password: text("password") })}
      className="space-y-5"
    >
      <p className="text-ink-soft">
        For your security, please confirm that it's you. We won't ask again for ten minutes.
      </p>
      {byPasskey && problem ? <Notice look="error">{problem}</Notice> : null}
      <PasswordField
        label="Your password"
        error={byPasskey ? undefined : problem}
        name="password"
        autoComplete="current-password"
        maxLength={1024}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={attempt.isPending}>
          Continue
        </Button>
        {supportsPasskeys() ? (
          <Button
            look="secondary"
            aria-disabled={attempt.isPending}
            onClick={() => attempt.isPending || attempt.mutate("passkey")}
          >
            Use a passkey
          </Button>
        ) : null}
      </div>
    </Form>
  );
}
