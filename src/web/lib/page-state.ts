import type { DehydratedState } from "@tanstack/react-query";
import { createContext, use } from "react";
import type { ProblemBody } from "#contract/problem.ts";

/** A form that the server returned, with the input and the errors. */
export type FormReturn = {
  values: Record<string, string>;
  /** Null if the form was not refused, for example because the guest only requested a price. */
  problem: FormProblem | null;
  /**
   * The month (`YYYY-MM`) to show and the day (`YYYY-MM-DD`) that was pressed in the calendar; empty if there is none.
   */
  calendar?: { month: string; day: string };
};

export type FormProblem = {
  /** The status of the response; null if there was no response. */
  status: number | null;
  message: string;
  fields: Record<string, string>;
  /** The nights of the requested stay that are taken. */
  nights: string[];
  /** True if nothing has failed, but the guest must first open a link that we have emailed. */
  checkEmail?: boolean;
};

/** What the server sends to the browser in addition to the HTML. */
export type PageState = {
  queries: DehydratedState;
  /**
   * The idempotency key of the page's form. It comes from the server, so that a form can safely be sent twice even
   * without JavaScript.
   */
  formKey: string;
  form: FormReturn | null;
};

/** The result of a form that the browser has submitted. `to` is the URL to which the guest is redirected. */
export type FormResult = { ok: true; to: string } | { ok: false; status: number; returned: FormReturn };

/** Returns a form that an endpoint has refused. */
export function returnedForm(
  values: Record<string, string>,
  status: number,
  { message, fields = {}, nights = [], checkEmail = false }: ProblemBody,
): FormResult {
  return { ok: false, status, returned: { values, problem: { status, message, fields, nights, checkEmail } } };
}

export type FormContext = Pick<PageState, "formKey" | "form">;
export const FormStateContext = createContext<FormContext>({ formKey: "", form: null });
export const useFormState = () => use(FormStateContext);
