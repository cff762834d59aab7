import { readPayment, readReceipt } from "#contract/payments.ts";
import { queryOf } from "./client.ts";

/** How the guest returned from the provider's page. If they did, the server asks the provider before it responds. */
export function backOf(search: string): "paid" | "cancelled" | null {
  const back = new URLSearchParams(search).get("back");
  return back === "paid" || back === "cancelled" ? back : null;
}

export const paymentQuery = (bookingId: string, back: "paid" | "cancelled" | null) =>
  queryOf(readPayment, { params: { bookingId }, query: back ? { back } : {} });

export const receiptQuery = (bookingId: string, number: string) =>
  queryOf(readReceipt, { params: { bookingId, number } });
