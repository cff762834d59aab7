import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import { AS_RENDERED } from "../api/client.ts";
import { linkDeliveryQuery } from "../api/find-booking.ts";
import { useFormState } from "../lib/page-state.ts";
import { inLanguage, paths } from "../lib/paths.ts";
import { phoneLink } from "../lib/phone-link.ts";
import { rich } from "../lib/rich.tsx";
import { say } from "../lib/say.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useSite } from "./cottage.ts";

/** If no email can be sent, guests are asked to call. */
export function FindBookingPage() {
  const done = new URLSearchParams(useSearch()).has("done");
  const contact = useSite()?.contact;
  const { data: link } = useQuery({ ...linkDeliveryQuery, ...AS_RENDERED });
  const texts = say.own.find;
  const call = link?.byMail === false ? texts.call : texts.noReference;
  return (
    <section className="mx-auto max-w-xl space-y-6 px-4 py-12">
      <h1 className="serif text-title">{texts.title}</h1>
      {link?.byMail === false ? null : done ? (
        <Notice look="good">{texts.done}</Notice>
      ) : (
        <>
          <p>{texts.lead}</p>
          <FindForm />
        </>
      )}
      {contact ? (
        <p className="text-ink-soft">
          {rich(call(contact.phone), {
            a: (words) => (
              <a href={phoneLink(words)} className="text-link whitespace-nowrap">
                {words}
              </a>
            ),
          })}
        </p>
      ) : null}
    </section>
  );
}

function FindForm() {
  const { form } = useFormState();
  const problem = form?.problem ?? null;
  const fields = problem?.fields ?? {};
  const texts = say.own.find;
  return (
    <form method="post" action={inLanguage(paths.findBooking)} noValidate className="space-y-5">
      {problem && Object.keys(fields).length === 0 ? <Notice look="error">{problem.message}</Notice> : null}
      <TextField
        id="reference"
        label={texts.reference}
        hint={texts.referenceHint}
        error={fields["reference"]}
        name="reference"
        required
        autoCapitalize="characters"
        spellCheck={false}
        defaultValue={form?.values["reference"]}
      />
      <TextField
        id="email"
        label={say.own.email}
        error={fields["email"]}
        name="email"
        type="email"
        inputMode="email"
        required
        autoComplete="email"
        defaultValue={form?.values["email"]}
      />
      <Button type="submit">{texts.send}</Button>
    </form>
  );
}
