import type { DehydratedState } from "@tanstack/react-query";
import { createContext, use } from "react";

/** A form that came back from the server: what was typed, and what to mend. */
export type FormReturn = {
  values: Record<string, string>;
  /** Null when the guest only asked for the price of other dates. */
  problem: FormProblem | null;
  /** What was pressed in the calendar, `YYYY-MM` and `YYYY-MM-DD`; empty for nothing. */
  calendar?: { month: string; day: string };
};

export type FormProblem = {
  /** The status of the answer; null when none came. */
  status: number | null;
  message: string;
  fields: Record<string, string>;
  /** Nights of the wanted stay that somebody else has. */
  nights: string[];
  /** Nothing has failed: the guest was emailed a link to open first. */
  checkEmail?: boolean;
};

/** What the server hands to the browser besides the HTML. */
export type PageState = {
  queries: DehydratedState;
  /** The idempotency key of the page's form: from the server, so that a form without script is safe to send twice too. */
  formKey: string;
  form: FormReturn | null;
};

export type FormContext = Pick<PageState, "formKey" | "form">;
export const FormStateContext = createContext<FormContext>({ formKey: "", form: null });
export const useFormState = () => use(FormStateContext);
