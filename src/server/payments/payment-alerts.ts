type Alarm = { id: string; booking_id: string | null; detail: string };

/** Alarms as the dashboard shows them; the first line of one says what it is. */
export function paymentAlerts(alarms: readonly Alarm[]) {
  return alarms.map(({ id, booking_id, detail }) => {
    const [title = "", ...lines] = detail.split("\n");
    const href = booking_id ? `/admin/bookings/${booking_id}` : "/admin/settings";
    return { id: `payment-${id}`, level: "warning" as const, title, detail: lines.join(" "), href };
  });
}
