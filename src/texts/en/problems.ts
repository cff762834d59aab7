/** A booking form's errors and email confirmation. They are loaded when the form is first used. */
export const problemsTexts = {
  /** A field's error message, made from the contract's message. */
  invalid: (message: string) => message,
  otherDates: (refusal: string) => `${refusal}. Please choose other dates`,
  notBooked: "Your stay is not booked yet",
  failed: "Booking Failed",
  /** SPEC 8, for a failure without its own message. */
  failedMain: "There was an error creating your booking. Please try again.",
  noGuest: "Failed to create guest",
  noGuestBecause: (message: string) => `Failed to create guest: ${message}`,
  noBooking: "Failed to create booking",
  taken: {
    title: "These dates were just taken",
    text: (booked: string) =>
      `${booked}. Nothing was booked for you, and everything you typed is still here. Please choose other dates, then press Book Now again.`,
  },
  outdated: "This page was out of date. Everything you typed is still here: please press Book Now again.",
  /** Shown if the guest has to open a link first; this is not an error. */
  checkEmail: "Check your email",
  /** The result of opening the link that confirms the guest's email address. */
  proven: "Thank you, your email is confirmed. Now press Book Now again, here or where you filled in the form.",
  unproven: "This link has expired. Press Book Now and we'll email you a new one.",
};
export type ProblemsTexts = typeof problemsTexts;
