import { useState } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import { removePriceLine } from "../../api/admin-bookings.ts";
import { formatCurrency } from "../../lib/format-money.ts";
import { Button } from "../../ui/button.tsx";
import { ActError } from "./act-error.tsx";
import { AdjustmentForm } from "./adjustment-form.tsx";
import { Card } from "./card.tsx";
import { useAct } from "./use-act.ts";

export function PriceCard({ booking }: { booking: BookingDetail }) {
  const [changing, setChanging] = useState(false);
  const act = useAct(booking.id);
  const remove = (place: number) =>
    act.mutate({
      send: () => removePriceLine(booking, place),
      done: "Price changed",
      failed: "We couldn't change the price",
    });
  return (
    <Card title="Price">
      <table className="w-full">
        <caption className="sr-only">What the stay costs</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">For</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {booking.priceLines.map((line, index) => (
            <tr key={index}>
              <th scope="row" className="py-1 pr-4 text-left font-normal wrap-anywhere">
                {line.label}
                {booking.lines[index]?.kind === "adjustment" && booking.status !== "cancelled" ? (
                  <button
                    type="button"
                    disabled={act.isBusy}
                    onClick={() => remove(placeOf(booking, index))}
                    className="ml-3 min-h-11 font-semibold text-danger underline"
                  >
                    Remove<span className="sr-only"> {line.label}</span>
                  </button>
                ) : (
                  <span className="block text-sm text-ink-soft">
                    {line.quantity} × {formatCurrency(line.unitAmount, booking.currency)}
                  </span>
                )}
              </th>
              <td className="py-1 text-right align-top tabular-nums">
                {formatCurrency(line.amount, booking.currency)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-line">
            <th scope="row" className="pt-2 text-left">
              Total
            </th>
            <td className="pt-2 text-right font-semibold tabular-nums">
              {formatCurrency(booking.totalAmount, booking.currency)}
            </td>
          </tr>
        </tfoot>
      </table>
      <p className="mt-2 text-sm text-ink-soft">Taxes and fees included</p>
      <ActError error={act.error} />
      {booking.status === "cancelled" ? null : changing ? (
        <AdjustmentForm booking={booking} onDone={() => setChanging(false)} />
      ) : (
        <Button look="secondary" className="mt-3 max-sm:w-full" onClick={() => setChanging(true)}>
          Discount, extra or agreed price
        </Button>
      )}
    </Card>
  );
}

/** The line's index among the adjustments. */
function placeOf({ lines }: BookingDetail, index: number): number {
  return lines.slice(0, index).filter(({ kind }) => kind === "adjustment").length;
}
