import { Field, inputClass } from "../ui/field.tsx";
import { PasswordInput } from "../ui/password-input.tsx";

type Props = {
  /** Tells a password manager whether to fill in or to suggest. */
  password: "current-password" | "new-password";
  hint?: string;
  errors?: { username?: string; password?: string };
};

/** Who and by what, as the doors of the portal ask for them. */
export function CredentialFields({ password, hint, errors = {} }: Props) {
  return (
    <>
      <Field label="Username" id="username" error={errors.username}>
        {(parts) => (
          <input
            {...parts}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={64}
            className={inputClass}
          />
        )}
      </Field>
      <Field label="Password" id="password" hint={hint} error={errors.password}>
        {(parts) => <PasswordInput {...parts} name="password" autoComplete={password} maxLength={1024} />}
      </Field>
    </>
  );
}
