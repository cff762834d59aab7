import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { createApp } from "./app.ts";
import { ConfigError, loadConfig, readEnvironment } from "./config.ts";
import { createLogger } from "./runtime/logger.ts";

const USAGE = `Usage: npm run latchkey -- <command>

  admin create <username>           add an admin
  admin reset-password <username>   give an admin a new password; signs them out everywhere
  admin disable-2fa <username>      sign in without a code again, when phone and recovery codes are lost

A password is asked for, or read from standard input: echo 'a long sentence' | npm run latchkey -- admin create ann`;

/** What went wrong, in a sentence for who typed the command. */
class CommandError extends Error {}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean", short: "h" } },
  });
  if (values.help || positionals.length === 0) {
    console.log(USAGE);
    return;
  }
  const [noun, verb, username, ...rest] = positionals;
  if (noun !== "admin" || !verb || !username || rest.length > 0) throw new CommandError(USAGE);

  const config = loadConfig(readEnvironment());
  const app = await createApp({ ...config, demoMode: false, firstAdmin: null }, null, {
    logger: createLogger("silent"),
  });
  try {
    console.log(await adminCommand(app.admins, verb, username));
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
          made.reason === "name-taken" ? `There is an admin called "${username}" already.` : made.message,
        );
      return `"${username}" can sign in now.`;
    }
    case "reset-password": {
      const reset = await admins.resetPassword(username, await readPassword());
      if (!reset.ok) throw new CommandError(reset.message);
      return `The password of "${username}" is changed; they are signed out everywhere.`;
    }
    case "disable-2fa": {
      const off = await admins.turnOffSecondFactor(username);
      if (!off.ok) throw new CommandError(off.message);
      return `"${username}" signs in with the password alone now. Turn two-factor sign-in on again in the settings.`;
    }
    default:
      throw new CommandError(USAGE);
  }
}

/** One line: from a pipe, or typed without being shown. */
async function readPassword(): Promise<string> {
  const { stdin } = process;
  const hidden = stdin.isTTY;
  if (hidden) process.stdout.write("New password (not shown): ");
  // Without an output the line that is typed is echoed nowhere.
  const lines = createInterface({ input: stdin, terminal: hidden });
  try {
    for await (const line of lines) return line;
    throw new CommandError("No password was given.");
  } finally {
    lines.close();
    if (hidden) process.stdout.write("\n");
  }
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError) console.error(`Please correct these settings:\n${error.message}`);
  else console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
