import type { Alert } from "#contract/analytics.ts";
import type { TimeZone } from "#domain/calendar/time-zone.ts";
import { deadlineIn } from "#texts/deadline.ts";
import type { AlertSource } from "./ports.ts";
import type { DashboardStore } from "./dashboard-queries.ts";

/** Alerts about the bookings themselves. */
export function bookingAlerts(stays: DashboardStore, timeZone: () => Promise<TimeZone>): AlertSource {
  return async (today) => {
    const [pending, changes, overstayed, zone] = await Promise.all([
      stays.pending(),
      stays.changeRequests(),
      stays.overstayed(today),
      timeZone(),
    ]);
    const { count: ended, id } = overstayed;
    const by = (until: Date) => deadlineIn("en", until, zone);
    const one = pending.bookings === 1;
    const alerts = changes.map(({ id, reference, name, until }): Alert => ({
      id: `change-request/${id}`,
      level: "warning",
      title: "A guest asks to change a stay",
      detail: `${name}, ${reference}. Accept or decline the change by ${by(until)}. If you don't answer, the stay won't change.`,
      href: `/admin/bookings/${id}`,
    }));
    if (pending.bookings > 0) {
      alerts.unshift({
        id: "pending",
        level: "warning",
        title: one
          ? "1 booking is waiting for your answer"
          : `${pending.bookings} bookings are waiting for your answer`,
        detail: pending.first
          ? `Accept or decline ${one ? "it" : "the first"} by ${by(pending.first)}. After that, the request ends and the nights are released.`
          : "Accept or decline. We're holding the nights until you do.",
        href: "/admin/bookings?status=to-answer",
      });
    }
    if (ended > 0) {
      alerts.push({
        id: "overstayed",
        level: "notice",
        title: ended === 1 ? "1 stay has ended without a check-out" : `${ended} stays have ended without a check-out`,
        detail: "Mark these guests as checked out to keep your records correct.",
        href: ended === 1 && id ? `/admin/bookings/${id}` : "/admin/bookings?status=overstayed&sort=checkOut",
      });
    }
    return alerts;
  };
}
