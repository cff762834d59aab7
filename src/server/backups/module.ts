import type { BaseNeeds } from "../core/base-needs.ts";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import type { Mount } from "../http/mount.ts";
import { createLeases } from "../jobs/lease.ts";
import { commandsOf } from "../runtime/command.ts";
import { backupAlerts } from "./backup-alerts.ts";
import { type ImportNeeds, mountImport } from "./import-routes.ts";
import { backupJobs } from "./jobs.ts";
import { currentFreshness } from "./read-backups.ts";
import { type BackupRouteNeeds, mountBackups } from "./routes.ts";
import { createBackupRunStore } from "./run-queries.ts";
import { refusalOf } from "./refusal-queries.ts";

type Needs = Pick<BaseNeeds, "database" | "clock" | "logger" | "notifyHost" | "timeZone"> & {
  config: Config;
  automatic: () => Promise<boolean>;
  record: BackupRouteNeeds["record"];
  /** The path of the command-line program. */
  cli: string;
};

/** The job lock that allows only one process at a time to make a backup. */
export const BACKUP_JOB = "backup";

/** A backup that takes longer than this is stopped. */
export const BACKUP_AT_MOST_MS = 60 * 60 * 1000;

/**
 * The server starts backups, exports and imports, reads the state of the backups and serves downloads; commands in
 * separate processes do the work (decision 21).
 */
export function createBackupsModule({ config, database, clock, logger, cli, notifyHost, ...needs }: Needs) {
  const runs = createBackupRunStore(database.db);
  const leases = createLeases(database.db, clock);
  const runCommand = commandsOf(cli, config);
  let ours: Promise<void> | null = null;
  const stopping = new AbortController();

  const isRunning = async () => ours !== null || leases.isHeld(BACKUP_JOB, BACKUP_AT_MOST_MS);
  function backUp(kind: "nightly" | "by-hand"): Promise<void> {
    if (stopping.signal.aborted) return Promise.resolve();
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(BACKUP_AT_MOST_MS)]);
    ours ??= runCommand(["backup", `--${kind}`], {}, signal)
      .then(({ ok, output }) => {
        if (!ok && !stopping.signal.aborted)
          logger.error({ job: BACKUP_JOB, kind }, `backup failed: ${output.split("\n").at(-1) ?? ""}`);
      })
      .finally(() => {
        ours = null;
      });
    return ours;
  }
  const { to, passphrase } = config.backups;
  const refusal = () => refusalOf(database.db, database.engine);

  return {
    mount: (mount: Mount) =>
      mountBackups(mount, {
        runs,
        clock,
        automatic: needs.automatic,
        isRunning,
        placeLabel: to && "bucket" in to ? `the bucket ${to.bucket}` : (to?.folder ?? `${config.dataDir}/backups`),
        place: async () => (await import("./stored-archives.ts")).placeOf(config.backups, config.dataDir),
        encrypted: passphrase !== null,
        dataDir: config.dataDir,
        runCommand,
        logger,
        refusal,
        begin: () => void backUp("by-hand"),
        record: needs.record,
      }),
    mountImport: (http: FastifyInstance, given: Omit<ImportNeeds, "dataDir" | "logger" | "refusal" | "runCommand">) =>
      mountImport(http, { ...given, dataDir: config.dataDir, logger, refusal, runCommand }),
    alerts: async () => backupAlerts(await currentFreshness({ runs, clock, automatic: needs.automatic })),
    jobs: backupJobs({
      runs,
      clock,
      automatic: needs.automatic,
      timeZone: needs.timeZone,
      backUp: () => backUp("nightly"),
      notifyHost,
    }),
    /** Ends a backup in progress. */
    stop: async () => {
      stopping.abort();
      await ours;
    },
  };
}
