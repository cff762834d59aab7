import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "../../ui/icons.tsx";
import { supportsPasskeys, reasonOf } from "../../lib/display-error.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

export function PasskeyButton({ keep, onSignedIn }: { keep: boolean; onSignedIn: (username: string) => unknown }) {
  const attempt = useMutation({
    // Loaded only when the button is used, because most hosts sign in with a password.
    mutationFn: async (kept: boolean) => (await import("../../api/passkeys.ts")).signInWithPasskey(kept),
    onSuccess: ({ username }) => onSignedIn(username),
  });
  if (!supportsPasskeys()) return null;
  return (
    <>
      <Button
        look="secondary"
        className="w-full"
        aria-disabled={attempt.isPending}
        onClick={() => attempt.isPending || attempt.mutate(keep)}
      >
        <KeyRound className="size-5" />
        {attempt.isPending ? "Waiting for your passkey..." : "Use a passkey"}
      </Button>
      {attempt.error ? <Notice look="error">{reasonOf(attempt.error)}</Notice> : null}
    </>
  );
}
