import type { BookingDetail } from "#contract/desk.ts";
import { formatCurrency } from "../../lib/format-money.ts";
import { Card } from "./card.tsx";

/** The price as it was agreed, line by line. */
export function PriceCard({ booking }: { booking: BookingDetail }) {
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
              <th scope="row" className="py-1 pr-4 text-left font-normal">
                {line.label}
                <span className="block text-sm text-ink-soft">
                  {line.quantity} × {formatCurrency(line.unitAmount)}
                </span>
              </th>
              <td className="py-1 text-right align-top tabular-nums">{formatCurrency(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-line">
            <th scope="row" className="pt-2 text-left">
              Total
            </th>
            <td className="pt-2 text-right font-semibold tabular-nums">{formatCurrency(booking.totalAmount)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="mt-2 text-sm text-ink-soft">Taxes and fees included</p>
    </Card>
  );
}
