import type { Ref } from "react";
import { isLocalDate } from "#domain/calendar/local-date.ts";
import type { FormProblem } from "../app/page-state.ts";
import { ErrorSummary, type FieldProblem } from "../ui/error-summary.tsx";
import { FIELD_NAMES } from "./form-values.ts";
import { dayList } from "./day-list.ts";
import { type BookingForm, CHECK_EMAIL } from "./use-booking-form.ts";

type Props = {
  booking: BookingForm;
  invalid: { title: string; description?: string };
  ref: Ref<HTMLDivElement>;
};

/** What keeps the form from being sent, or why it was sent in vain. Stays until it is mended. */
export function FormProblems({ booking, invalid, ref }: Props) {
  const { problem } = booking;
  const fields = fieldProblems(booking);
  if (!problem && fields.length === 0) return null;
  const goneToOthers = problem !== null && problem.nights.length > 0;
  if (!problem || (fields.length > 0 && !goneToOthers)) {
    return (
      <ErrorSummary ref={ref} title={invalid.title} problems={fields}>
        {invalid.description ? <p>{invalid.description}</p> : null}
      </ErrorSummary>
    );
  }
  const { title, text } = wordsFor(problem);
  return (
    <ErrorSummary ref={ref} title={title} look={problem.checkEmail ? "info" : "error"}>
      <p>{text}</p>
    </ErrorSummary>
  );
}

function wordsFor({ status, message, nights, checkEmail }: FormProblem): { title: string; text: string } {
  if (checkEmail) return { title: CHECK_EMAIL, text: message };
  if (nights.length > 0) {
    const gone = dayList(nights.filter(isLocalDate));
    return {
      title: "These dates were just taken",
      text: `Another guest has just booked ${gone}. Nothing was booked for you, and everything you typed is still here. Please choose other dates, then press Book Now again.`,
    };
  }
  if (status === null) {
    return {
      title: "We couldn't connect",
      text: "You may be offline. Everything you typed is saved, even if you reload this page. When you're back online, press Book Now again: you won't be booked twice.",
    };
  }
  // The dates are free all the same; the words say what is still to be done.
  if (status === 409) return { title: "Your stay is not booked yet", text: message };
  return { title: "Booking Failed", text: message };
}

function fieldProblems({ messages }: BookingForm): FieldProblem[] {
  return FIELD_NAMES.flatMap((id) => {
    const message = messages[id];
    return message ? [{ id, message }] : [];
  });
}
