import { downloadBackup, exportEverything, listBackups, startBackup } from "#contract/backups.ts";
import { call, queryOf, urlOf } from "./client.ts";

export const backupsQuery = queryOf(listBackups, {}, { staleTime: 0 });
export const backUpNow = () => call(startBackup, {});
export const backupFileUrl = (runId: string) => urlOf(downloadBackup, { params: { runId } });
export const exportUrl = urlOf(exportEverything, {});
