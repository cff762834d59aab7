import { shareReading, writeToHost } from "#contract/conversation.ts";
import { IDEMPOTENCY_KEY } from "#contract/endpoint.ts";
import { type MessagePicture, uploadPath } from "#contract/message-picture.ts";
import type { ProblemBody } from "#contract/problem.ts";
import { MAX_PICTURES } from "#domain/messaging/conversation.ts";
import { acceptOffer, cancelOwnStay, changeOwnStay, correctOwnEmail, sendLink } from "#contract/own-stay.ts";
import { ApiError, call, type Fetch } from "../api/client.ts";
import { type FormResult, returnedForm } from "../lib/page-state.ts";
import type { Language } from "#domain/language/language.ts";
import { pathIn } from "#domain/language/language-path.ts";
import { paths } from "../lib/paths.ts";

/** The forms on the booking's own page, which work with and without JavaScript. */
export type StayIntent = "link" | "email" | "cancel" | "change" | "accept" | "message" | "reading";

type Unsent = { status: number; problem: ProblemBody };

export type SubmittedForm = {
  form: URLSearchParams;
  files: readonly File[];
  /** Why the files in the form were not read; null if they were read. */
  refused: Unsent | null;
};

export async function submitStayForm(
  bookingId: string,
  { form, files, refused: unread }: SubmittedForm,
  language: Language,
  fetch: Fetch,
): Promise<FormResult> {
  if (unread) return refused(form, unread);
  const intent = form.get("intent");
  const field = (name: string) => form.get(name) ?? "";
  const page = pathIn(language, paths.confirmation(bookingId));
  const params = { bookingId };
  const stay = () => ({
    checkInDate: field("checkInDate"),
    checkOutDate: field("checkOutDate"),
    guestCount: Number(field("guestCount")),
    expectedTotal: field("expectedTotal"),
  });
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
      const { payPage } = await call(acceptOffer, { params, body: stay() }, { fetch });
      return { ok: true, to: payPage ? pathIn(language, payPage) : page };
    }
    if (intent === "cancel") {
      await call(cancelOwnStay, { params, body: { expectedFee: field("expectedFee") } }, { fetch });
      return { ok: true, to: `${page}?done=cancel` };
    }
    if (intent === "message") {
      // Without a valid key, the message is sent anyway: it may then arrive twice, but if it were refused, it might be
      // lost.
      const idempotencyKey = IDEMPOTENCY_KEY.test(field("formKey")) ? field("formKey") : "";
      const refusedFiles = await uploadPictures(bookingId, form, files, fetch);
      if (refusedFiles) return refused(form, refusedFiles);
      const body = { text: field("text"), pictures: form.getAll("picture") };
      await call(writeToHost, { params, body }, { fetch, idempotencyKey });
      return { ok: true, to: `${page}?done=message#messages` };
    }
    if (intent === "reading") {
      await call(shareReading, { params, body: { share: field("share") === "yes" } }, { fetch });
      return { ok: true, to: `${page}#messages` };
    }
    if (intent === "change") {
      const expectedTerms = form.get("expectedTerms");
      const keepBooked = form.has("booked");
      const body = { ...stay(), ...(expectedTerms === null ? {} : { expectedTerms }), keepBooked };
      const { requested } = await call(changeOwnStay, { params, body }, { fetch });
      // The URL of a request must not say "done", because the host may decline the request before the next reload.
      return { ok: true, to: requested || keepBooked ? page : `${page}?done=change` };
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refused(form, error);
  }
  return { ok: true, to: page };
}

/**
 * Adds the ids of the uploaded pictures to the form, so that the guest need not choose them again if something else has
 * to be corrected. If there are too many pictures, none is uploaded; their names are added instead, so that the message
 * is refused.
 */
async function uploadPictures(
  bookingId: string,
  form: URLSearchParams,
  files: readonly File[],
  fetch: Fetch,
): Promise<Unsent | null> {
  if (form.getAll("picture").length + files.length > MAX_PICTURES) {
    for (const { name } of files) form.append("picture", name);
    return null;
  }
  const refusals: { status: number; message: string }[] = [];
  for (const file of files) {
    const headers = { "content-type": "application/octet-stream" };
    const response = await fetch(uploadPath("guest", bookingId), { method: "POST", headers, body: file });
    if (response.ok) {
      const { id }: MessagePicture = await response.json();
      form.append("picture", id);
    } else {
      const { status, problem } = new ApiError(response.status, await response.text(), response.statusText);
      refusals.push({ status, message: `${file.name}: ${problem.message}` });
    }
  }
  const [first] = refusals;
  if (!first) return null;
  const message = refusals.map((refusal) => refusal.message).join(" ");
  return { status: first.status, problem: { message, fields: { pictures: message } } };
}

const PICTURE_ID = /^[\w-]{22}$/;

function refused(form: URLSearchParams, { status, problem }: Unsent): FormResult {
  const pictures = form.getAll("picture").filter((id) => PICTURE_ID.test(id));
  return returnedForm({ ...Object.fromEntries(form), picture: pictures.join(" ") }, status, problem);
}
