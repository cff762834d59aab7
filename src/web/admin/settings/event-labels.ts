import type { HostEvent } from "#domain/messaging/host-event.ts";

export const EVENT_LABELS = {
  booking: "New bookings",
  request: "Booking requests",
  "change-request": "Requests to change a stay",
  change: "Stays changed by guests",
  cancellation: "Cancellations",
  payment: "Payments, refunds and disputes",
  message: "Messages from guests",
  conflict: "Double bookings",
  calendar: "Platform calendars that can't be read",
  delivery: "Messages that can't be delivered",
  cleaning: "Finished cleanings",
  other: "Everything else",
} satisfies Record<HostEvent, string>;
