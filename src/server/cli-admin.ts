import { createApp } from "./app.ts";
import { CommandError } from "./runtime/command.ts";
import { readSecret } from "./cli-prompt.ts";
import { usedConfig } from "./cli-database.ts";
import { createLogger } from "./runtime/logger.ts";

/** `admin create | remove | reset-password | disable-2fa <username>`. */
export async function runAdminCommand(verb: string, username: string): Promise<string> {
  const config = await usedConfig();
  const app = await createApp({ ...config, demoMode: false, firstAdmin: null }, null, {
    logger: createLogger("silent"),
  });
  try {
    return await adminCommand(app.admins, verb, username);
  } finally {
    await app.close();
  }
}

type Admins = Awaited<ReturnType<typeof createApp>>["admins"];

async function adminCommand(admins: Admins, verb: string, username: string): Promise<string> {
  switch (verb) {
    case "create": {
      const made = await admins.createAdmin({ username, password: await readPassword() });
      if (!made.ok)
        throw new CommandError(
          made.reason === "name-taken"
            ? `The username "${username}" is in use, or was used before and appears in the audit log. Choose another name.`
            : made.message,
        );
      return `"${username}" can now sign in.`;
    }
    case "reset-password": {
      const reset = await admins.resetPassword(username, await readPassword());
      if (!reset.ok) throw new CommandError(reset.message);
      return [
        `Changed the password for "${username}" and signed them out everywhere.`,
        "Their passkeys, known devices, notification settings and open invitations were removed.",
      ].join("\n");
    }
    case "remove": {
      const removed = await admins.removeHost(username);
      if (!removed.ok) throw new CommandError(removed.message);
      const { renewed, stillKnown } = removed;
      return [
        `Removed "${username}", with their sessions, passkeys and notifications.`,
        ...(renewed.cleanerLink
          ? [
              "The cleaner's link was replaced, because the removed host knows the old one. Send the new one to the cleaner (see Cleaning in the portal).",
            ]
          : []),
        ...(stillKnown.feeds.length > 0
          ? [
              `The removed host may still know your calendar links for ${new Intl.ListFormat("en-US").format(stillKnown.feeds)}. Replace them under Channels, and paste the new ones into each platform.`,
            ]
          : []),
        await mailboxesLeft(admins),
      ].join("\n");
    }
    case "disable-2fa": {
      const off = await admins.turnOffSecondFactor(username);
      if (!off.ok) throw new CommandError(off.message);
      return `"${username}" can now sign in with just the password. Turn two-factor sign-in on again in the settings.`;
    }
    default:
      throw new CommandError(`Unknown command "admin ${verb}". See --help.`);
  }
}

/** These email addresses may belong to the removed host. They are not deleted with the account. */
async function mailboxesLeft(admins: Admins): Promise<string> {
  const { contact, cleaner } = await admins.mailboxes();
  const left = [contact && `${contact} (contact email)`, cleaner && `${cleaner} (cleaner)`].filter(Boolean);
  return left.length > 0
    ? `Emails still go to ${new Intl.ListFormat("en-US").format(left)}. Change any of these addresses that belong to the removed host.`
    : "Notifications now go only to the remaining hosts' own addresses.";
}

async function readPassword(): Promise<string> {
  const password = await readSecret("New password (not shown): ");
  if (password === null) throw new CommandError("No password was given.");
  return password;
}
