import { parseArgs } from "node:util";
import { ConfigError } from "./config.ts";
import { CommandError, EXIT } from "./runtime/command.ts";
import { diskProblem, StartProblem } from "./runtime/start-problem.ts";

const USAGE = `Usage: npm run latchkey -- <command>

  backup                            make a backup now, and test it by restoring it
  restore <file>                    restore a backup or an export into a new installation
  export [file or folder]           write all data to one file (in the current folder if you name none), to move it elsewhere or read it yourself
  import <file>                     restore an export when you move; if it may be out of date, messages and calendars wait until you have checked them
  migrate                           bring the database up to date, if the server's database account is not allowed to
  doctor [--json]                   check the installation, and say how to fix each problem

  admin create <username>           add an admin
  admin remove <username>           remove an admin, but never the last one
  admin reset-password <username>   give an admin a new password; signs them out everywhere
  admin disable-2fa <username>      turn off two-factor sign-in for an admin who has lost their phone and recovery codes

You are prompted for a password, or it is read from standard input: echo 'a long sentence' | npm run latchkey -- admin create ann`;

/** How many words may follow a command. Backups, for example, go to BACKUP_TO and not to a folder named here. */
const MOST_WORDS: Record<string, number> = {
  backup: 0,
  doctor: 0,
  migrate: 0,
  restore: 1,
  import: 1,
  export: 1,
  admin: 2,
};

/** Each command imports only what it needs, so that the help appears at once. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h" },
      json: { type: "boolean" },
      nightly: { type: "boolean" },
      "by-hand": { type: "boolean" },
      // Set by the portal, which exports while the site runs.
      running: { type: "boolean" },
    },
  });
  const [command, first, second] = positionals;
  if (values.help || !command) return console.log(USAGE);
  const most = MOST_WORDS[command] ?? positionals.length;
  if (positionals.length - 1 > most) {
    const surplus = positionals.slice(most + 1).join(" ");
    throw new CommandError(`Nothing was done, because "${command}" takes no "${surplus}".\n\n${USAGE}`);
  }
  switch (command) {
    case "admin": {
      if (!first || !second)
        throw new CommandError(
          `Name the action and the username, as in: npm run latchkey -- admin create ann\n\n${USAGE}`,
        );
      return console.log(await (await import("./cli-admin.ts")).runAdminCommand(first, second));
    }
    case "backup":
      return console.log(await (await archives()).runBackupCommand(values.nightly ? "nightly" : "by-hand"));
    case "restore":
    case "import": {
      if (!first) throw new CommandError(`Which file? npm run latchkey -- ${command} <file>`);
      return console.log(await (await archives()).runRestoreCommand(first, command));
    }
    case "export": {
      return console.log(await (await archives()).runExportCommand(first ?? ".", values.running ?? false));
    }
    case "migrate":
      return console.log(await (await import("./cli-migrate.ts")).runMigrateCommand());
    case "doctor": {
      const asJson = values.json ?? false;
      const ask = process.stdin.isTTY && !asJson ? (await import("./cli-prompt.ts")).readSecret : null;
      const { output, well } = await (await import("./cli-doctor.ts")).runDoctorCommand(asJson, ask);
      console.log(output);
      if (!well) process.exitCode = 1;
      return;
    }
    default:
      throw new CommandError(`There is no command "${command}".\n\n${USAGE}`);
  }
}

const archives = () => import("./cli-archives.ts");

async function inWords(error: unknown): Promise<string> {
  if (error instanceof ConfigError) return `Please correct these settings:\n${error.message}`;
  if (!(error instanceof Error)) return String(error);
  const { databaseProblem } = await import("./database/database-problem.ts");
  return databaseProblem(error) ?? error.message;
}

main().catch(async (reason: unknown) => {
  const error = diskProblem(reason) ?? reason;
  console.error(await inWords(error));
  // The portal also runs these commands, and it passes on only messages that were written for people.
  process.exitCode = error instanceof CommandError || error instanceof StartProblem ? EXIT.refused : EXIT.failed;
});
