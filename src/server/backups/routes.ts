import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { downloadBackup, exportEverything, importPossible, listBackups, startBackup } from "#contract/backups.ts";
import { actorOf } from "../http/call.ts";
import { HostDownload } from "../http/download.ts";
import type { Mount } from "../http/mount.ts";
import { notFound, Problem } from "../http/problem.ts";
import type { RunCommand } from "../runtime/command.ts";
import type { Logger } from "../runtime/logger.ts";
import { formerPlace, missingDisk } from "./folder-files.ts";
import { ArchiveError, type BackupPlace } from "./ports.ts";
import { readBackups, type ReadBackupsNeeds } from "./read-backups.ts";

export type BackupRouteNeeds = Omit<ReadBackupsNeeds, "place"> & {
  /** A function, so that its code is loaded only when it is needed. */
  place: () => Promise<BackupPlace>;
  placeLabel: string;
  dataDir: string;
  runCommand: RunCommand;
  logger: Logger;
  /** Starts a manual backup without waiting for it to finish. */
  begin: () => void;
  /** Why importing is refused, as a message for the host; null if importing is allowed. */
  refusal: () => Promise<string | null>;
  record: (act: { actor: string; act: string; subject: string }) => Promise<void>;
};

const ARCHIVE_TYPE = "application/gzip";

export function mountBackups(mount: Mount, needs: BackupRouteNeeds): void {
  const { runs, clock, logger } = needs;

  mount(listBackups, () => readBackups({ ...needs, place: needs.placeLabel }));

  mount(startBackup, async (_input, call) => {
    if (await needs.isRunning())
      return new Problem(409, "A backup is already running. It appears here when it's done.");
    await needs.record({ actor: await actorOf(call), act: "Started a backup", subject: "Backups" });
    needs.begin();
    return null;
  });

  mount(downloadBackup, async ({ params }, call) => {
    const run = await runs.find(params.runId);
    if (!run?.proof || run.removedAt) return notFound("This backup no longer exists. Reload the list.");
    if ((await call.admin())?.role === "demo") return onlyForHosts();
    const { name } = run.proof;
    const place = await needs.place();
    const noDisk = await missingDisk(place, run.proof);
    if (noDisk) return new Problem(404, noDisk);
    try {
      return new HostDownload(
        { act: "Downloaded a backup", subject: name },
        ARCHIVE_TYPE,
        name,
        await place.read(name),
      );
    } catch (error) {
      if (error instanceof ArchiveError) {
        const former = await formerPlace(run.proof, place);
        if (former)
          return new Problem(
            404,
            `This backup was stored in ${former.label}, where Latchkey no longer looks. Copy it from there.`,
          );
        const isMissing = !(await place.has(name).catch(() => true));
        if (isMissing) await runs.markRemoved(run.id, clock());
        return new Problem(404, error.message);
      }
      throw error;
    }
  });

  mount(importPossible, async () => ({ inUse: await needs.refusal() }));

  mount(exportEverything, async (_input, call) => {
    if ((await call.admin())?.role === "demo") return onlyForHosts();
    const folder = await mkdtemp(join(needs.dataDir, "work-"));
    const forget = () => void rm(folder, { recursive: true, force: true });
    const file = join(folder, "export.tar.gz");
    const made = await needs.runCommand(["export", file, "--running"]);
    if (!made.ok) {
      forget();
      if (made.refused) return new Problem(422, made.output);
      logger.error({ act: "export" }, `export failed: ${made.output.split("\n").at(-1) ?? ""}`);
      return new Problem(
        500,
        "We couldn't create the export. Check whether the disk is full; the server's log has details.",
      );
    }
    const day = clock().toISOString().slice(0, 10);
    const act = { act: "Exported everything", subject: "Export" };
    const body = createReadStream(file).once("close", forget);
    return new HostDownload(act, ARCHIVE_TYPE, `latchkey-export-${day}.tar.gz`, body);
  });
}

/** Archives contain all password hashes and second-factor secrets, so the demo account cannot download them. */
const onlyForHosts = () => new Problem(403, "The demo account cannot download the data");
