import * as contract from "#contract/custom-messages.ts";
import type { CustomMessageInput, CustomMessageView } from "#contract/custom-messages.ts";
import type { Language } from "#domain/language/language.ts";
import { call, freshQuery } from "./client.ts";

export const customMessagesQuery = freshQuery(contract.listCustomMessages, {});
export const messageFieldsQuery = (bookingId: string) =>
  freshQuery(contract.readMessageFields, { params: { bookingId } });

type Seen = Pick<CustomMessageView, "id" | "version">;

export const addCustom = (body: CustomMessageInput, idempotencyKey: string) =>
  call(contract.addCustomMessage, { body }, { idempotencyKey });
export const saveCustom = ({ id, version }: Seen, message: CustomMessageInput) =>
  call(contract.saveCustomMessage, { params: { customId: id }, body: { message, version } });
export const deleteCustom = ({ id, version }: Seen) =>
  call(contract.deleteCustomMessage, { params: { customId: id }, query: { version: String(version) } });
export const testCustom = (body: {
  words: { subject: string; body: string };
  language: Language;
  bookingId: string | null;
}) => call(contract.testCustomMessage, { body });
