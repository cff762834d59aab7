import type { Ref } from "react";
import { isLocalDate } from "#domain/calendar/local-date.ts";
import type { FormProblem } from "../lib/page-state.ts";
import { say } from "../lib/say.ts";
import { ErrorSummary, type FieldProblem } from "../ui/error-summary.tsx";
import { FIELD_NAMES } from "./form-values.ts";
import { alreadyBooked } from "./already-booked.ts";
import type { BookingForm } from "./use-booking-form.ts";

type Props = {
  booking: BookingForm;
  invalid: { title: string; description?: string };
  ref: Ref<HTMLDivElement>;
};

/**
 * An error in a field is shown until the field is corrected or, if the server found the error, changed. Any other
 * message is shown until the dates change or the form is sent again.
 */
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
  const { title, text } = titleAndText(problem);
  return (
    <ErrorSummary ref={ref} title={title} look={problem.checkEmail ? "info" : "error"}>
      <p>{text}</p>
    </ErrorSummary>
  );
}

function titleAndText({ status, message, nights, checkEmail }: FormProblem): { title: string; text: string } {
  const texts = say.problems;
  if (checkEmail) return { title: texts.checkEmail, text: message };
  if (nights.length > 0) {
    const { title, text } = texts.taken;
    return { title, text: text(alreadyBooked(nights.filter(isLocalDate))) };
  }
  if (status === null) return say.booking.offline;
  // The dates are still free; the message says what the guest has to do.
  if (status === 409) return { title: texts.notBooked, text: message };
  return { title: texts.failed, text: message };
}

function fieldProblems({ messages }: BookingForm): FieldProblem[] {
  return FIELD_NAMES.flatMap((id) => {
    const message = messages[id];
    return message ? [{ id, message }] : [];
  });
}
