import { useSearch } from "wouter";
import { useFormState } from "../app/page-state.ts";
import { paths } from "../lib/paths.ts";
import { phoneLink } from "../lib/phone-link.ts";
import { Button } from "../ui/button.tsx";
import { Field, inputClass } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { useSite } from "./cottage.ts";

/** For guests who have lost the link to their booking. A plain form, with script and without. */
export function FindBookingPage() {
  const done = new URLSearchParams(useSearch()).has("done");
  const contact = useSite()?.contact;
  return (
    <section className="mx-auto max-w-xl space-y-6 px-4 py-12">
      <h1 className="serif text-title">Find your booking</h1>
      {done ? (
        <Notice look="good">
          If there's a booking with this reference and email, we've just sent its link to that address. It should arrive
          within a few minutes.
        </Notice>
      ) : (
        <>
          <p>Enter your reference and the email you booked with. We'll email you the link to your booking.</p>
          <FindForm />
        </>
      )}
      {contact ? (
        <p className="text-ink-soft">
          Don't have your reference, or no email arrives? Call us at{" "}
          <a href={phoneLink(contact.phone)} className="text-link whitespace-nowrap">
            {contact.phone}
          </a>
          .
        </p>
      ) : null}
    </section>
  );
}

function FindForm() {
  const { form } = useFormState();
  const problem = form?.problem ?? null;
  const fields = problem?.fields ?? {};
  return (
    <form method="post" action={paths.findBooking} noValidate className="space-y-5">
      {problem && Object.keys(fields).length === 0 ? <Notice look="error">{problem.message}</Notice> : null}
      <Field
        id="reference"
        label="Booking reference"
        hint="It looks like LK-7F3KQ9X2 and is in every email from us."
        error={fields["reference"]}
      >
        {(parts) => (
          <input
            {...parts}
            name="reference"
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            defaultValue={form?.values["reference"]}
            className={inputClass}
          />
        )}
      </Field>
      <Field id="email" label="Email" error={fields["email"]}>
        {(parts) => (
          <input
            {...parts}
            name="email"
            type="email"
            inputMode="email"
            required
            autoComplete="email"
            defaultValue={form?.values["email"]}
            className={inputClass}
          />
        )}
      </Field>
      <Button type="submit">Email me the link</Button>
    </form>
  );
}
