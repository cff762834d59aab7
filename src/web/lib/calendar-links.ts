import { addDays, isLocalDate } from "#domain/calendar/local-date.ts";

type Entry = { title: string; place: string; details: string; checkIn: string; checkOut: string };

/** URLs that add all days of a stay, including the day of check-out, to a web calendar. */
export const calendarLinks = {
  google: (entry: Entry) =>
    `https://calendar.google.com/calendar/render?${String(
      new URLSearchParams({
        action: "TEMPLATE",
        text: entry.title,
        dates: `${entry.checkIn}/${dayAfter(entry.checkOut)}`.replaceAll("-", ""),
        details: entry.details,
        location: entry.place,
      }),
    )}`,
  outlook: (entry: Entry) =>
    `https://outlook.live.com/calendar/0/deeplink/compose?${String(
      new URLSearchParams({
        path: "/calendar/action/compose",
        rru: "addevent",
        subject: entry.title,
        startdt: entry.checkIn,
        enddt: dayAfter(entry.checkOut),
        allday: "true",
        body: entry.details,
        location: entry.place,
      }),
    )}`,
};

/** In these URLs, the end is exclusive. */
function dayAfter(date: string): string {
  return isLocalDate(date) ? addDays(date, 1) : date;
}
