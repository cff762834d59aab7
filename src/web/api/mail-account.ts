import { readMailAccount, removeMailAccount, saveMailAccount, testMailAccount } from "#contract/mail-account.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { call, queryOf } from "./client.ts";

export type MailAccountInput = CallInput<typeof saveMailAccount>["body"];

export const mailAccountQuery = queryOf(readMailAccount, {}, { staleTime: 0 });
export const saveMail = (body: MailAccountInput) => call(saveMailAccount, { body });
export const testMail = (body: MailAccountInput) => call(testMailAccount, { body });
export const removeMail = () => call(removeMailAccount, {});
