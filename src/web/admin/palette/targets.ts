import { CONTENT_FIELDS, CONTENT_TABS } from "#domain/property/content.ts";
import { paths } from "../../lib/paths.ts";
import { portalPaths } from "../../lib/portal-paths.ts";

/** `words` contains other names that hosts may type. */
export type Target = { label: string; hint: string; href: string; words: string };

const { admin } = paths;

/** The parts of all screens except the content screen. */
const PLACES: readonly (readonly [label: string, hint: string, href: string, words: string])[] = [
  [
    "New booking",
    "Enter a booking by hand",
    `${admin.bookings}?new=1`,
    "add enter phone call reservation manual walk-in create",
  ],
  [
    "Block nights",
    "In the calendar",
    admin.calendar,
    "close dates unavailable owner holiday maintenance myself free up unblock availability",
  ],
  [
    "Price for some nights",
    "In the calendar",
    admin.calendar,
    "special price nights dates event festival holiday rate override minimum",
  ],
  [
    "Preparation and minimum notice",
    "Prices",
    admin.prices,
    "preparation days cleaning gap buffer turnover notice same-day last moment lead time cut-off",
  ],
  ["Export bookings", "As a spreadsheet", admin.bookings, "csv excel download list accounts tax accountant"],
  [
    "Today's guests",
    "Arrivals and departures",
    admin.dashboard,
    "tonight arriving leaving in house check in check out",
  ],
  ["Email notifications", "Settings", `${admin.settings}#section-notifications`, "mail alerts notify notices smtp"],
  ["WhatsApp notifications", "Settings", `${admin.settings}#section-notifications`, "sms text messages phone"],
  ["Send a test email", "Settings", `${admin.settings}#section-notifications`, "mail works try"],
  [
    "Instant booking or requests",
    "Settings",
    `${admin.settings}#section-bookings`,
    "approve accept automatic book now confirm manually mode",
  ],
  ["Answer requests within", "Settings", `${admin.settings}#requestHours`, "response time deadline hours"],
  ["Longest stay", "Settings", `${admin.settings}#longestStay`, "maximum nights limit"],
  ["How far ahead guests can book", "Settings", `${admin.settings}#bookingWindow`, "window advance open days future"],
  [
    "How long guest details are kept",
    "Settings",
    `${admin.settings}#guestRetention`,
    "privacy gdpr forget delete personal data erase",
  ],
  ["WiFi network name", "Settings", `${admin.settings}#wifiName`, "wi-fi internet wlan network ssid qr code"],
  ["Cancellation policy of moved stays", "Settings", `${admin.settings}#section-bookings`, "refund cancel terms"],
  ["Contact email", "Settings", `${admin.settings}#contactEmail`, "address mail reach"],
  ["Contact phone", "Settings", `${admin.settings}#contactPhone`, "telephone number mobile call"],
  ["Time zone", "Settings", `${admin.settings}#timezone`, "clock hours"],
  ["Map", "Settings", `${admin.settings}#mapTileUrl`, "tiles location pictures"],
  ["Change the password", "Settings", `${admin.settings}#currentPassword`, "login sign in secret security"],
  ["Two-factor sign-in", "Settings", admin.secondFactor, "2fa authenticator code security app otp"],
  [
    "Signed-in devices",
    "Settings",
    `${admin.settings}#section-security`,
    "sessions logged in sign out everywhere lost phone stolen",
  ],
  ["Sign out after", "Settings", `${admin.settings}#sessionTimeout`, "session timeout automatic logout minutes"],
  ["Backups", "Settings", `${admin.settings}#backups`, "backup copy save safe restore recover back up now"],
  ["Export everything", "Settings", `${admin.settings}#backups`, "download archive move another server take out"],
  ["Automatic backups", "Settings", `${admin.settings}#section-system`, "backup nightly daily keep"],
  ["Debug mode", "Settings", `${admin.settings}#section-system`, "log fault problem error technical"],
  [
    "Prices and stay rules",
    "Prices",
    admin.prices,
    "price cost money night dollars rate season weekend minimum stay discount code cleaning fee tax currency cancellation",
  ],
  [
    "People",
    "Settings",
    portalPaths.people,
    "hosts users accounts invite add remove person partner co-host team staff sign in access",
  ],
  ["Cleaning", "The cleaner's page", portalPaths.cleaning, "cleaner housekeeping turnover changeover maid clean"],
  [
    "Notifications",
    "Settings",
    `${admin.settings}#section-notifications`,
    "notify alerts push email address daily summary phone tell me",
  ],
  ["Audit log", "Who changed what", admin.audit, "history changes who did undo activity log"],
  ["Message texts", "Messaging", admin.messaging, "template welcome reminder feedback email wording automatic letter"],
  ["Guest ratings", "Messaging", admin.messaging, "review stars feedback testimonial"],
  [
    "Connect a calendar",
    "Channels",
    admin.channels,
    "airbnb booking.com vrbo agoda ical ics sync import platform link",
  ],
  ["Your calendar links", "Channels", admin.channels, "export ical ics feed link url"],
  ["Change a platform's calendar link", "Channels", admin.channels, "new link url reset wrong listing import ical"],
  ["Double bookings", "Channels", admin.channels, "conflict overlap clash taken twice"],
  ["Sync history", "Channels", admin.channelHistory, "calendar log last read"],
];

