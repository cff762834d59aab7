import { MIN_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH_WITH_CODE } from "#domain/auth/password-rules.ts";
import { SESSION_TIMEOUT_MINUTES } from "#domain/settings/settings.ts";
import { paths } from "../../lib/paths.ts";
import { portalPaths } from "../../lib/portal-paths.ts";
import { PasswordField } from "../../ui/password-field.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { SectionProps } from "./draft.ts";
import { PasskeyPanel } from "./passkey-panel.tsx";
import { SecondFactorPanel } from "./second-factor-panel.tsx";
import { Section } from "./section.tsx";
import { SessionList } from "./session-list.tsx";
import { NumberSetting } from "./text-setting.tsx";

export function SecuritySection(props: SectionProps) {
  const { draft, change, errors, saved } = props;
  const least = saved.twoFactorAuth ? MIN_PASSWORD_LENGTH_WITH_CODE : MIN_PASSWORD_LENGTH;
  return (
    <Section title="Security" about="How you sign in to this portal.">
      <div className="space-y-6">
        <PasskeyPanel timeZone={saved.timezone} />
        <div className="border-t border-line pt-5">
          <SecondFactorPanel on={saved.twoFactorAuth} />
        </div>
        <div className="border-t border-line pt-5">
          <h3 className="font-semibold">Change the password</h3>
          <p className="mt-1 mb-3 text-sm text-ink-soft">
            At least {least} characters. A short sentence is easy to remember. Your other devices will be signed out and
            stop getting notifications.
          </p>
          <div className="grid gap-4 sm:grid-cols-2">
            <PasswordField
              label="Current password"
              what="current password"
              id="currentPassword"
              name="currentPassword"
              autoComplete="current-password"
              error={errors["currentPassword"]}
              value={draft.currentPassword}
              onChange={(currentPassword) => change({ currentPassword })}
            />
            <PasswordField
              label="New password"
              what="new password"
              id="newPassword"
              name="newPassword"
              autoComplete="new-password"
              error={errors["newPassword"]}
              value={draft.newPassword}
              onChange={(newPassword) => change({ newPassword })}
            />
          </div>
        </div>
        <div className="border-t border-line pt-5">
          <NumberSetting
            {...props}
            name="sessionTimeout"
            label="Sign out after inactivity (minutes)"
            range={SESSION_TIMEOUT_MINUTES}
            note=". You're signed out after 12 hours in any case. Devices that you keep signed in stay signed in for 30 days."
            className="max-w-96"
          />
        </div>
        <SessionList timeZone={saved.timezone} />
        <p className="flex flex-wrap gap-x-6 border-t border-line pt-4">
          <TextLink href={portalPaths.people}>People who can sign in</TextLink>
          <TextLink href={paths.admin.audit}>Open the audit log</TextLink>
        </p>
      </div>
    </Section>
  );
}
