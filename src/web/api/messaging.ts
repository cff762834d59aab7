import * as contract from "#contract/messaging.ts";
import type { ScheduledMessage, StoredTemplate } from "#contract/messaging.ts";
import { call, freshQuery } from "./client.ts";
import { readMailAccount, removeMailAccount, saveMailAccount, testMailAccount } from "#contract/mail-account.ts";
import type { CallInput } from "#contract/endpoint.ts";

export type MailAccountInput = CallInput<typeof saveMailAccount>["body"];

export const mailAccountQuery = freshQuery(readMailAccount, {});
export const saveMail = (body: MailAccountInput) => call(saveMailAccount, { body });
export const testMail = (body: MailAccountInput) => call(testMailAccount, { body });
export const removeMail = () => call(removeMailAccount, {});

/** SPEC 7 and 9: polled every 30 seconds. */
export const POLLED = { refetchInterval: 30_000 };

export const messagesQuery = freshQuery(contract.listMessages, {});
export const messagingSetupQuery = freshQuery(contract.messagingSetup, {});
export const mailboxQuery = freshQuery(contract.localMailbox, {});
export const messageQuery = (messageId: string) => freshQuery(contract.readMessage, { params: { messageId } });

type Shown = Pick<ScheduledMessage, "id" | "version">;
export type MessageText = { subject: string; body: string };

/** `seen` is what the host started from (`useBaseVersion`), because live updates replace what the screen shows. */
export const rewrite = ({ seen: { id, version } }: { seen: Shown }, words: MessageText) =>
  call(contract.editMessage, { params: { messageId: id }, body: { ...words, version } });
export const skip = ({ id, version }: Shown) =>
  call(contract.skipMessage, { params: { messageId: id }, body: { version } });
export const sendNow = ({ id, version }: Shown) =>
  call(contract.sendMessageNow, { params: { messageId: id }, body: { version } });
export const sendTestMail = () => call(contract.sendTest, {});

type Kept = Pick<StoredTemplate, "type" | "language" | "version">;

export const saveTemplateText = ({ type, language, version }: Kept, { subject, body }: MessageText) =>
  call(contract.saveTemplate, { params: { type }, body: { subject, body, language, version } });
export const restoreTemplate = ({ type, language, version }: Kept) =>
  call(contract.resetTemplate, { params: { type }, query: { language, version: String(version) } });
