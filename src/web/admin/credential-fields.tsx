import { Field, inputClass } from "../ui/field.tsx";
import { PasswordInput } from "../ui/password-input.tsx";

type Props = {
  /** Tells a password manager whether to fill in a password or suggest one. */
  password: "current-password" | "new-password";
  /** The username to prefill, if known. */
  username?: string | undefined;
  hint?: string;
  errors?: { username?: string; password?: string };
};

export function CredentialFields({ password, username, hint, errors = {} }: Props) {
  return (
    <>
      <Field label="Username" error={errors.username}>
        {(parts) => (
          <input
            {...parts}
            name="username"
            defaultValue={username}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={64}
            className={inputClass}
          />
        )}
      </Field>
      <Field label="Password" hint={hint} error={errors.password}>
        {(parts) => <PasswordInput {...parts} name="password" autoComplete={password} maxLength={1024} />}
      </Field>
    </>
  );
}
