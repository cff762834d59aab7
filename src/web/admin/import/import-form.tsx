import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ENCRYPTED_HEAD, MAX_IMPORT_BYTES } from "#domain/backups/backup.ts";
import { currentAdminQuery } from "../../api/auth.ts";
import { importArchive, isOpen } from "../../api/backups.ts";
import { ApiError } from "../../api/client.ts";
import { refusalOfProxy } from "../../lib/display-error.ts";
import { Button, ButtonAnchor } from "../../ui/button.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { Form, type Submit } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { paths } from "../../lib/paths.ts";

const GIGABYTES = MAX_IMPORT_BYTES / 1024 ** 3;
const TOO_LARGE = `This file is larger than ${GIGABYTES} GB. Copy it to the server, then run this command there: npm run latchkey -- import <file>`;

/** `setupToken` authorises the import if nobody is signed in. */
export function ImportForm({ setupToken = null, onImported }: { setupToken?: string | null; onImported?: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [encrypted, setEncrypted] = useState(false);
  const [part, setPart] = useState(0);
  const [missing, setMissing] = useState(false);
  const attempt = useMutation({
    mutationFn: (given: { file: File; passphrase: string }) =>
      importArchive({ ...given, setupToken }, setPart, new AbortController().signal),
    onSuccess: () => onImported?.(),
  });
  // An upload does not count as activity, and the file is refused if the session ends in the meantime.
  useQuery({ ...currentAdminQuery, enabled: setupToken === null, refetchInterval: attempt.isPending && 60_000 });
  if (attempt.isSuccess) return <ImportDone message={attempt.data} />;

  async function choose(chosen: File | null): Promise<void> {
    setFile(chosen);
    setMissing(false);
    attempt.reset();
    // The file's name may have been changed, so we look at its content.
    setEncrypted((await chosen?.slice(0, ENCRYPTED_HEAD.length).text().catch(String)) === ENCRYPTED_HEAD);
  }
  const submit: Submit = (_event, text) => {
    setMissing(!file);
    if (!file || file.size > MAX_IMPORT_BYTES || attempt.isPending) return;
    setPart(0);
    attempt.mutate({ file, passphrase: text("passphrase") });
  };

  const error = missing ? "Choose the file first" : file && file.size > MAX_IMPORT_BYTES ? TOO_LARGE : undefined;
  return (
    <Form method="post" onSubmit={submit} className="space-y-5">
      {attempt.error ? <Notice look="error">{sentence(attempt.error)}</Notice> : null}
      <Field
        label="Export or backup"
        hint={`A file from “Export everything”, or a backup. At most ${GIGABYTES} GB. Stop the other site once you have the file: later bookings are not in it.`}
        error={error}
      >
        {(parts) => (
          <input
            {...parts}
            type="file"
            accept=".gz,.tar,.locked,application/gzip"
            disabled={attempt.isPending}
            onChange={(event) => void choose(event.currentTarget.files?.[0] ?? null)}
            className={`${inputClass} file:mr-3 file:rounded-full file:border-0 file:bg-sunken file:px-3 file:py-1 file:font-semibold file:text-ink`}
          />
        )}
      </Field>
      {encrypted ? (
        <PasswordField
          label="Passphrase"
          hint="The passphrase (BACKUP_PASSPHRASE) used when this backup was made."
          what="passphrase"
          name="passphrase"
          autoComplete="off"
          disabled={attempt.isPending}
        />
      ) : null}
      {attempt.isPending ? <Progress part={part} /> : null}
      <Button type="submit" className="w-full" aria-disabled={attempt.isPending}>
        {attempt.isPending ? "Importing..." : "Check the file and import"}
      </Button>
    </Form>
  );
}

function Progress({ part }: { part: number }) {
  const percent = Math.round(part * 100);
  return (
    <div className="space-y-2">
      <progress aria-label="Sent" max={100} value={percent} className="h-2 w-full accent-accent" />
      <p role="status" className="text-sm text-ink-soft">
        {part < 1
          ? `Sending: ${percent}%`
          : "We have the file. We'll check it, then import it. This can take a minute."}
      </p>
    </div>
  );
}

function sentence(error: Error): string {
  if (error instanceof ApiError && error.problem.message) return error.problem.message;
  return (
    refusalOfProxy(error) ??
    "The connection was lost. The file may still be imported. In a minute, reload this page to check."
  );
}

const ASK_AGAIN_MS = 500;

/** After an import, the server restarts, and earlier sessions are no longer valid. */
function ImportDone({ message }: { message: string }) {
  const { data: open } = useQuery({
    queryKey: ["/api/ready"],
    queryFn: isOpen,
    refetchInterval: ({ state }) => (state.data ? false : ASK_AGAIN_MS),
  });
  return (
    <div className="space-y-4">
      <Notice look="good">Your data has been imported.</Notice>
      <p className="wrap-anywhere">{message}</p>
      <p>Sign in with the username, password and two-factor codes from your other Latchkey installation.</p>
      {/* This needs a full page load, because this page's cached data is out of date. */}
      {open ? (
        <ButtonAnchor href={paths.admin.login} className="w-full">
          Sign in
        </ButtonAnchor>
      ) : (
        <p role="status">Latchkey is restarting...</p>
      )}
    </div>
  );
}
