import type { TemplateType } from "./message.ts";
import type { Template } from "./template.ts";

/** The default texts, which are used until the host changes them. */
export const STARTING_TEMPLATES: Record<TemplateType, Template> = {
  welcome: {
    subject: "Your stay at {cottage} is booked ({reference})",
    body: `Dear {guestName},

Thank you for booking {cottage}. We look forward to having you.

Your reference is {reference}.
Check-in: {checkIn}, from {checkInTime}
Check-out: {checkOut}, by {checkOutTime}
{nights}, {guests}, {total} in total

{payment}

Address: {address}

{directions}

You can see and manage your booking here:

{bookingLink}

Any questions? Call us at {hostPhone} or reply to this email.`,
  },
  check_in_reminder: {
    // Without "tomorrow": the host can send the reminder early, and after a late booking or an outage it may be sent on
    // the day of arrival.
    subject: "Your arrival on {checkIn}: {cottage}",
    body: `Dear {guestFirstName},

We look forward to welcoming you on {checkIn}, from {checkInTime}.

Address: {address}

{directions}

Arrival: {arrivalNotes}

WiFi password: {wifiPassword}

If you are running late or can't find us, call {hostPhone}. We are happy to help.

{bookingLink}`,
  },
  check_out_reminder: {
    subject: "Check-out today by {checkOutTime}",
    body: `Good morning {guestFirstName},

Your stay at {cottage} ends today. Please check out by {checkOutTime}, lock the doors, and switch off the gas and lights.

If you need a taxi or a little more time, call {hostPhone} and we'll do our best to help.

Thank you for staying with us, and have a safe journey.`,
  },
  feedback_request: {
    subject: "How was your stay at {cottage}?",
    body: `Dear {guestFirstName},

We hope you enjoyed your stay at {cottage} and had a safe journey home.

Would you tell us how it was? It takes a minute and helps us and future guests.

{ratingLink}

Thank you!`,
  },
  booking_changed: {
    subject: "Your booking {reference} has changed",
    body: `Dear {guestName},

Your booking at {cottage} has changed.

{changes}

This is your booking now:

Check-in: {checkIn}, from {checkInTime}
Check-out: {checkOut}, by {checkOutTime}
{nights}, {guests}, {total} in total

{bookingLink}

If anything is not as you expect, call us at {hostPhone} or reply to this email.`,
  },
  booking_cancelled: {
    subject: "Your booking {reference} is cancelled",
    body: `Dear {guestName},

Your booking at {cottage} from {checkIn} to {checkOut} has been cancelled.

Cancellation fee: {fee}

If you did not expect this, call us at {hostPhone} or reply to this email.`,
  },
};
