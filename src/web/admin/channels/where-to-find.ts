import type { Platform } from "#domain/channels/channel.ts";

/** Where on a platform its link is copied, and ours is pasted. Platforms move their menus: no more than the words to look for. */
export const WHERE_TO_FIND = {
  airbnb: {
    theirs:
      "On Airbnb, open your calendar, choose Availability, then Connect to another website, and copy the Airbnb link.",
    ours: "On the same page paste our address under the other website's link.",
  },
  "booking.com": {
    theirs:
      "In the Booking.com extranet, open Rates & Availability, then Sync calendars, choose Export, and copy the link.",
    ours: "On the same page choose Import and paste our address.",
  },
  vrbo: {
    theirs: "On Vrbo, open the calendar of your property, choose Export, and copy the link.",
    ours: "On the same page choose Import and paste our address.",
  },
  agoda: {
    theirs: "In Agoda's host tools, open the calendar, choose Sync calendar, then Export, and copy the link.",
    ours: "On the same page choose Import and paste our address.",
  },
  other: {
    theirs: "Copy the link of the calendar where it is published; it often ends in .ics.",
    ours: "Where that site can import calendars, paste our address.",
  },
} satisfies Record<Platform, { theirs: string; ours: string }>;
