/** What a booking form says once something is wrong, or an email is confirmed: it loads when the form is first touched. */
export const problemsTexts = {
  /** What is wrong with a field, by the contract's message of it. */
  invalid: (message: string) => message,
  otherDates: (refusal: string) => `${refusal}. Please choose other dates`,
  notBooked: "Your stay is not booked yet",
  failed: "Booking Failed",
  /** SPEC 8, when the failure has no words of its own. */
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
  /** For an answer that asks the guest to open a link first: nothing has failed. */
  checkEmail: "Check your email",
  /** What became of the link in the email that asks guests to confirm their address. */
  proven: "Thank you, your email is confirmed. Now press Book Now again, here or where you filled in the form.",
  unproven: "This link has expired. Press Book Now and we'll email you a new one.",
};
export type ProblemsTexts = typeof problemsTexts;
