import { useSearch } from "wouter";
import type { Confirmation } from "#contract/booking.ts";
import { useFormState } from "../app/page-state.ts";
import { paths } from "../lib/paths.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

/** For who came by the bare address: why the guest is shortened, and how to see everything. */
export function MaskedNotice({ booking }: { booking: Confirmation }) {
  const asked = new URLSearchParams(useSearch()).get("done") === "link";
  const { form } = useFormState();
  const problem = form?.values["intent"] === "link" ? form.problem : null;
  return (
    <div className="space-y-3 rounded-lg bg-sunken p-3 text-sm print:hidden">
      <p>
        Name, email and phone are shortened because this browser did not make the booking. They are shown in full in the
        browser that did{booking.linkByMail ? ", and in one that opens the link in your email" : ""}.
      </p>
      {problem ? <Notice look="error">{problem.message}</Notice> : null}
      {asked ? (
        <Notice look="good">If there is an email address with this booking, the link is on its way to it.</Notice>
      ) : null}
      {booking.linkByMail && !asked ? (
        <form method="post" action={paths.confirmation(booking.id)}>
          <input type="hidden" name="intent" value="link" />
          <Button type="submit" look="secondary">
            Send me the link
          </Button>
        </form>
      ) : null}
    </div>
  );
}
