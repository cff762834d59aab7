import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "wouter";
import type { GuestPayment } from "#contract/payments.ts";
import { amountString } from "#domain/money/currency.ts";
import { MAX_RELOADS } from "#domain/payments/times.ts";
import { AS_RENDERED, statusOf } from "../api/client.ts";
import { backOf, paymentQuery } from "../api/payments.ts";
import { siteQuery } from "../api/property.ts";
import { useFormState } from "../lib/page-state.ts";
import { payTexts } from "../booking/pay-texts.ts";
import { formLinkIn, ProviderForm } from "../booking/provider-form.tsx";
import { testModeClass } from "../booking/payment-panel.tsx";
import { inLanguage, paths } from "../lib/paths.ts";
import { phoneLink } from "../lib/phone-link.ts";
import { rich } from "../lib/rich.tsx";
import { say } from "../lib/say.ts";
import { Button, ButtonAnchor } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { linkTo } from "./text-page.tsx";

/** Has no script. */
export function PayPage() {
  const { bookingId = "" } = useParams();
  const search = useSearch();
  const { data: payment, error } = useQuery({ ...paymentQuery(bookingId, backOf(search)), ...AS_RENDERED });
  return (
    <section className="mx-auto max-w-xl space-y-5 px-4 py-12">
      {payment ? <Payment bookingId={bookingId} payment={payment} /> : <NotShown status={statusOf(error)} />}
    </section>
  );
}

function NotShown({ status }: { status: number | null }) {
  const { notYours, notYoursText, cannotShow, reload } = say.pay;
  return (
    <>
      <h1 className="serif text-title">{status === 403 || status === 404 ? notYours : cannotShow}</h1>
      <p>{status === 403 || status === 404 ? notYoursText : reload}</p>
      <ButtonAnchor look="secondary" href={inLanguage(paths.findBooking)}>
        {say.frame.findBooking}
      </ButtonAnchor>
    </>
  );
}

function Payment({ bookingId, payment }: { bookingId: string; payment: GuestPayment }) {
  const { form } = useFormState();
  const looked = Number(new URLSearchParams(useSearch()).get("looked") ?? 0);
  const { state, provider } = payment;
  const problem = form?.problem ?? null;
  const unreachable = problem?.status === 503;
  const formLink = isToPay(payment) ? formLinkIn(form?.values) : null;
  const tooLong = state === "checking" && looked >= MAX_RELOADS;
  const lines = tooLong ? payTexts.takesLonger(payment) : payTexts.body[state](payment);
  return (
    <>
      {provider && !provider.live ? <TestMode /> : null}
      {problem ? <Notice look="error">{unreachable ? payTexts.unreachable(payment) : problem.message}</Notice> : null}
      <h1 className="serif text-title">{payTexts.headline(payment)}</h1>
      <p className="text-ink-soft">{payTexts.stay(payment)}</p>
      {[...lines, ...payTexts.refundFailed(payment)].map((line) => (
        <p key={line}>{line}</p>
      ))}
      {isToPay(payment) ? (
        <p className="text-ink-soft">
          {rich(say.pay.agreed, { terms: linkTo(paths.terms), policy: linkTo(paths.cancellation) })}
        </p>
      ) : null}
      {formLink && provider ? (
        <ProviderForm link={formLink} provider={provider.label} pay={payTexts.pay(payment)} />
      ) : (
        <Acts bookingId={bookingId} payment={payment} again={unreachable} />
      )}
    </>
  );
}

function TestMode() {
  return <p className={testModeClass}>{say.own.payment.testMode}</p>;
}

const isToPay = ({ state }: GuestPayment) => state === "open" || state === "not-charged" || state === "due";

function Acts({ bookingId, payment, again }: { bookingId: string; payment: GuestPayment; again: boolean }) {
  const { state, receipts } = payment;
  const pays = isToPay(payment);
  return (
    <div className="flex flex-wrap items-start gap-3">
      {pays ? (
        <form method="post" action={inLanguage(paths.pay(bookingId))} className="max-w-full">
          <Button type="submit">{again ? say.pay.again : payTexts.pay(payment)}</Button>
        </form>
      ) : null}
      {state === "not-charged" && payment.keptUntil ? (
        <form method="post" action={inLanguage(paths.pay(bookingId))} className="max-w-full">
          <input type="hidden" name="intent" value="give-back" />
          <input type="hidden" name="expectedFee" value={amountString(0, payment.currency)} />
          <Button type="submit" look="secondary">
            {say.pay.giveBack}
          </Button>
        </form>
      ) : null}
      {state === "ended" ? (
        <ButtonAnchor
          href={`${inLanguage(paths.book)}?in=${payment.checkInDate}&out=${payment.checkOutDate}&guests=${payment.guestCount}`}
        >
          {say.pay.lookAgain}
        </ButtonAnchor>
      ) : null}
      {state === "late-gone" || payTexts.refundFailed(payment).length > 0 ? <Call /> : null}
      {receipts.map(({ number, kind }) => (
        <ButtonAnchor key={number} look="secondary" href={inLanguage(paths.receipt(bookingId, number))}>
          {say.pay.title[kind](number)}
        </ButtonAnchor>
      ))}
      {state === "paid" || state === "late-taken" ? (
        <ButtonAnchor look="secondary" href={`/api/bookings/${encodeURIComponent(bookingId)}/stay.ics`}>
          {say.pay.calendarFile}
        </ButtonAnchor>
      ) : null}
      <ButtonAnchor look="secondary" href={inLanguage(paths.confirmation(bookingId))}>
        {say.pay.booking}
      </ButtonAnchor>
    </div>
  );
}

/** For guests whose payment came too late or whose refund failed. */
function Call() {
  const { data: site } = useQuery({ ...siteQuery, ...AS_RENDERED });
  const phone = site?.contact.phone;
  return phone ? <ButtonAnchor href={phoneLink(phone)}>{say.pay.call(phone)}</ButtonAnchor> : null;
}
