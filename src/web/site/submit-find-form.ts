import { findBooking } from "#contract/own-stay.ts";
import { ApiError, call, type Fetch } from "../api/client.ts";
import { type FormResult, returnedForm } from "../lib/page-state.ts";
import type { Language } from "#domain/language/language.ts";
import { pathIn } from "#domain/language/language-path.ts";
import { paths } from "../lib/paths.ts";

/** The page then shows the same message whether or not the booking was found. */
export async function submitFindForm(form: URLSearchParams, language: Language, fetch: Fetch): Promise<FormResult> {
  const body = { reference: form.get("reference") ?? "", email: form.get("email") ?? "" };
  try {
    await call(findBooking, { body }, { fetch });
    return { ok: true, to: `${pathIn(language, paths.findBooking)}?done=1` };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return returnedForm(body, error.status, error.problem);
  }
}
