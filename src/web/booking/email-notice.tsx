import type { Confirmation } from "#contract/booking.ts";
import { useFormState } from "../lib/page-state.ts";
import { inLanguage, paths } from "../lib/paths.ts";
import { rich } from "../lib/rich.tsx";
import { say } from "../lib/say.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/text-field.tsx";

/** A guest who has mistyped the email address may notice it here. */
export function EmailNotice({ booking }: { booking: Confirmation }) {
  const { acts, guest, linkByMail, status } = booking;
  const texts = say.own.emailNotice;
  if (!acts || !linkByMail || status === "cancelled") return null;
  return (
    <div className="space-y-2 print:hidden">
      <p>
        {rich(booking.waiting ? texts.waiting(guest.email) : texts.details(guest.email), {
          b: (words) => <strong className="wrap-anywhere">{words}</strong>,
        })}
      </p>
      {acts.emailCorrectable ? <CorrectEmail booking={booking} /> : null}
    </div>
  );
}

/** Works with and without JavaScript. */
function CorrectEmail({ booking }: { booking: Confirmation }) {
  const { form } = useFormState();
  const returned = form?.values["intent"] === "email" ? form : null;
  return (
    <details open={returned !== null || undefined}>
      <summary className="min-h-11 cursor-pointer py-2 underline underline-offset-4">
        {say.own.emailNotice.wrong}
      </summary>
      <form method="post" action={inLanguage(paths.confirmation(booking.id))} noValidate className="space-y-3 pt-2">
        <input type="hidden" name="intent" value="email" />
        <TextField
          id="right-email"
          label={say.own.email}
          error={returned?.problem?.fields["email"]}
          name="email"
          type="email"
          inputMode="email"
          required
          autoComplete="email"
          defaultValue={returned?.values["email"] ?? booking.guest.email}
        />
        <Button type="submit" look="secondary">
          {say.own.emailNotice.save}
        </Button>
      </form>
    </details>
  );
}
