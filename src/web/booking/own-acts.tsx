import type { ReactNode } from "react";
import { useSearch } from "wouter";
import type { Confirmation } from "#contract/booking.ts";
import type { PublicSite } from "#contract/property.ts";
import { useFormState } from "../lib/page-state.ts";
import { formatCents, formatCurrency } from "../lib/format-money.ts";
import { inLanguage, paths } from "../lib/paths.ts";
import { rich } from "../lib/rich.tsx";
import { say } from "../lib/say.ts";
import { Button } from "../ui/button.tsx";
import { ChangeStay } from "./change-stay.tsx";
import type { StayIntent } from "./submit-stay-form.ts";

/** Plain forms, which work with and without JavaScript. */
export function OwnStayActions({ booking, site }: { booking: Confirmation; site: PublicSite }) {
  const { acts } = booking;
  const texts = say.own.acts;
  if (!acts || booking.status === "cancelled") return null;
  return (
    <section aria-labelledby="own-acts" className="space-y-3 print:hidden">
      <h2 id="own-acts" className="serif text-2xl">
        {texts.title}
      </h2>
      {acts.changeRefused && acts.cancelRefused ? (
        <p>{acts.cancelRefused}</p>
      ) : (
        <>
          <Act id="change" title={texts.change} refused={acts.changeRefused}>
            <ChangeStay booking={booking} site={site} />
          </Act>
          <Act id="cancel" title={texts.cancel} refused={acts.cancelRefused}>
            <CancelStay booking={booking} fee={acts.feeIfCancelledNow} />
          </Act>
        </>
      )}
    </section>
  );
}

type ActProps = { id: StayIntent; title: string; refused: string | null; children: ReactNode };

/**
 * Collapsed at first, unless the server has returned its form. The section for changing the stay is also open if the
 * URL contains a check-in date.
 */
function Act({ id, title, refused, children }: ActProps) {
  const { form } = useFormState();
  const opened = new URLSearchParams(useSearch()).has("in");
  return (
    <details
      id={id}
      open={form?.values["intent"] === id || (id === "change" && opened) || undefined}
      className="rounded-3xl border border-line bg-surface [&[open]>summary]:border-b"
    >
      <summary className="min-h-11 cursor-pointer border-line px-5 py-4 text-lg font-semibold sm:px-7">{title}</summary>
      <div className="space-y-4 p-5 sm:p-7">{refused ? <p>{refused}</p> : children}</div>
    </details>
  );
}

function CancelStay({ booking: { id, currency, payment }, fee }: { booking: Confirmation; fee: string }) {
  const free = Number(fee) === 0;
  const texts = say.own.acts;
  return (
    <form method="post" action={inLanguage(paths.confirmation(id))} className="space-y-4">
      <input type="hidden" name="intent" value="cancel" />
      <input type="hidden" name="expectedFee" value={fee} />
      <p>
        {rich(free ? texts.free : texts.costs(formatCurrency(fee, currency)), {
          b: (words) => <strong>{words}</strong>,
        })}
      </p>
      {payment && payment.paidCents > 0 ? <p>{backText(payment)}</p> : null}
      <Button type="submit" look="danger">
        {free ? texts.cancelNow : texts.cancelFor(formatCurrency(fee, currency))}
      </Button>
    </form>
  );
}

function backText({ currency, paidCents, backIfCancelledCents }: NonNullable<Confirmation["payment"]>): string {
  const paid = formatCents(paidCents, currency);
  const { getBack, getNothingBack } = say.own.acts;
  return backIfCancelledCents > 0 ? getBack(formatCents(backIfCancelledCents, currency), paid) : getNothingBack(paid);
}
