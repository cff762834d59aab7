import { giveRating } from "#contract/ratings.ts";
import { STARS } from "#domain/messaging/rating.ts";
import { ApiError, call, type Fetch } from "../api/client.ts";
import { type FormResult, returnedForm } from "../lib/page-state.ts";
import type { Language } from "#domain/language/language.ts";
import { ALL_TEXTS } from "../app/all-texts.ts";
import { pathIn } from "#domain/language/language-path.ts";
import { paths } from "../lib/paths.ts";

export async function submitRatingForm(
  token: string,
  form: URLSearchParams,
  language: Language,
  fetch: Fetch,
): Promise<FormResult> {
  const texts = ALL_TEXTS[language].own.rate;
  const stars = STARS.find((one) => String(one) === form.get("stars"));
  const values = Object.fromEntries(form);
  if (!stars) return returnedForm(values, 400, { message: texts.choose, fields: { stars: texts.choose } });
  try {
    await call(giveRating, { params: { token }, body: { stars, words: form.get("words") ?? "" } }, { fetch });
    return { ok: true, to: `${pathIn(language, paths.rate(token))}?done=1` };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return returnedForm(values, error.status, { ...error.problem, message: error.problem.message || texts.failed });
  }
}
