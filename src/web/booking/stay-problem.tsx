import { useEffect, useRef } from "react";
import { useSearch } from "wouter";
import type { Confirmation } from "#contract/booking.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";
import { useFormState } from "../lib/page-state.ts";
import { say } from "../lib/say.ts";
import { Notice } from "../ui/notice.tsx";
import { alreadyBooked } from "./already-booked.ts";

/** The ids of the inputs that show their own error. */
const INPUTS: Record<string, string> = { text: "message", pictures: "pictures", email: "right-email" };

/** At the top of the page, because the refused form is far down, and may no longer be on the page at all. */
export function StayProblem({ booking }: { booking: Confirmation }) {
  const { form } = useFormState();
  // Once other dates are in the URL, the guest has seen the problem.
  const isPast = new URLSearchParams(useSearch()).has("in");
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => summary.current?.focus(), []);
  if (!form?.problem || isPast) return null;
  const { message, fields, nights } = form.problem;
  const inputs = Object.entries(fields).flatMap(([name, error]) => {
    const id = INPUTS[name];
    return id ? [{ id, error }] : [];
  });
  // Without access to the stay, no form on the page could contain the message.
  const unsent = booking.acts ? null : form.values["text"];
  return (
    <div ref={summary} tabIndex={-1} className="rounded-lg print:hidden">
      <Notice look="error" className="space-y-2">
        <h2 className="text-lg font-bold">{say.own.refused}</h2>
        {inputs.map(({ id, error }) => (
          <a key={id} href={`#${id}`} className="flex min-h-11 items-center underline underline-offset-4">
            {error}
          </a>
        ))}
        {inputs.length > 0 ? null : (
          <p>
            {nights.length > 0 ? say.own.acts.withNights(message, alreadyBooked(nights.filter(isLocalDate))) : message}
          </p>
        )}
        {unsent ? (
          <p dir="auto" className="whitespace-pre-line wrap-anywhere text-ink">
            {unsent}
          </p>
        ) : null}
      </Notice>
    </div>
  );
}
