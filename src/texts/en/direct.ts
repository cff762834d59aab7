/** Strings that only the direct booking form has. */
export const directTexts = {
  /** The document title. */
  tab: "Book direct",
  title: "Direct booking",
  lead: "Book directly with your host, without a booking platform.",
  fullName: "Full name",
  benefits: {
    title: "Why book direct",
    list: (own: readonly string[], freeCancellation: string) => [
      "The price you see is the price you pay: no booking fees, no platform commission.",
      ...own,
      "You deal with your host directly.",
      freeCancellation,
      "You can change or cancel your stay yourself, online.",
    ],
  },
  /** SPEC 5, on the direct form. */
  missing: { title: "Missing Information", description: "Please fill in all required fields." },
  invalidDates: { title: "Invalid Dates", description: "Check-out date must be after check-in date." },
  required: {
    name: "Enter your full name",
    email: "Enter your email",
    checkInDate: "Choose a check-in date",
    checkOutDate: "Choose a check-out date",
  },
  failed: "Something went wrong. Please try again.",
  confirmed: {
    title: "Booking Confirmed!",
    emailed: (address: string) => `We've sent a confirmation email to ${address}.`,
    notEmailed: "We won't send a confirmation email, so please save or print this page.",
  },
};
export type DirectTexts = typeof directTexts;
