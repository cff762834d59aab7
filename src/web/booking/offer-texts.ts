/** What a guest reads of the host's offer, on the booking's own page. */
export const offerTexts = {
  headline: "Our offer for you",
  held: (until: string) =>
    `We hold these nights for you until ${until}. The price below is our offer for your stay; it is booked when you accept.`,
  agree: "By accepting, you agree to our",
  terms: "terms and cancellation policy",
  accept: (total: string) => `Accept for ${total}`,
};
