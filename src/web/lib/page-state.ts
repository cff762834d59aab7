import type { DehydratedState } from "@tanstack/react-query";
import { createContext, use } from "react";
import type { ProblemBody } from "#contract/problem.ts";

export type FormReturn = {
  values: Record<string, string>;
  /** Null if the form was not refused, for example because the guest only requested a price. */
  problem: FormProblem | null;
  /** The month (`YYYY-MM`) to show and the day (`YYYY-MM-DD`) that was pressed; empty if there is none. */
  calendar?: { month: string; day: string };
};

export type FormProblem = {
  /** Null if there was no response. */
  status: number | null;
  message: string;
  fields: Record<string, string>;
  /** The taken nights of the requested stay. */
  nights: string[];
  /** True if nothing has failed, but the guest must first open a link that we have emailed. */
  checkEmail?: boolean;
};

export type PageState = {
  queries: DehydratedState;
  /** Idempotency keys come from the server, so that a form can safely be sent twice even without JavaScript. */
  formKey: string;
  form: FormReturn | null;
};

/** `to` is the URL to which the guest is redirected. */
export type FormResult = { ok: true; to: string } | { ok: false; status: number; returned: FormReturn };

/** For a form that an endpoint has refused. */
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
