import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "wouter";
import type { GuestPayment } from "#contract/payments.ts";
import { AS_RENDERED, statusOf } from "../api/client.ts";
import { backOf, paymentQuery } from "../api/payments.ts";
import { useFormState } from "../app/page-state.ts";
import { payTexts } from "../booking/pay-texts.ts";
import { testModeClass } from "../booking/payment-panel.tsx";
import { paths } from "../lib/paths.ts";
import { Button, ButtonAnchor } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { cancellationTexts, termsTexts } from "./terms-texts.ts";

/** Where a stay is paid: the amount, what it is for, and one button that leads to the provider. It has no script. */
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
  const { headline, body } = payTexts.notYours;
  return (
    <>
      <h1 className="serif text-title">
        {status === 403 || status === 404 ? headline : "We can't show this page right now"}
      </h1>
      <p>{status === 403 || status === 404 ? body : "Please reload this page in a moment."}</p>
      <ButtonAnchor look="secondary" href={paths.findBooking}>
        Find your booking
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
  const tooLong = state === "checking" && looked >= LONG_AFTER;
  return (
    <>
      {provider && !provider.live ? <TestMode /> : null}
      {problem ? <Notice look="error">{unreachable ? payTexts.unreachable(payment) : problem.message}</Notice> : null}
      <h1 className="serif text-title">{payTexts.headline[state](payment)}</h1>
      <p className="text-ink-soft">{payTexts.stay(payment)}</p>
      {(tooLong ? [payTexts.takesLonger] : payTexts.body[state](payment)).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {isToPay(payment) ? (
        <p className="text-ink-soft">
          {payTexts.agreed}{" "}
          <a href={paths.terms} className="text-link">
            {termsTexts.title}
          </a>
          ,{" "}
          <a href={paths.cancellation} className="text-link">
            {cancellationTexts.title}
          </a>
        </p>
      ) : null}
      <Acts bookingId={bookingId} payment={payment} again={unreachable} />
    </>
  );
}

/** As many looks as make two minutes. */
const LONG_AFTER = 24;

function TestMode() {
  return <p className={testModeClass}>{payTexts.testMode}</p>;
}

const isToPay = ({ state }: GuestPayment) => state === "open" || state === "not-charged" || state === "due";

type ActsProps = { bookingId: string; payment: GuestPayment; again: boolean };

function Acts({ bookingId, payment, again }: ActsProps) {
  const { state, receipts } = payment;
  const pays = isToPay(payment);
  return (
    <div className="flex flex-wrap items-start gap-3">
      {pays ? (
        <form method="post" action={paths.pay(bookingId)}>
          <Button type="submit">{again ? payTexts.again : payTexts.pay(payment)}</Button>
        </form>
      ) : null}
      {state === "not-charged" && payment.keptUntil ? (
        <form method="post" action={paths.pay(bookingId)}>
          <input type="hidden" name="intent" value="give-back" />
          <Button type="submit" look="secondary">
            {payTexts.giveBack}
          </Button>
        </form>
      ) : null}
      {state === "ended" ? (
        <ButtonAnchor
          href={`${paths.book}?in=${payment.checkInDate}&out=${payment.checkOutDate}&guests=${payment.guestCount}`}
        >
          {payTexts.lookAgain}
        </ButtonAnchor>
      ) : null}
      {receipts.map(({ number }) => (
        <ButtonAnchor key={number} look="secondary" href={paths.receipt(bookingId, number)}>
          {payTexts.receipt(number)}
        </ButtonAnchor>
      ))}
      {state === "paid" || state === "late-taken" ? (
        <ButtonAnchor look="secondary" href={`/api/bookings/${encodeURIComponent(bookingId)}/stay.ics`}>
          {payTexts.calendarFile}
        </ButtonAnchor>
      ) : null}
      <ButtonAnchor look="secondary" href={paths.confirmation(bookingId)}>
        {payTexts.booking}
      </ButtonAnchor>
    </div>
  );
}
