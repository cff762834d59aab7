import type { Confirmation } from "#contract/booking.ts";
import { formatCurrency } from "../lib/format-money.ts";
import { inLanguage, paths } from "../lib/paths.ts";
import { rich } from "../lib/rich.tsx";
import { say } from "../lib/say.ts";
import { Button } from "../ui/button.tsx";
import { StayFields } from "./change-stay.tsx";

/** Works with and without JavaScript. */
export function OfferNotice({ booking, until }: { booking: Confirmation; until: string }) {
  const texts = say.own.offer;
  const total = formatCurrency(booking.totalAmount, booking.currency);
  return (
    <div className="space-y-4 rounded-3xl border border-line bg-surface p-5 sm:p-7">
      <p>
        {texts.held(until)} {booking.acts ? texts.toBook : null}
      </p>
      {booking.acts ? (
        <form method="post" action={inLanguage(paths.confirmation(booking.id))} className="space-y-3">
          <input type="hidden" name="intent" value="accept" />
          <StayFields stay={booking} />
          <p>
            {rich(texts.agree, {
              terms: (words) => (
                <a href={inLanguage(paths.terms)} className="underline">
                  {words}
                </a>
              ),
            })}
          </p>
          {booking.requestNote ? <p>{booking.requestNote}</p> : null}
          <Button type="submit">{texts.accept(total)}</Button>
        </form>
      ) : null}
    </div>
  );
}
