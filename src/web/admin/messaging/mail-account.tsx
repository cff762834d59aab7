import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { MailAccountView, MailSecurity } from "#contract/mail-account.ts";
import { type MailAccountInput, mailAccountQuery, removeMail, saveMail, testMail } from "../../api/messaging.ts";
import { formText } from "../../lib/form-text.ts";
import { fieldErrors } from "../../lib/display-error.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { ActError } from "../bookings/act-error.tsx";
import { LoadError } from "../frame/load-error.tsx";

export function MailAccount() {
  const { data, error, refetch } = useQuery(mailAccountQuery);
  const [open, setOpen] = useState(false);
  if (error && !data) return <LoadError error={error} what="the mail account" retry={() => void refetch()} />;
  if (!data) return null;
  const { source, account, problem } = data;
  if (source === "environment") {
    return <p className="mt-2 text-sm text-ink-soft">Email is set up on the server with SMTP_URL.</p>;
  }
  if (source === "local") return null;
  return (
    <div className="mt-3 space-y-3">
      {problem ? <Notice look="error">{problem}</Notice> : null}
      {account && !problem ? (
        <p className="text-sm text-ink-soft wrap-anywhere">
          Emails are sent from {account.from} through {account.host}.
        </p>
      ) : null}
      <Button look={account && !problem ? "secondary" : "primary"} onClick={() => setOpen(true)}>
        {account ? "Change the mail account" : "Set up email"}
      </Button>
      {open ? (
        <Dialog title={account ? "Mail account" : "Set up email"} onClose={() => setOpen(false)}>
          <AccountForm account={account} onClose={() => setOpen(false)} />
        </Dialog>
      ) : null}
    </div>
  );
}

const PORT_OF = { starttls: 587, tls: 465 } satisfies Record<MailSecurity, number>;

function AccountForm({ account, onClose }: { account: MailAccountView["account"]; onClose: () => void }) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const settled = () => client.invalidateQueries();
  const test = useMutation({ mutationFn: testMail });
  const save = useMutation({
    mutationFn: saveMail,
    onSuccess: () => {
      toast({ title: "Saved", description: "Any emails that were waiting will be sent now." });
      onClose();
    },
    onSettled: settled,
  });
  const remove = useMutation({ mutationFn: removeMail, onSuccess: onClose, onSettled: settled });
  const busy = test.isPending || save.isPending || remove.isPending;
  const failed = [save.error, test.error, remove.error].find((error) => error !== null) ?? null;
  const fields = fieldErrors(failed);

  function input(): MailAccountInput | null {
    if (!form.current) return null;
    const data = new FormData(form.current);
    const security: MailSecurity = formText(data, "security") === "tls" ? "tls" : "starttls";
    const port = Number(formText(data, "port"));
    return {
      host: formText(data, "host").trim(),
      port: Number.isInteger(port) ? port : 0,
      security,
      username: formText(data, "username").trim(),
      password: formText(data, "password"),
      from: formText(data, "from").trim(),
    };
  }
  function run(by: typeof test.mutate | typeof save.mutate): void {
    const body = input();
    test.reset();
    save.reset();
    if (body && !busy) by(body);
  }

  return (
    <Form ref={form} method="post" onSubmit={() => run(save.mutate)} className="space-y-4">
      <p className="text-ink-soft">Your mail provider shows these under “SMTP” or “outgoing mail”.</p>
      <TextField
        label="Server"
        error={fields["host"]}
        name="host"
        defaultValue={account?.host ?? ""}
        placeholder="smtp.example.com"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Encryption" error={fields["security"]}>
          {(parts) => (
            <select
              {...parts}
              name="security"
              defaultValue={account?.security ?? "starttls"}
              onChange={({ target }) => {
                const port = form.current?.elements.namedItem("port");
                if (port instanceof HTMLInputElement)
                  port.value = String(PORT_OF[target.value === "tls" ? "tls" : "starttls"]);
              }}
              className={inputClass}
            >
              <option value="starttls">STARTTLS</option>
              <option value="tls">TLS (SSL)</option>
            </select>
          )}
        </Field>
        <TextField
          label="Port"
          error={fields["port"]}
          name="port"
          inputMode="numeric"
          defaultValue={account?.port ?? PORT_OF.starttls}
        />
      </div>
      <TextField
        label="Username"
        error={fields["username"]}
        name="username"
        defaultValue={account?.username ?? ""}
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        label="Password"
        hint={
          account?.hasPassword
            ? "Leave empty to keep the current one. It is never shown."
            : "It is stored encrypted and never shown."
        }
        error={fields["password"]}
        name="password"
        autoComplete="off"
        maxLength={1024}
      />
      <TextField
        label="Sender address"
        hint="Guests see this address. Your provider must allow you to send from it."
        error={fields["from"]}
        name="from"
        type="email"
        autoComplete="email"
        defaultValue={account?.from ?? ""}
      />
      <ActError error={failed} />
      {test.data ? <Notice look={test.data.ok ? "good" : "error"}>{test.data.message}</Notice> : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={busy}>
          {save.isPending ? "Saving..." : "Save"}
        </Button>
        <Button look="secondary" aria-disabled={busy} onClick={() => run(test.mutate)}>
          {test.isPending ? "Testing..." : "Test without saving"}
        </Button>
        {account ? (
          <Button
            look="quiet"
            aria-disabled={busy}
            onClick={() => {
              if (
                !busy &&
                confirm("Remove the mail account? To use it again, you'll have to enter the password again.")
              )
                remove.mutate();
            }}
          >
            Remove the account
          </Button>
        ) : null}
      </div>
    </Form>
  );
}
