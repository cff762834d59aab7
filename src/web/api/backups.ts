import * as contract from "#contract/backups.ts";
import { sendFile } from "./send-file.ts";
import { call, freshQuery, urlOf } from "./client.ts";

export const backupsQuery = freshQuery(contract.listBackups, {});
export const backUpNow = () => call(contract.startBackup, {});
export const backupFileUrl = (runId: string) => urlOf(contract.downloadBackup, { params: { runId } });
export const exportUrl = urlOf(contract.exportEverything, {});
export const importPossibleQuery = freshQuery(contract.importPossible, {});

type Archive = { file: File; passphrase: string; setupToken: string | null };

/** Returns the server's message. `onProgress` receives a fraction between 0 and 1. */
export async function importArchive(
  { file, passphrase, setupToken }: Archive,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const response = await sendFile({
    url: contract.IMPORT_PATH,
    headers: {
      "content-type": "application/octet-stream",
      ...(setupToken ? { [contract.SETUP_TOKEN_HEADER]: setupToken } : {}),
      ...(passphrase ? { [contract.PASSPHRASE_HEADER]: encodeURIComponent(passphrase) } : {}),
    },
    file,
    onProgress: (bytes) => onProgress(file.size > 0 ? bytes / file.size : 1),
    signal,
  });
  return contract.importResponse.parse(JSON.parse(response)).message;
}

/** Whether the server, which restarts after an import, responds again. */
export async function isOpen(): Promise<boolean> {
  return fetch("/api/ready").then(
    (response) => response.ok,
    () => false,
  );
}
