import { PasswordField } from "../ui/password-field.tsx";
import { TextField } from "../ui/text-field.tsx";

type Props = {
  /** Whether a password manager should fill in a password or suggest one. */
  password: "current-password" | "new-password";
  username?: string | undefined;
  hint?: string;
  errors?: { username?: string; password?: string };
};

export function CredentialFields({ password, username, hint, errors = {} }: Props) {
  return (
    <>
      <TextField
        label="Username"
        error={errors.username}
        name="username"
        defaultValue={username}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
      />
      <PasswordField
        label="Password"
        hint={hint}
        error={errors.password}
        name="password"
        autoComplete={password}
        maxLength={1024}
      />
    </>
  );
}
