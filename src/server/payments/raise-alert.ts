import type { StoredBooking } from "#domain/booking/booking.ts";
import type { Trx } from "../database/transaction.ts";
import { openAlert } from "./alert-queries.ts";
import type { PaymentNeeds } from "./ports.ts";

type Alert = { id: string; kind: string; booking: Pick<StoredBooking, "id"> | null; subject: string; lines: string[] };

/**
 * Alerts the host with one notification and with an alert on the dashboard, which stays until it is closed. Pass
 * "dashboard" for `by` if the host already knows the cause and needs no notification.
 */
export async function raiseAlert(
  { clock, notifyHost }: Pick<PaymentNeeds, "clock" | "notifyHost">,
  trx: Trx,
  { id, kind, booking, subject, lines }: Alert,
  by: "email" | "dashboard" = "email",
): Promise<void> {
  const detail = [subject, ...lines].join("\n");
  const isNew = await openAlert(trx, { id, kind, bookingId: booking?.id ?? null, detail, at: clock() });
  if (!isNew || by === "dashboard") return;
  const link = booking ? `/admin/bookings/${booking.id}` : "/admin/settings";
  await notifyHost(trx, { key: `payment-alarm/${id}`, subject, lines, link, urgent: true });
}
