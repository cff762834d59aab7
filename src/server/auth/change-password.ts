import { confirmPassword, type ConfirmPasswordNeeds, refusePassword } from "./check-password.ts";
import type { CredentialChange, RecordAct, SessionRenewal } from "./ports.ts";

export type ChangePasswordNeeds = ConfirmPasswordNeeds & { propertyName: () => Promise<string>; record: RecordAct };
export type PasswordChange = { current: string; next: string };
export type CheckedPassword =
  | { ok: true; passwordHash: string }
  | { ok: false; field: "currentPassword" | "newPassword"; message: string };

/** Checks a new password. Changes nothing yet, so that the form can still be rejected as a whole. */
export async function checkNewPassword(
  needs: ChangePasswordNeeds,
  admin: { id: string; username: string; secondFactor: boolean },
  { current, next }: PasswordChange,
): Promise<CheckedPassword> {
  const context = { ...admin, propertyName: await needs.propertyName() };
  const problem =
    current === next
      ? "Choose a password that is different from your current one."
      : await refusePassword(next, context);
  if (problem) return { ok: false, field: "newPassword", message: problem };
  if (!(await confirmPassword(needs, admin, current))) {
    return { ok: false, field: "currentPassword", message: "That isn't your current password." };
  }
  return { ok: true, passwordHash: await needs.hasher.hash(next) };
}

/** Stores a checked password. */
export async function setPassword(
  { store, record }: Pick<ChangePasswordNeeds, "store" | "record">,
  { username }: { username: string },
  passwordHash: string,
  renewal: SessionRenewal,
): Promise<CredentialChange> {
  const changed = await store.changePassword(renewal, passwordHash);
  if (changed.ok) await record({ actor: username, act: "Changed the password", subject: "Account" });
  return changed;
}
