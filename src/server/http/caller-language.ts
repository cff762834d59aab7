import type { IncomingHttpHeaders } from "node:http";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "#domain/language/language.ts";

/**
 * Set by pages that are not English. Not `Accept-Language`, which browsers send with every call: what counts is the language
 * of the page that the guest is reading, and callers that name none get the specification's English.
 */
export const LANGUAGE_HEADER = "x-latchkey-language";

export function callerLanguage({ headers }: { headers: IncomingHttpHeaders }): Language {
  const named = headers[LANGUAGE_HEADER];
  return isLanguage(named) ? named : DEFAULT_LANGUAGE;
}
