import { type SampleStay, sampleStays } from "#domain/booking/sample-stays.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import type { Platform } from "#domain/channels/channel.ts";

/** Platforms whose calendars the demo reads, each at a URL with the platform's real host name. */
export const SAMPLE_CALENDARS = {
  airbnb: {
    url: "https://www.airbnb.com/calendar/ical/10203040.ics?s=demo-not-a-secret",
    product: "-//Airbnb Inc//Hosting Calendar 1.0//EN",
  },
  "booking.com": {
    url: "https://ical.booking.com/v1/export?t=demo-not-a-secret",
    product: "-//admin.booking.com//NONSGML v1.0//EN",
  },
  vrbo: {
    url: "https://www.vrbo.com/icalendar/demo-not-a-secret.ics",
    product: "-//HomeAway.com, Inc.//EN",
  },
} as const satisfies Partial<Record<Platform, { url: string; product: string }>>;
export type SamplePlatform = keyof typeof SAMPLE_CALENDARS;

type SampleEvent = Stay & { uid: string; summary: string; description?: string };

export function isSamplePlatform(source: string): source is SamplePlatform {
  return Object.hasOwn(SAMPLE_CALENDARS, source);
}

/** Whether a stay appears in its platform's calendar instead of among our own bookings. */
export function isInSampleCalendar({ source, status, checkIn }: SampleStay, madeOn: LocalDate): boolean {
  return isSamplePlatform(source) && status !== "cancelled" && checkIn > madeOn;
}

/** The calendar of a platform in a demo made on `madeOn`; the calendar is identical every time it is read. */
export function sampleCalendar(platform: SamplePlatform, madeOn: LocalDate): string {
  return calendarText(SAMPLE_CALENDARS[platform].product, eventsOf(platform, madeOn), madeOn);
}

function eventsOf(platform: SamplePlatform, madeOn: LocalDate): SampleEvent[] {
  const stays = sampleStays(madeOn);
  const coming = stays.filter((stay) => stay.source === platform && isInSampleCalendar(stay, madeOn));
  const events = coming.map((stay, i) => eventOf(platform, stay, stay.guest.name, i));
  if (platform === "airbnb") {
    // This stay was sold both there and here: it is the double booking that the demo's host has resolved.
    const ours = stays.find(
      ({ source, status, checkIn }) =>
        source === "direct" && status === "confirmed" && checkIn > addDays(madeOn, CONFLICT_DAYS),
    );
    if (ours) events.push(eventOf(platform, { ...ours, checkOut: addDays(ours.checkIn, 1) }, "", events.length));
  }
  if (platform === "booking.com") {
    // Booking.com does not say whether this event is a stay, so the host is asked.
    const from = addDays(madeOn, CLOSED_FROM_DAYS);
    events.push(eventOf(platform, { checkIn: from, checkOut: addDays(from, CLOSED_NIGHTS) }, "", events.length));
  }
  return events;
}

const CONFLICT_DAYS = 21;
/** The number of days from `madeOn` to the closed nights, large enough for these to fall after all sample stays. */
const CLOSED_FROM_DAYS = 140;
const CLOSED_NIGHTS = 45;

function eventOf(platform: SamplePlatform, { checkIn, checkOut }: Stay, guest: string, place: number): SampleEvent {
  const id = `${checkIn.replaceAll("-", "")}${String(place).padStart(4, "0")}`;
  switch (platform) {
    case "airbnb": {
      const code = `HM${id.slice(2)}`;
      const description = `Reservation URL: https://www.airbnb.com/hosting/reservations/details/${code}\\nPhone Number (Last 4 Digits): 01${String(place).padStart(2, "0")}`;
      return { checkIn, checkOut, uid: `1418fb94e984-${id}@airbnb.com`, summary: "Reserved", description };
    }
    case "booking.com":
      return { checkIn, checkOut, uid: `${id}@booking.com`, summary: "CLOSED - Not available" };
    case "vrbo":
      return { checkIn, checkOut, uid: `${id}@vrbo.com`, summary: `Reserved - ${guest.split(" ")[0] ?? ""}` };
  }
}

/** Follows RFC 5545, except that long descriptions are not folded, which our reader accepts. */
function calendarText(product: string, events: readonly SampleEvent[], madeOn: LocalDate): string {
  const compact = (day: LocalDate) => day.replaceAll("-", "");
  const lines = events.flatMap(({ uid, checkIn, checkOut, summary, description }) => [
    "BEGIN:VEVENT",
    `DTSTAMP:${compact(madeOn)}T060000Z`,
    `DTSTART;VALUE=DATE:${compact(checkIn)}`,
    `DTEND;VALUE=DATE:${compact(checkOut)}`,
    `SUMMARY:${summary}`,
    `UID:${uid}`,
    ...(description ? [`DESCRIPTION:${description}`] : []),
    "END:VEVENT",
  ]);
  return ["BEGIN:VCALENDAR", `PRODID:${product}`, "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
}
