import { shareReading, writeToHost } from "#contract/conversation.ts";
import { acceptOffer, cancelOwnStay, changeOwnStay, correctOwnEmail, sendLink } from "#contract/own-stay.ts";
import { ApiError, call, type Fetch } from "../api/client.ts";
import type { FormReturn } from "../app/page-state.ts";
import type { Language } from "#domain/language/language.ts";
import { pathIn } from "#domain/language/language-path.ts";
import { paths } from "../lib/paths.ts";

/** What the buttons on the booking's own page ask for; each is a plain form, with script and without. */
export type StayIntent = "link" | "email" | "cancel" | "change" | "accept" | "message" | "reading";

export type SubmitStayResult = { ok: true; to: string } | { ok: false; status: number; returned: FormReturn };

/** Does what a form on the booking's own page asks for. `to` is where the guest goes next. */
export async function submitStayForm(
  bookingId: string,
  form: URLSearchParams,
  language: Language,
  fetch: Fetch,
): Promise<SubmitStayResult> {
  const intent = form.get("intent");
  const field = (name: string) => form.get(name) ?? "";
  const page = pathIn(language, paths.confirmation(bookingId));
  const params = { bookingId };
  try {
    if (intent === "link") {
      await call(sendLink, { params, body: {} }, { fetch });
      return { ok: true, to: `${page}?done=link` };
    }
    if (intent === "email") {
      await call(correctOwnEmail, { params, body: { email: field("email") } }, { fetch });
      return { ok: true, to: `${page}?done=email` };
    }
    if (intent === "accept") {
      const { payPage } = await call(
        acceptOffer,
        { params, body: { expectedTotal: field("expectedTotal") } },
        { fetch },
      );
      return { ok: true, to: payPage ?? page };
    }
    if (intent === "cancel") {
      await call(cancelOwnStay, { params, body: { expectedFee: field("expectedFee") } }, { fetch });
      return { ok: true, to: `${page}?done=cancel` };
    }
    if (intent === "message") {
      const idempotencyKey = field("formKey");
      await call(writeToHost, { params, body: { text: field("text") } }, { fetch, idempotencyKey });
      return { ok: true, to: `${page}?done=message#messages` };
    }
    if (intent === "reading") {
      await call(shareReading, { params, body: { share: field("share") === "yes" } }, { fetch });
      return { ok: true, to: `${page}#messages` };
    }
    if (intent === "change") {
      const body = {
        checkInDate: field("checkInDate"),
        checkOutDate: field("checkOutDate"),
        guestCount: Number(field("guestCount")),
        expectedTotal: field("expectedTotal"),
      };
      await call(changeOwnStay, { params, body }, { fetch });
      return { ok: true, to: `${page}?done=change` };
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refused(form, error);
  }
  return { ok: true, to: page };
}

function refused(form: URLSearchParams, { status, problem }: ApiError): SubmitStayResult {
  const { message, fields = {}, nights = [] } = problem;
  return {
    ok: false,
    status,
    returned: { values: Object.fromEntries(form), problem: { status, message, fields, nights } },
  };
}
