type LaterFee = { from: string; amount: string };

/** The guest's own pages: viewing, changing, cancelling and rating a booking, and finding it again. */
export const ownTexts = {
  /** The document title. */
  tab: "Your booking",
  notFound: {
    title: "Booking Not Found",
    text: "We couldn't find the booking you're looking for.",
    hint: "Please check that you've copied the full link. If it still doesn't work, call or email us. You'll find our details at the bottom of our home page.",
    book: "Book a stay",
  },
  cannotLoad: {
    title: "We can't show your booking right now",
    text: "Your booking is safe. Please reload this page in a moment.",
  },
  loading: "Loading your booking...",
  /** The title of the message about a form that was refused. */
  refused: "That didn't work",
  heading: {
    upcoming: "Your stay is booked",
    confirmed: "Your stay is confirmed",
    pending: "We've sent your request to the host",
    "checked-in": "Welcome to the cottage",
    "checked-out": "Thank you for staying",
    completed: "Thank you for staying",
    cancelled: "This stay is cancelled",
    payment: "Pay to complete your booking",
    offer: "Our offer for you",
    email: "Check your email to continue your booking",
  },
  /**
   * For a request that was declined or not answered in time, an offer that has ended, or nights that were released
   * because the guest did not confirm the email address or pay in time.
   */
  ended: {
    request: "The host couldn't accept your request",
    offer: "This offer has ended",
    unverified: "The time to confirm your email address has passed",
    unpaid: "The payment deadline has passed",
    nothingToPay: "Nothing has been booked, and there is nothing to pay.",
  },
  reference: (reference: string) => `Your reference is <b>${reference}</>`,
  yourStay: "Your stay",
  guest: "Guest",
  price: "Price",
  nights: "Nights",
  guests: "Guests",
  name: "Name",
  email: "Email",
  phone: "Phone",
  address: "Address",
  contact: "Contact",
  notGiven: "Not given",
  requests: "Special requests",
  after: "After booking",
  guestInfo: "Guest information",
  thingsToDo: "Things to do nearby",
  line: (label: string, nights: string, price: string) => `${label}, ${nights} × ${price}`,
  total: "Total",
  noPrice: "This stay is cancelled, so its price no longer applies.",
  fee: "Cancellation fee",
  none: "None",
  totalToPay: "Total to pay",
  cancellation: {
    free: "Cancellation is free.",
    /** A null amount means the price of one night. */
    atMost: (amount: string | null) =>
      amount === null ? "If you cancel, you pay for at most one night." : `If you cancel, you pay at most ${amount}.`,
    until: (until: string, amount: string | null, later: readonly LaterFee[]) =>
      [
        `Cancellation is free until ${until}.`,
        amount === null ? "Afterwards the fee is one night's stay." : `Afterwards the fee is ${amount}.`,
        ...later.map((fee) => `From ${fee.from} it is ${fee.amount}.`),
      ].join(" "),
  },
  next: {
    title: "Next steps",
    settled: "There's nothing more to do.",
    again: "Would you like to stay another time? <link>See which dates are free</>.",
    saveEmail: "Save the email we sent you: its link opens this page again on any device.",
    savePage: "Save or print this page, or bookmark it: its address opens your booking again.",
    tellUs: (time: string) => `Tell us by phone or email when you expect to arrive. Check-in is from ${time}.`,
    read: "Read the <rules>house rules</> and <way>how to find us</>.",
  },
  waiting: {
    payment: (until: string) => `We'll hold the nights until ${until}. Your stay will be booked once you've paid.`,
    host: (until: string) =>
      `The host will answer your request by ${until}. We'll hold your nights until then. There's nothing to pay until the host has accepted your request.`,
    guest: (until: string, email: string) =>
      `We'll hold these nights for you until ${until}. We've sent an email to <b>${email}</>: open the link in it, on any device, to continue. You don't have to fill in anything again.`,
    sendAgain: "Send the email again",
  },
  offer: {
    held: (until: string) =>
      `We'll hold these nights for you until ${until}. The price below is our offer for your stay.`,
    toBook: "Accept the offer to book.",
    agree: "By accepting, you agree to our <terms>terms and cancellation policy</>.",
    accept: (total: string) => `Accept for ${total}`,
  },
  changeAsked: {
    byEmail: (dates: string, guests: string, total: string, until: string) =>
      `We've asked the host to change your stay to <b>${dates}, ${guests}, ${total}</>. We'll hold those nights and your current ones until ${until}. We'll email you the answer. Until then your booking stays as it is.`,
    here: (dates: string, guests: string, total: string, until: string) =>
      `We've asked the host to change your stay to <b>${dates}, ${guests}, ${total}</>. We'll hold those nights and your current ones until ${until}. You'll find the answer on this page. Until then your booking stays as it is.`,
  },
  done: {
    cancelled: "Your stay is cancelled, free of charge.",
    cancelledFee: (fee: string) => `Your stay is cancelled. The cancellation fee is ${fee}.`,
    changed: "Your stay has been changed. Here are the new details.",
    emailed: (address: string) => `Thank you. We've sent the link to your booking to ${address}.`,
  },
  subject: (reference: string) => `Booking ${reference}`,
  question: "Ask us a question",
  arriving: {
    title: "Arriving",
    from: (from: string) => `Your arrival information appears on this page from <b>${from}</> until you check out.`,
    way: "How to find us",
    map: "Directions on your map",
    in: "Getting in",
    wifi: "WiFi",
    password: "Password",
    qr: (wifi: string) => `QR code to join the WiFi ${wifi}`,
    point: "Point your camera here to join",
    openLink: (email: string) =>
      `To see your arrival information here, please open the link in the email we sent to <b>${email}</>. It's shown from 3 days before you arrive until you check out.`,
    call: (phone: string) =>
      `To get your arrival information, please call us at <a>${phone}</>. Have your reference ready.`,
  },
  emailNotice: {
    waiting: (email: string) => `Our emails about this stay go to <b>${email}</>.`,
    details: (email: string) => `We've sent your booking details to <b>${email}</>.`,
    wrong: "Wrong address? Correct it",
    save: "Save and email me the link",
  },
  sendLink: {
    button: "Send me the link",
    sent: "If we have an email address for this booking, we've sent the link to it.",
  },
  masked:
    "For privacy, personal details are hidden here. To see and manage this booking, open this page in the browser you booked with, or open the link to your booking if we've sent you one.",
  conversation: {
    title: "Messages",
    intro: "Write to your host here. The reply will appear on this page, and we'll email it to you.",
    introWithoutMail: "Write to your host here. The reply will appear on this page.",
    none: "No messages yet.",
    byGuest: (at: string, byEmail: boolean) => (byEmail ? `<b>You</>, ${at} by email` : `<b>You</>, ${at}`),
    byHost: (at: string, byEmail: boolean) => (byEmail ? `<b>Your host</>, ${at} by email` : `<b>Your host</>, ${at}`),
    sent: { email: "Sent to you by email", whatsapp: "Sent to you by WhatsApp" },
    sentAt: {
      email: (at: string) => `Sent to you by email, ${at}`,
      whatsapp: (at: string) => `Sent to you by WhatsApp, ${at}`,
    },
    sentText:
      "Dates and key codes here may differ from the message that we sent. You'll find the current dates further up on this page.",
    label: "Your message",
    pictures: "Pictures",
    picturesHint: (most: number) => `Up to ${most}, JPEG, PNG or WebP, at most 10 MB each.`,
    ready: "Ready to be sent with your message",
    picture: (place: number, of: number) => `Picture ${place} of ${of}`,
    openPicture: (picture: string) => `${picture}, opens full size`,
    send: "Send message",
    done: "Your message has been sent to your host.",
    reading: {
      off: "Your host can't see which messages you've read.",
      on: "Your host can see which messages you've read.",
      turnOn: "Let my host see it",
      turnOff: "Don't show it",
    },
  },
  keep: {
    title: "Save your booking",
    stayAt: (cottage: string) => `Stay at ${cottage}`,
    file: "Add to calendar (.ics)",
    print: "Print",
    share: "Share",
    copied: "Link copied",
    copiedAbout: "It shows your stay, but not your name or contact details.",
    notShared: (address: string) => `Sharing didn't work. Please copy this link: ${address}`,
  },
  payment: {
    title: "Payment",
    paid: "Paid",
    refunded: "Refunded",
    now: "To pay now",
    dueOn: (day: string) => `Due on ${day}`,
    dueLater: "Due later",
    refund: "To be refunded",
    pay: (amount: string) => `Pay ${amount}`,
    payRest: (amount: string) => `Pay the rest, ${amount}`,
    receipt: (number: string) => `Receipt ${number}`,
    testMode: "Test mode: no real money moves",
  },
  acts: {
    title: "Change or cancel",
    change: "Change dates or guests",
    cancel: "Cancel this stay",
    withNights: (message: string, booked: string) => `${message} ${booked}.`,
    free: "You can cancel <b>free of charge</> now. Other guests can book your nights right away, so this can't be undone.",
    costs: (fee: string) =>
      `The free cancellation period has ended. Cancelling now costs <b>${fee}</>. Other guests can book your nights right away, so this can't be undone.`,
    cancelNow: "Cancel my stay",
    cancelFor: (fee: string) => `Cancel my stay for ${fee}`,
    /** Shown before a cancellation, if something was paid. */
    getBack: (back: string, paid: string) => `We'll refund ${back} of the ${paid} that you have paid.`,
    getNothingBack: (paid: string) => `We won't refund any of the ${paid} that you have paid.`,
  },
  change: {
    show: "Show the new price",
    noPrice: "We couldn't get the price just now. Please try again in a moment.",
    taken: (booked: string) => `${booked}. Please choose other dates.`,
    offer: (dates: string, nights: string, guests: string, total: string, before: string) =>
      `${dates}, ${nights}, ${guests}: <b>${total}</> instead of ${before}.`,
    same: "The price stays the same.",
    more: (amount: string) => `${amount} more than before.`,
    less: (amount: string) => `${amount} less than before.`,
    freeUntil: (until: string) => `You can cancel the changed stay free of charge until ${until}.`,
    /** Shown with a change, if something was paid. */
    leftToPay: (paid: string, left: string) => `You have paid ${paid}. ${left} will be left to pay.`,
    nothingLeft: (paid: string) => `You have paid ${paid}. There will be nothing left to pay.`,
    paidMore: (paid: string, more: string) =>
      `You have paid ${paid}. That is ${more} more than the new price; the host will refund it.`,
    asksHost:
      "The host has to confirm this change. We'll hold these nights and your current ones until the host answers. If the host declines or doesn't answer in time, your stay remains as it is.",
    ask: "Ask the host for this change",
    confirm: "Change my stay",
    /** Withdraws the request to change the stay. */
    keep: "Keep my booked dates",
  },
  find: {
    title: "Find your booking",
    lead: "Enter your reference and the email you booked with. We'll email you the link to your booking.",
    done: "If there's a booking with this reference and email, we've sent its link to that address. We send it at most once an hour, so please look for an earlier email too.",
    /** If no email can be sent. */
    call: (phone: string) =>
      `For anything about your booking, please call us at <a>${phone}</>. Have your reference ready.`,
    noReference: (phone: string) => `Don't have your reference, or didn't get the email? Call us at <a>${phone}</>.`,
    reference: "Booking reference",
    referenceHint: "It looks like LK-7F3KQ9X2 and is in your booking email.",
    send: "Email me the link",
  },
  rate: {
    tab: "How was your stay?",
    loading: "Loading your stay...",
    unknown: "This link doesn't work",
    unknownText: "Please copy the full link from our message.",
    cannotOpen: "We can't open your stay right now",
    reload: "Please reload this page in a moment.",
    title: (cottage: string) => `How was your stay at ${cottage}?`,
    thanks: (name: string) => `Thank you, ${name}!`,
    done: "We've passed your rating on to the host. You can change it here until 14 days after you first sent it.",
    legend: "Your rating",
    words: ["Poor", "Fair", "Good", "Very good", "Wonderful"],
    stars: (count: number) => (count === 1 ? "1 star" : `${count} stars`),
    more: "Tell us more (optional)",
    moreHint: "The host will read this and may show it on this site with your first name and the month.",
    send: "Send my rating",
    change: "Change my rating",
    choose: "Choose one to five stars",
    failed: "We couldn't send your rating. Please try again.",
  },
};
export type OwnTexts = typeof ownTexts;
