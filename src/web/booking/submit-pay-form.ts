import { startPayment } from "#contract/payments.ts";
import { cancelOwnStay } from "#contract/own-stay.ts";
import { ApiError, call, type Fetch } from "../api/client.ts";
import { type FormResult, returnedForm } from "../lib/page-state.ts";
import type { Language } from "#domain/language/language.ts";
import { pathIn } from "#domain/language/language-path.ts";
import { paths } from "../lib/paths.ts";

export async function submitPayForm(
  bookingId: string,
  form: URLSearchParams,
  language: Language,
  fetch: Fetch,
): Promise<FormResult> {
  const params = { bookingId };
  try {
    if (form.get("intent") === "give-back") {
      await call(cancelOwnStay, { params, body: { expectedFee: form.get("expectedFee") ?? "" } }, { fetch });
      return { ok: true, to: pathIn(language, paths.confirmation(bookingId)) };
    }
    const payLink = await call(startPayment, { params }, { fetch });
    if (payLink.kind === "address") return { ok: true, to: payLink.url };
    return { ok: false, status: 200, returned: { values: { payLink: JSON.stringify(payLink) }, problem: null } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return returnedForm({}, error.status, error.problem);
  }
}
