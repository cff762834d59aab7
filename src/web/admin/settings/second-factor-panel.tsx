import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { newRecoveryCodes, startSecondFactor, turnOffSecondFactor, turnOnSecondFactor } from "../../api/auth.ts";
import { reasonOf } from "../../lib/display-error.ts";
import { Button, ButtonAnchor } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { TextField } from "../../ui/text-field.tsx";

type Enrolment = { secret: string; address: string; qrCode: string };
type Step =
  | { is: "rest" }
  | { is: "password"; what: "on" | "off" | "codes" }
  | { is: "scan"; enrolment: Enrolment }
  | { is: "codes"; codes: string[] };

/** Changes are saved immediately. */
export function SecondFactorPanel({ on }: { on: boolean }) {
  const client = useQueryClient();
  const [step, setStep] = useState<Step>({ is: "rest" });

  async function give(what: "on" | "off" | "codes", password: string): Promise<void> {
    if (what === "on") setStep({ is: "scan", enrolment: await startSecondFactor(password) });
    else if (what === "codes") setStep({ is: "codes", codes: (await newRecoveryCodes(password)).recoveryCodes });
    else {
      await turnOffSecondFactor(password);
      setStep({ is: "rest" });
      await client.invalidateQueries();
    }
  }

  async function confirm(code: string): Promise<void> {
    const { recoveryCodes } = await turnOnSecondFactor(code);
    setStep({ is: "codes", codes: recoveryCodes });
    await client.invalidateQueries();
  }

  const rest = () => setStep({ is: "rest" });
  return (
    <div id="two-factor">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="font-semibold">Two-factor sign-in</h3>
        <span
          className={`rounded-full px-3 py-1 text-sm font-semibold ${on ? "bg-good-surface text-good" : "bg-sunken text-ink-soft"}`}
        >
          {on ? "On" : "Off"}
        </span>
      </div>
      <p className="mt-1 mb-3 max-w-prose text-sm text-ink-soft">
        After the password, the portal asks for six digits from an app on your phone, so a stolen password isn't enough.
      </p>
      {step.is === "rest" ? <Choices on={on} choose={(what) => setStep({ is: "password", what })} /> : null}
      {step.is === "password" ? (
        <CodeForm
          key="password"
          label="Your password again"
          button="Continue"
          secret
          send={(password) => give(step.what, password)}
          cancel={rest}
        />
      ) : null}
      {step.is === "scan" ? <Scan enrolment={step.enrolment} confirm={confirm} cancel={rest} /> : null}
      {step.is === "codes" ? <RecoveryCodes codes={step.codes} done={rest} /> : null}
    </div>
  );
}

function Choices({ on, choose }: { on: boolean; choose: (what: "on" | "off" | "codes") => void }) {
  if (!on) return <Button onClick={() => choose("on")}>Set up two-factor sign-in</Button>;
  return (
    <div className="flex flex-wrap gap-3">
      <Button look="secondary" onClick={() => choose("codes")}>
        New recovery codes
      </Button>
      <Button look="secondary" onClick={() => choose("off")}>
        Turn off
      </Button>
    </div>
  );
}

type ScanProps = { enrolment: Enrolment; confirm: (code: string) => Promise<void>; cancel: () => void };

function Scan({ enrolment, confirm, cancel }: ScanProps) {
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap gap-5">
        <img
          alt="QR code for your authenticator app"
          src={`data:image/svg+xml,${encodeURIComponent(enrolment.qrCode)}`}
          width="192"
          height="192"
          className="size-48 rounded-lg border border-line"
        />
        <ol className="min-w-60 flex-1 list-decimal space-y-2 pl-5">
          <li>Open an authenticator app on your phone.</li>
          <li>
            Scan the code, or{" "}
            <a href={enrolment.address} className="font-semibold underline">
              open it on this device
            </a>
            , or type this key:
            <code className="mt-1 block rounded bg-sunken px-2 py-1 break-words">{enrolment.secret}</code>
          </li>
          <li>Enter the six digits that the app shows.</li>
        </ol>
      </div>
      <CodeForm key="code" label="Code from the app" button="Turn on" send={confirm} cancel={cancel} />
    </div>
  );
}

type CodeFormProps = {
  label: string;
  button: string;
  secret?: true;
  send: (code: string) => Promise<void>;
  cancel: () => void;
};

function CodeForm({ label, button, secret, send, cancel }: CodeFormProps) {
  const attempt = useMutation({ mutationFn: send });
  const error = attempt.error ? reasonOf(attempt.error) : undefined;

  // The host has just pressed a button that asks for this input.
  const input = { label, error, name: "answer", autoFocus: true };
  return (
    <Form onSubmit={(_event, text) => attempt.mutate(text("answer"))} className="max-w-md space-y-3">
      {secret ? (
        <PasswordField {...input} autoComplete="current-password" />
      ) : (
        <TextField
          {...input}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          inputClassName="tracking-widest"
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={attempt.isPending}>
          {button}
        </Button>
        <Button look="quiet" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

/** Shown only once, because the server stores only hashes of the codes. */
function RecoveryCodes({ codes, done }: { codes: string[]; done: () => void }) {
  const text = `Latchkey recovery codes. Each signs you in once, after the password.\n\n${codes.join("\n")}\n`;
  return (
    <div className="space-y-4">
      <Notice look="info">
        Keep these ten codes somewhere safe. Use one if you don't have your phone; each works once. We won't show them
        again, and earlier codes no longer work.
      </Notice>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1 rounded-lg bg-sunken p-4 font-mono text-sm sm:grid-cols-2 sm:text-base"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <ButtonAnchor
          look="secondary"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="latchkey-recovery-codes.txt"
        >
          Download
        </ButtonAnchor>
        <Button onClick={done}>I've saved them</Button>
      </div>
    </div>
  );
}
