import type { TemplateType } from "./message.ts";
import type { Template } from "./template.ts";

/** The texts until the host writes others. */
export const STARTING_TEMPLATES: Record<TemplateType, Template> = {
  welcome: {
    subject: "Your stay at {cottage} is booked ({reference})",
    body: `Dear {guestName},

Thank you for booking {cottage}. We look forward to having you.

Your reference is {reference}.
Check-in: {checkIn}, from {checkInTime}
Check-out: {checkOut}, by {checkOutTime}
{nights}, {guests}, {total} in all

Address: {address}

{directions}

Everything about your stay is on your own page, and you can change or cancel it there:

{bookingLink}

If anything is unclear, call us at {hostPhone} or answer this message.`,
  },
  check_in_reminder: {
    subject: "Tomorrow: your stay at {cottage}",
    body: `Dear {guestFirstName},

We expect you on {checkIn}, from {checkInTime}.

Address: {address}

{directions}

Arrival: {arrivalNotes}

WiFi password: {wifiPassword}

If you are late or lost, call {hostPhone}: we are glad to help.

{bookingLink}`,
  },
  check_out_reminder: {
    subject: "Check-out today by {checkOutTime}",
    body: `Good morning {guestFirstName},

Your stay at {cottage} ends today. Please check out by {checkOutTime}, lock the doors, and switch off gas and lights.

If you need a taxi or a little more time, call {hostPhone} and we will see what can be done.

Thank you for staying with us, and have a safe journey.`,
  },
  feedback_request: {
    subject: "How was your stay at {cottage}?",
    body: `Dear {guestFirstName},

We hope you had a good time at {cottage} and came home well.

Would you tell us how it was? It takes one minute, and it helps us and the guests who come after you.

{ratingLink}

Thank you!`,
  },
  booking_changed: {
    subject: "Your booking {reference} as it is now",
    body: `Dear {guestName},

Your booking at {cottage} has changed. This is how it stands now:

Check-in: {checkIn}, from {checkInTime}
Check-out: {checkOut}, by {checkOutTime}
{nights}, {guests}, {total} in all

{bookingLink}

If this is not what you expect, call us at {hostPhone} or answer this message.`,
  },
  booking_cancelled: {
    subject: "Your booking {reference} is cancelled",
    body: `Dear {guestName},

Your booking at {cottage} from {checkIn} to {checkOut} is cancelled.

Cancellation fee: {fee}

If this is not what you expect, call us at {hostPhone} or answer this message.`,
  },
};
