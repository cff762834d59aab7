import type { CallInput } from "#contract/endpoint.ts";
import { auditLog } from "#contract/audit.ts";
import { readSettings, saveSettings } from "#contract/settings.ts";
import { call, freshQuery } from "./client.ts";

export type SettingsBody = CallInput<typeof saveSettings>["body"];

export const settingsQuery = freshQuery(readSettings, {});
export const putSettings = (body: SettingsBody) => call(saveSettings, { body });
export const auditPage = (olderThan: number | null) =>
  call(auditLog, { query: olderThan === null ? {} : { olderThan: String(olderThan) } });
