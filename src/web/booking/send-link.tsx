import { useSearch } from "wouter";
import type { Confirmation } from "#contract/booking.ts";
import { inLanguage, paths } from "../lib/paths.ts";
import { say } from "../lib/say.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

export function SendLink({ booking, label = say.own.sendLink.button }: { booking: Confirmation; label?: string }) {
  const sent = new URLSearchParams(useSearch()).get("done") === "link";
  return (
    <div className="space-y-3 print:hidden">
      {sent ? <Notice look="good">{say.own.sendLink.sent}</Notice> : null}
      {booking.linkByMail && !sent ? (
        <form method="post" action={inLanguage(paths.confirmation(booking.id))}>
          <input type="hidden" name="intent" value="link" />
          <Button type="submit" look="secondary">
            {label}
          </Button>
        </form>
      ) : null}
    </div>
  );
}

/** For visitors who have only the page's URL. */
export function MaskedNotice({ booking }: { booking: Confirmation }) {
  return (
    <div className="space-y-3 rounded-lg bg-sunken p-3 text-sm print:hidden">
      <p>{say.own.masked}</p>
      <SendLink booking={booking} />
    </div>
  );
}
