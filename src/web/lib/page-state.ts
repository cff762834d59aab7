import type { DehydratedState } from "@tanstack/react-query";
import { createContext, use } from "react";

/** A form returned by the server: the input, and the errors. */
export type FormReturn = {
  values: Record<string, string>;
  /** Null if the guest only requested the price of other dates. */
  problem: FormProblem | null;
  /** What was pressed in the calendar, `YYYY-MM` and `YYYY-MM-DD`; empty for nothing. */
  calendar?: { month: string; day: string };
};

export type FormProblem = {
  /** The status of the response; null if there was none. */
  status: number | null;
  message: string;
  fields: Record<string, string>;
  /** Nights of the requested stay that are taken. */
  nights: string[];
  /** Nothing has failed: the guest was emailed a link to open first. */
  checkEmail?: boolean;
};

/** What the server sends to the browser besides the HTML. */
export type PageState = {
  queries: DehydratedState;
  /**
   * The idempotency key of the page's form. It comes from the server, so that a form can safely be sent twice even
   * without JavaScript.
   */
  formKey: string;
  form: FormReturn | null;
};

export type FormContext = Pick<PageState, "formKey" | "form">;
export const FormStateContext = createContext<FormContext>({ formKey: "", form: null });
export const useFormState = () => use(FormStateContext);
