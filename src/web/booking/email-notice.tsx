import type { Confirmation } from "#contract/booking.ts";
import { useFormState } from "../app/page-state.ts";
import { paths } from "../lib/paths.ts";
import { Button } from "../ui/button.tsx";
import { Field, inputClass } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";

/** Where the emails about the stay go, so that a guest who mistyped the address notices, and can correct it. */
export function EmailNotice({ booking }: { booking: Confirmation }) {
  const { acts, guest, linkByMail, status } = booking;
  if (!acts || !linkByMail || guest.email === "" || status === "cancelled") return null;
  return (
    <div className="space-y-2 print:hidden">
      <p>
        {booking.waiting ? "We've sent an email to " : "We've sent your booking details to "}
        <strong className="wrap-anywhere">{guest.email}</strong>.
      </p>
      {acts.emailCorrectable ? <CorrectEmail booking={booking} /> : null}
    </div>
  );
}

/** A plain form, with script and without. */
function CorrectEmail({ booking }: { booking: Confirmation }) {
  const { form } = useFormState();
  const returned = form?.values["intent"] === "email" ? form : null;
  const problem = returned?.problem ?? null;
  return (
    <details open={problem !== null || undefined}>
      <summary className="min-h-11 cursor-pointer py-2 underline underline-offset-4">Wrong address? Correct it</summary>
      <form method="post" action={paths.confirmation(booking.id)} noValidate className="space-y-3 pt-2">
        <input type="hidden" name="intent" value="email" />
        {problem && !problem.fields["email"] ? <Notice look="error">{problem.message}</Notice> : null}
        <Field id="right-email" label="Email" error={problem?.fields["email"]}>
          {(parts) => (
            <input
              {...parts}
              name="email"
              type="email"
              inputMode="email"
              required
              autoComplete="email"
              defaultValue={returned?.values["email"] ?? booking.guest.email}
              className={inputClass}
            />
          )}
        </Field>
        <Button type="submit" look="secondary">
          Save and email me the link
        </Button>
      </form>
    </details>
  );
}
