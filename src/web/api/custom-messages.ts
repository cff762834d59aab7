import {
  addCustomMessage,
  type CustomMessageInput,
  type CustomMessageView,
  deleteCustomMessage,
  listCustomMessages,
  readMessageFields,
  saveCustomMessage,
  testCustomMessage,
} from "#contract/custom-messages.ts";
import type { Language } from "#domain/language/language.ts";
import { call, queryOf } from "./client.ts";

const FRESH = { staleTime: 0 };

export const customMessagesQuery = queryOf(listCustomMessages, {}, FRESH);
export const messageFieldsQuery = (bookingId: string) => queryOf(readMessageFields, { params: { bookingId } }, FRESH);

type Seen = Pick<CustomMessageView, "id" | "version">;

export const addCustom = (body: CustomMessageInput, idempotencyKey: string) =>
  call(addCustomMessage, { body }, { idempotencyKey });
export const saveCustom = ({ id, version }: Seen, message: CustomMessageInput) =>
  call(saveCustomMessage, { params: { customId: id }, body: { message, version } });
export const deleteCustom = ({ id, version }: Seen) =>
  call(deleteCustomMessage, { params: { customId: id }, query: { version: String(version) } });
export const testCustom = (body: {
  words: { subject: string; body: string };
  language: Language;
  bookingId: string | null;
}) => call(testCustomMessage, { body });
