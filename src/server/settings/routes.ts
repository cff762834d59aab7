import { readSettings, type SavedSettings, saveSettings as saveSettingsCall } from "#contract/settings.ts";
import { counted } from "#domain/text/counted.ts";
import { isDebugging, type Missing } from "#domain/settings/settings.ts";
import type { Call, SignedInAdmin } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { askToConfirm, Problem, signInRequired } from "../http/problem.ts";
import { saveSettings, type SaveSettingsNeeds } from "./save-settings.ts";

/** The interface to the account's password; the auth feature implements it. */
export type Passwords = {
  check: (
    admin: SignedInAdmin,
    change: { current: string; next: string },
    call: Call,
  ) => Promise<
    { ok: true; passwordHash: string } | { ok: false; field: "currentPassword" | "newPassword"; message: string }
  >;
  set: (admin: SignedInAdmin, passwordHash: string, call: Call) => Promise<boolean>;
  /** Returns a problem if the server is too busy or too many wrong passwords were entered; rethrows any other error. */
  busy: (error: unknown) => Problem;
};

/** The payment provider that is set up, with the name that the settings show; null if guests cannot pay online. */
export type PaymentProviderShown = { paymentProvider: { label: string; live: boolean } | null };

export type SettingsRouteNeeds = SaveSettingsNeeds & {
  passwords: Passwords;
  /** Which delivery methods this installation has. */
  configured: () => Promise<{ email: boolean; whatsapp: boolean }>;
} & PaymentProviderShown;

export function mountSettings(mount: Mount, needs: SettingsRouteNeeds): void {
  const view = async (secondFactor: boolean): Promise<SavedSettings> => {
    const { values, version } = await needs.store.read();
    const { debugUntil, ...settings } = values;
    const debugging = isDebugging(values, needs.clock());
    return {
      ...settings,
      twoFactorAuth: secondFactor,
      debugMode: debugging,
      debugUntil: debugging ? (debugUntil?.toISOString() ?? null) : null,
      version,
      paymentProvider: needs.paymentProvider,
      missing: missingParts(await needs.configured()),
    };
  };

  mount(readSettings, async (_input, call) => {
    const admin = await call.admin();
    return admin ? view(admin.secondFactor) : signInRequired();
  });

  mount(saveSettingsCall, async ({ body }, call) => {
    const admin = await call.admin();
    if (!admin) return signInRequired();
    const {
      currentPassword = "",
      newPassword = "",
      twoFactorAuth,
      version = null,
      confirmed = false,
      ...changes
    } = body;
    if (twoFactorAuth !== undefined && twoFactorAuth !== admin.secondFactor) return refuseSwitch(twoFactorAuth);

    const password = newPassword
      ? await needs.passwords
          .check(admin, { current: currentPassword, next: newPassword }, call)
          .catch((error: unknown) => needs.passwords.busy(error))
      : null;
    if (password instanceof Problem) return password;
    if (password && !password.ok) {
      return new Problem(400, { message: password.message, fields: { [password.field]: password.message } });
    }

    const result = await saveSettings(needs, changes, { version, confirmed, actor: admin.username });
    if (!result.ok && result.reason === "erases-guests") {
      const stays = counted(result.stays, "past stay");
      return askToConfirm(`This deletes the guest details of ${stays} within six hours, and can't be undone.`);
    }
    if (!result.ok && result.reason === "field-refused") {
      return new Problem(400, { message: result.message, fields: { [result.field]: result.message } });
    }
    if (!result.ok) {
      return new Problem(
        409,
        "These settings have changed in the meantime. Load the latest settings, then save again.",
      );
    }
    if (password && !(await needs.passwords.set(admin, password.passwordHash, call))) return signInRequired();
    return view(admin.secondFactor);
  });
}

/** A switch on its own can neither show a QR code nor ask for the password. */
function refuseSwitch(turnOn: boolean): Problem {
  const message = turnOn
    ? "Scan the QR code under Security to turn on two-factor sign-in."
    : "Turn off two-factor sign-in under Security; you will be asked for your password.";
  return new Problem(400, { message, fields: { twoFactorAuth: message } });
}

/** What this installation lacks for each switch that cannot work. Switches that work are omitted. */
function missingParts(ways: { email: boolean; whatsapp: boolean }): Missing {
  return {
    ...(ways.email ? {} : { emailNotifications: "No mail server is connected yet, so we can't send email." }),
    smsNotifications: "Latchkey has no SMS service; nothing is sent by SMS.",
    ...(ways.whatsapp
      ? {}
      : { whatsappNotifications: "No WhatsApp account is connected yet, so we can't send WhatsApp messages." }),
  };
}
