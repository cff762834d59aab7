import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PasskeyView } from "#contract/passkeys.ts";
import { deletePasskey, createPasskey, namePasskey, passkeysQuery } from "../../api/passkeys.ts";
import { supportsPasskeys, reasonOf } from "../../lib/display-error.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { failureToast } from "../frame/failure-toast.ts";
import { LoadError } from "../frame/load-error.tsx";
import { dayAtCottage } from "./day-at-cottage.ts";

/** Changes are saved immediately. The host may have to confirm their identity before adding or removing a passkey. */
export function PasskeyPanel({ timeZone }: { timeZone: string }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(passkeysQuery);
  const add = useMutation({
    mutationFn: createPasskey,
    onSuccess: () =>
      toast({ title: "Passkey added", description: "Next time, sign in with it instead of a password." }),
    onSettled: () => client.invalidateQueries(passkeysQuery),
  });
  const passkeys = data?.passkeys ?? [];
  const unavailable = data?.unavailable ?? (supportsPasskeys() ? null : "This browser can't use passkeys.");
  const elsewhere = passkeys.find((one) => one.elsewhere)?.elsewhere;
  return (
    <div>
      <h3 className="font-semibold">Passkeys</h3>
      <p className="mt-1 mb-3 max-w-prose text-sm text-ink-soft">
        Sign in with your fingerprint, face or screen lock. A passkey can't be guessed or stolen by a fake website, and
        you don't need a code as well.
      </p>
      {error ? <LoadError error={error} what="your passkeys" retry={() => void refetch()} /> : null}
      {elsewhere ? (
        <Notice look="info" className="mb-3">
          This portal has moved here from {elsewhere}. Passkeys belong to one address: add a new one here, and remove
          the old ones.
        </Notice>
      ) : null}
      {passkeys.length > 0 ? (
        <ul className="my-3 divide-y divide-line rounded-xl border border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} timeZone={timeZone} />
          ))}
        </ul>
      ) : null}
      {add.error ? (
        <Notice look="error" className="mb-3">
          {reasonOf(add.error)}
        </Notice>
      ) : null}
      {unavailable ? (
        <p className="text-sm font-medium text-clay">{unavailable}</p>
      ) : (
        <Button look="secondary" aria-disabled={add.isPending} onClick={() => add.isPending || add.mutate()}>
          Add a passkey
        </Button>
      )}
    </div>
  );
}

function PasskeyRow({ passkey, timeZone }: { passkey: PasskeyView; timeZone: string }) {
  const client = useQueryClient();
  const [naming, setNaming] = useState(false);
  const [removing, setRemoving] = useState(false);
  const settled = () => client.invalidateQueries();
  const rename = useMutation({ mutationFn: namePasskey, onSuccess: () => setNaming(false), onSettled: settled });
  const remove = useMutation({ mutationFn: deletePasskey, onError: failureToast("Error"), onSettled: settled });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      {naming ? (
        <Form
          onSubmit={(_event, text) => rename.mutate({ id: passkey.id, name: text("name") })}
          className="flex w-full flex-wrap items-end gap-3"
        >
          <TextField
            label="Name"
            error={rename.error ? reasonOf(rename.error) : undefined}
            className="grow"
            name="name"
            defaultValue={passkey.name}
            maxLength={60}
            // The host has just pressed "Rename".
            autoFocus // oxlint-disable-line jsx-a11y/no-autofocus
          />
          <Button type="submit">Save the name</Button>
          <Button look="quiet" onClick={() => setNaming(false)}>
            Cancel
          </Button>
        </Form>
      ) : (
        <>
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">{passkey.name}</p>
            <p className="text-sm text-ink-soft">
              {passkey.elsewhere
                ? `Works at ${passkey.elsewhere} only`
                : `Added ${dayAtCottage(passkey.createdAt, timeZone)}`}
              {passkey.lastUsedAt ? `, last used ${dayAtCottage(passkey.lastUsedAt, timeZone)}` : ""}
            </p>
          </div>
          {removing ? (
            <div className="flex flex-wrap items-center gap-2">
              <p className="text-sm">Remove it? This signs out your other devices and turns off their notifications.</p>
              <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate(passkey.id)}>
                Remove
              </Button>
              <Button look="quiet" onClick={() => setRemoving(false)}>
                Keep it
              </Button>
            </div>
          ) : (
            <div className="flex flex-wrap gap-2">
              <Button look="quiet" aria-label={`Rename ${passkey.name}`} onClick={() => setNaming(true)}>
                Rename
              </Button>
              <Button look="secondary" aria-label={`Remove ${passkey.name}`} onClick={() => setRemoving(true)}>
                Remove
              </Button>
            </div>
          )}
        </>
      )}
    </li>
  );
}
