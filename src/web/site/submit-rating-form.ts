import { giveRating } from "#contract/ratings.ts";
import { STARS } from "#domain/messaging/rating.ts";
import { ApiError, call, type Fetch } from "../api/client.ts";
import type { FormReturn } from "../lib/page-state.ts";
import type { Language } from "#domain/language/language.ts";
import { ALL_TEXTS } from "../app/all-texts.ts";
import { pathIn } from "#domain/language/language-path.ts";
import { paths } from "../lib/paths.ts";

export type SubmitRatingResult = { ok: true; to: string } | { ok: false; status: number; returned: FormReturn };

/** Handles the form behind a guest's rating link. `to` is the thank-you page. */
export async function submitRatingForm(
  token: string,
  form: URLSearchParams,
  language: Language,
  fetch: Fetch,
): Promise<SubmitRatingResult> {
  const texts = ALL_TEXTS[language].own.rate;
  const stars = STARS.find((one) => String(one) === form.get("stars"));
  if (!stars) {
    const message = texts.choose;
    return refused(form, 400, { message, fields: { stars: message } }, texts.failed);
  }
  try {
    await call(giveRating, { params: { token }, body: { stars, words: form.get("words") ?? "" } }, { fetch });
    return { ok: true, to: `${pathIn(language, paths.rate(token))}?done=1` };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refused(form, error.status, error.problem, texts.failed);
  }
}

function refused(
  form: URLSearchParams,
  status: number,
  { message, fields = {} }: { message: string; fields?: Record<string, string> },
  otherwise: string,
): SubmitRatingResult {
  const problem = { status, message: message || otherwise, fields, nights: [] };
  return { ok: false, status, returned: { values: Object.fromEntries(form), problem } };
}
