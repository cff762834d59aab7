import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { Money, MoneyRows } from "#contract/analytics.ts";
import type { Span } from "#domain/analytics/days.ts";
import { analyticsMoneyQuery } from "../../api/analytics.ts";
import { formatDate } from "../../lib/format-date.ts";
import { moneyFigures } from "./money-figures.ts";
import { formatCurrency } from "../../lib/format-money.ts";
import { paths } from "../../lib/paths.ts";
import { Button } from "../../ui/button.tsx";
import { METHOD_LABELS } from "../bookings/method-labels.ts";
import { LoadError } from "../frame/load-error.tsx";
import { type Column, DataTable, downloadTable } from "./chart-figure.tsx";

const MEANINGS = {
  paid: "Payments received within these dates, recorded by hand or paid online.",
  refunded: "Money returned to guests, including disputed payments.",
  fees: "Fees reported by the payment provider.",
  due: "Still owed for direct bookings with check-in within these dates, including cancellation fees. Pending bookings are not included.",
};

/** Payments are counted by payment date, and amounts due by check-in date. */
export function MoneyMoved({ money, currency, span }: { money: Money; currency: string; span: Span | null }) {
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="money" className="space-y-4 rounded-2xl border border-line bg-surface p-5">
      <div>
        <h2 id="money" className="font-serif text-xl">
          Payments
        </h2>
        <p className="text-sm text-ink-soft">
          By payment date, and amounts due by check-in date. Test payments are not included.
        </p>
      </div>
      <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {moneyFigures(money, currency).map(({ key, name, text }) => (
          <div key={key} className="rounded-lg bg-sunken p-4">
            <dt className="font-medium">{name}</dt>
            <dd className="font-serif text-2xl tabular-nums">{text}</dd>
            <dd className="mt-1 text-sm text-ink-soft">{MEANINGS[key]}</dd>
          </div>
        ))}
      </dl>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
          All payments and amounts due
        </summary>
        {open ? <Rows span={span} /> : null}
      </details>
    </section>
  );
}

const bookingLink = ({ bookingId, guestName }: { bookingId: string; guestName: string }) => (
  <Link href={paths.admin.booking(bookingId)} className="inline-block py-1 font-semibold underline">
    {guestName}
  </Link>
);

type Row = MoneyRows["rows"][number];

const moneyText = (amount: number, { currency }: Row) => (amount === 0 ? "" : formatCurrency(amount, currency));

const ROW_COLUMNS: Column<Row>[] = [
  { title: "Date", value: (row) => row.day, text: (row) => formatDate(row.day, "short") },
  { title: "Guest", value: (row) => row.guestName, text: bookingLink },
  { title: "Reference", value: (row) => row.reference },
  { title: "Method", value: (row) => METHOD_LABELS[row.method] },
  { title: "Paid", value: (row) => row.paid, text: (row) => moneyText(row.paid, row) },
  { title: "Refunded", value: (row) => row.refunded, text: (row) => moneyText(row.refunded, row) },
  { title: "Card fee", value: (row) => row.fee, text: (row) => moneyText(row.fee ?? 0, row) },
  { title: "Currency", value: (row) => row.currency },
];

const DUE_COLUMNS: Column<MoneyRows["dues"][number]>[] = [
  { title: "Check-in", value: (row) => row.checkIn, text: (row) => formatDate(row.checkIn, "short") },
  { title: "Guest", value: (row) => row.guestName, text: bookingLink },
  { title: "Reference", value: (row) => row.reference },
  { title: "Due", value: (row) => row.due, text: (row) => formatCurrency(row.due, row.currency) },
];

function Rows({ span }: { span: Span | null }) {
  const { data, error, refetch } = useQuery(analyticsMoneyQuery(span));
  if (error && !data) return <LoadError error={error} what="the payments" retry={() => void refetch()} />;
  if (!data) return <p role="status">Loading payments...</p>;
  return (
    <div className="space-y-5">
      <div className="space-y-3">
        <h3 className="font-semibold">Payments</h3>
        {data.rows.length === 0 ? (
          <p>No payments within these dates</p>
        ) : (
          <>
            <DataTable title="Payments" rows={data.rows} columns={ROW_COLUMNS} rowKey={(row) => row.id} />
            <Button
              look="secondary"
              onClick={() => downloadTable(span ? `payments-${span.from}.csv` : "payments.csv", ROW_COLUMNS, data.rows)}
            >
              Download as CSV
            </Button>
          </>
        )}
      </div>
      <div className="space-y-3">
        <h3 className="font-semibold">Amounts due</h3>
        {data.dues.length === 0 ? (
          <p>Nothing is due</p>
        ) : (
          <DataTable title="Amounts due" rows={data.dues} columns={DUE_COLUMNS} rowKey={(row) => row.bookingId} />
        )}
      </div>
    </div>
  );
}
