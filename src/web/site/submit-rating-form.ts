import { giveRating } from "#contract/ratings.ts";
import { STARS } from "#domain/messaging/rating.ts";
import { ApiError, call, type Fetch } from "../api/client.ts";
import type { FormReturn } from "../app/page-state.ts";
import { paths } from "../lib/paths.ts";

export type SubmitRatingResult = { ok: true; to: string } | { ok: false; status: number; returned: FormReturn };

/** Takes the form behind a guest's rating link. `to` is the page that says thanks. */
export async function submitRatingForm(
  token: string,
  form: URLSearchParams,
  fetch: Fetch,
): Promise<SubmitRatingResult> {
  const stars = STARS.find((one) => String(one) === form.get("stars"));
  if (!stars) {
    const message = "Choose one to five stars";
    return refused(form, 400, { message, fields: { stars: message } });
  }
  try {
    await call(giveRating, { params: { token }, body: { stars, words: form.get("words") ?? "" } }, { fetch });
    return { ok: true, to: `${paths.rate(token)}?done=1` };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refused(form, error.status, error.problem);
  }
}

function refused(
  form: URLSearchParams,
  status: number,
  { message, fields = {} }: { message: string; fields?: Record<string, string> },
): SubmitRatingResult {
  const problem = { status, message: message || "We couldn't send your rating. Please try again.", fields, nights: [] };
  return { ok: false, status, returned: { values: Object.fromEntries(form), problem } };
}
