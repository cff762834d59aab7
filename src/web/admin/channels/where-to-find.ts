import type { Platform } from "#domain/channels/channel.ts";

/** Platforms rearrange their menus, so these texts name the menu items to choose, but not where they are. */
export const WHERE_TO_FIND = {
  airbnb: {
    theirs:
      "On Airbnb, open your calendar, choose Availability, then Connect to another website, and copy the Airbnb link.",
    ours: "On the same page, paste your link into the field for the other website's link.",
  },
  "booking.com": {
    theirs:
      "In the Booking.com extranet, open Rates & Availability, then Sync calendars, choose Export, and copy the link.",
    ours: "On the same page, choose Import and paste your link.",
  },
  vrbo: {
    theirs: "On Vrbo, open your property's calendar, choose Export, and copy the link.",
    ours: "On the same page, choose Import and paste your link.",
  },
  agoda: {
    theirs: "In Agoda's host tools, open the calendar, choose Sync calendar, then Export, and copy the link.",
    ours: "On the same page, choose Import and paste your link.",
  },
  other: {
    theirs: "Copy the calendar's link from the site that publishes it; it often ends in .ics.",
    ours: "Paste your link where that site imports calendars.",
  },
} satisfies Record<Platform, { theirs: string; ours: string }>;