const CONTENT_WORDS: Partial<Record<string, string>> = {
  rateCents: "price cost money night dollars",
  description: "text about",
  bedrooms: "rooms sleep beds",
  bathrooms: "shower toilet",
  amenities: "facilities pool kitchen parking air conditioning equipment",
  photos: "pictures images gallery upload",
  highlights: "features advantages",
  hero: "banner headline title start page home cover",
  wifiPassword: "wi-fi internet key wlan",
  wifiNote: "wi-fi internet",
  checkInInstructions: "key arrival directions door gate code lockbox",
  houseRules: "smoking pets party quiet noise",
  houseTimes: "check-in time check-out time arrival departure hours late",
  emergency: "police doctor hospital ambulance",
  terms: "conditions legal contract agb",
  cancellationTerms: "cancel policy refund storno",
  contact: "phone email address facebook instagram whatsapp social",
  testimonials: "reviews quotes guests say",
  localAttractions: "things to do sights places nearby",
  checkInInstructionsIn: "translation german french russian spanish chinese",
  wordsIn: "translation german french russian spanish chinese",
  directionsIn: "translation german french russian spanish chinese",
  gettingHere: "directions map address route location drive airport train",
  metaDescription: "seo google keywords",
  treasures: "sights home page explore",
  drawnMap: "drawing map places",
  pageTexts: "sentences lead tagline title",
  host: "about me profile photo languages answer registration number",
  rooms: "beds bedroom size square meters metres",
  offer: "payment cash deposit advantages discount direct",
};

// The prices are among the content fields, but have their own screen.
const content: Target[] = Object.entries(CONTENT_FIELDS).flatMap(([field, { label, tab }]) =>
  tab === "prices"
    ? []
    : [
        {
          label,
          hint: `Content: ${CONTENT_TABS[tab]}`,
          href: `${admin.content}?tab=${tab}#${field}`,
          words: `${CONTENT_WORDS[field] ?? ""} content website text`,
        },
      ],
);
const pictures: Target[] = [
  {
    label: "Pictures of attractions",
    hint: `Content: ${CONTENT_TABS["attraction-images"]}`,
    href: `${admin.content}?tab=attraction-images`,
    words: "photos images upload sights",
  },
];

export const TARGETS: readonly Target[] = [
  ...PLACES.map(([label, hint, href, words]) => ({ label, hint, href, words })),
  ...content,
  ...pictures,
];
