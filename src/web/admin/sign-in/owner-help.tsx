import { useMutation, useQuery } from "@tanstack/react-query";
import { requestSignInLink, redeemSignInLink } from "../../api/auth.ts";
import { statusOf } from "../../api/client.ts";
import { reasonOf } from "../../lib/display-error.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAddressSecret } from "../address-secret.ts";

/** Refused because of too many attempts, which other people may have made. The owner has other ways to sign in. */
export function isThrottled(error: Error | null): boolean {
  const status = statusOf(error);
  return status === 429 || status === 503;
}

/** Lets the owner sign in while others use up the account's attempts. */
export function OwnerHelp() {
  const link = useMutation({ mutationFn: requestSignInLink });
  return (
    <>
      <TextField
        label="Code from your authenticator app, or a recovery code"
        id="code"
        hint="Only if you use two-factor sign-in. If one code from the app isn't enough, wait for the next one and enter both."
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
      />
      <Button
        look="secondary"
        className="w-full"
        aria-disabled={link.isPending}
        onClick={() => link.isPending || link.mutate()}
      >
        Email me a sign-in link
      </Button>
      {link.isSuccess ? (
        <Notice look="info">
          Open “Your sign-in link” from the cottage's mailbox in this browser, then sign in as usual. If there is an
          unused link from the last hour, use that one; we don't send another.
        </Notice>
      ) : null}
      {link.error ? <Notice look="error">{reasonOf(link.error)}</Notice> : null}
    </>
  );
}

/** Redeems the emailed link that opened the page. */
export function OpenedLink() {
  const token = useAddressSecret();
  const opening = useQuery({
    queryKey: ["sign-in-link", token],
    queryFn: () => redeemSignInLink(token),
    enabled: token !== "",
    retry: false,
    staleTime: Infinity,
  });
  if (opening.isSuccess)
    return <Notice look="good">We now recognize this browser as yours. Sign in with your password.</Notice>;
  return opening.error ? <Notice look="error">{reasonOf(opening.error)}</Notice> : null;
}
