import * as contract from "#contract/custom-messages.ts";
import type { CustomMessageInput, CustomMessageView } from "#contract/custom-messages.ts";
import type { Language } from "#domain/language/language.ts";
import { call, queryOf } from "./client.ts";

const FRESH = { staleTime: 0 };

export const customMessagesQuery = queryOf(contract.listCustomMessages, {}, FRESH);
export const messageFieldsQuery = (bookingId: string) =>
  queryOf(contract.readMessageFields, { params: { bookingId } }, FRESH);

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
