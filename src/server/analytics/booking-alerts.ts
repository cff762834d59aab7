import type { AlertSource } from "./ports.ts";
import type { DashboardStore } from "./dashboard-queries.ts";

/** Alerts about the bookings themselves. */
export function bookingAlerts(stays: DashboardStore): AlertSource {
  return async (today) => {
    const [pending, overstayed] = await Promise.all([stays.pending(), stays.overstayed(today)]);
    return [
      ...(pending > 0
        ? [
            {
              id: "pending",
              level: "warning" as const,
              title:
                pending === 1
                  ? "1 booking is waiting for your answer"
                  : `${pending} bookings are waiting for your answer`,
              detail: "Confirm or cancel. We hold the nights until you do.",
              href: "/admin/bookings?status=pending",
            },
          ]
        : []),
      ...(overstayed > 0
        ? [
            {
              id: "overstayed",
              level: "notice" as const,
              title:
                overstayed === 1
                  ? "1 stay has ended without a check-out"
                  : `${overstayed} stays have ended without a check-out`,
              detail: "Mark these guests as checked out to keep your records correct.",
              href: "/admin/bookings?sort=checkOut",
            },
          ]
        : []),
    ];
  };
}
