import type { BrowserContext } from "@playwright/test";
import type { bookStay } from "#server/testing/given.ts";
import { AIRBNB, airbnbStay, calendarOf, type Platforms } from "#server/testing/platforms.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import type { Walker } from "./walker.ts";

export type Journey = { name: string; walk: (walker: Walker, place: number) => Promise<void> };

/** Each list has one item for the phone and then one for the computer. */
export type HostWeek = { url: string; moved: string[]; requested: string[]; links: string[]; signIn: SignIn };
type SignIn = (context: BrowserContext) => Promise<void>;

export function publishCalendars({ replies }: Platforms): void {
  replies.set("www.airbnb.com", {
    body: calendarOf(AIRBNB, [airbnbStay("HMAAAAAAAA", "2027-06-10", "2027-06-14")]),
  });
  replies.set("www.vrbo.com", {
    body: calendarOf("-//HomeAway.com, Inc.//EN", [
      { uid: "1@vrbo.com", from: "2027-07-10", to: "2027-07-14", summary: "Reserved - Ann" },
    ]),
  });
}

/** Tonight's stay, two stays to be moved, and two requests that wait for the host. */
export async function prepareHostWeek(server: TestApp, bookBy: typeof bookStay): Promise<HostWeek> {
  const cookie = await server.signIn();
  const [name = "", value = ""] = (cookie.split("; ")[0] ?? "").split("=");
  const book = async (checkInDate: string, checkOutDate: string) =>
    String((await bookBy(server, { checkInDate, checkOutDate })).json.id);
  await book("2026-12-01", "2026-12-02");
  const moved = [await book("2027-03-01", "2027-03-03"), await book("2027-03-04", "2027-03-06")];
  const settle = async (bookingMode: string) => {
    const {
      debugUntil: _until,
      missing: _missing,
      ...settings
    } = (await server.send("GET", "/api/admin/settings", undefined, { cookie })).json;
    const { status, text } = await server.send("PUT", "/api/admin/settings", { ...settings, bookingMode }, { cookie });
    if (status !== 200) throw new Error(`Settings were not saved: ${text}`);
  };
  await settle("request");
  const requested = [await book("2027-03-22", "2027-03-24"), await book("2027-03-25", "2027-03-27")];
  await settle("instant");
  return {
    url: server.url,
    moved,
    requested,
    links: ["https://www.airbnb.com/calendar/ical/1.ics?s=abc", "https://www.vrbo.com/icalendar/abc.ics"],
    signIn: (context) => context.addCookies([{ name, value, url: server.url }]),
  };
}

export function hostJourneys({ url, moved, requested, links }: HostWeek): Journey[] {
  const admin = `${url}/admin`;
  return [
    {
      name: "find tonight's guest",
      walk: async ({ page, open, tap, sees }) => {
        await open(`${admin}/dashboard`);
        await tap(page.getByText(/^Tonight:/).getByRole("link"));
        await sees(page.getByRole("region", { name: "Guest" }).first());
      },
    },
    {
      name: "move a stay",
      walk: async ({ page, open, tap, fill, sees }, place) => {
        await open(`${admin}/bookings/${moved[place]}`);
        await tap(page.getByRole("button", { name: "Change dates or guests" }));
        const dialog = page.getByRole("dialog", { name: "Change dates or guests" });
        await fill(dialog.getByLabel("Check-in"), `2027-03-${10 + place * 4}`);
        await fill(dialog.getByLabel("Check-out"), `2027-03-${12 + place * 4}`);
        await tap(dialog.getByRole("button", { name: "Save changes" }));
        await sees(page.getByText(`Mar ${10 + place * 4}`).first());
      },
    },
    {
      name: "enter a phone booking with an agreed price",
      walk: async ({ page, open, tap, fill, sees, arrivesAt }, place) => {
        await open(`${admin}/bookings`);
        await tap(page.getByRole("button", { name: "New booking" }));
        const dialog = page.getByRole("dialog", { name: "New booking" });
        await fill(dialog.getByLabel("Guest name"), CALLER.name);
        await fill(dialog.getByLabel("Phone"), CALLER.phone);
        await fill(dialog.getByLabel("Check-in"), `2027-04-${10 + place * 4}`);
        await fill(dialog.getByLabel("Check-out"), `2027-04-${12 + place * 4}`);
        await fill(dialog.getByLabel(/^Agreed price/), "270");
        await tap(dialog.getByRole("button", { name: "Add booking" }));
        await arrivesAt("**/admin/bookings/*");
        await sees(page.getByText("$270").first());
      },
    },
    {
      name: "accept a request",
      walk: async ({ page, open, tap, sees }, place) => {
        await open(`${admin}/bookings/${requested[place]}`);
        await tap(page.getByRole("button", { name: /^Accept/ }).first());
        await sees(page.getByText("Booking accepted").first());
      },
    },
    {
      name: "block nights",
      walk: async ({ page, open, tap, fill, sees }, place) => {
        await open(`${admin}/calendar?month=2027-05`);
        await tap(page.getByRole("button", { name: "Block nights" }).first());
        const dialog = page.getByRole("dialog");
        await fill(dialog.getByLabel("First night"), `2027-05-${10 + place * 4}`);
        await fill(dialog.getByLabel("Free again on"), `2027-05-${12 + place * 4}`);
        await fill(dialog.getByLabel("Reason"), "Painting");
        await tap(dialog.getByRole("button", { name: "Block nights" }));
        await sees(page.getByText("Painting").first());
      },
    },
    {
      name: "connect a platform",
      walk: async ({ page, open, tap, fill, sees }, place) => {
        const platform = ["Airbnb", "Vrbo"][place] ?? "Airbnb";
        await open(`${admin}/channels`);
        await tap(page.getByRole("button", { name: `Connect ${platform}` }));
        await fill(page.getByLabel(`Calendar link of ${platform}`), links[place] ?? "");
        await tap(page.getByRole("dialog").locator("button[type=submit]"));
        await tap(page.getByRole("button", { name: "Save and connect" }));
        const done = page.getByRole("button", { name: "Done" });
        await sees(done);
        await tap(done);
      },
    },
    {
      name: "change the check-in time",
      walk: async ({ page, open, tap, fill, sees }, place) => {
        await open(`${admin}/content?tab=guest-info`);
        await fill(page.getByLabel("Check-in from"), place === 0 ? "15:00" : "16:00");
        await tap(page.getByRole("button", { name: "Save Guest Info" }));
        await sees(page.getByText("Content updated successfully!").first());
      },
    },
  ];
}

const CALLER = { name: "Ruwan Silva", phone: "+94 77 555 0123" };

/** The same tasks in the portal of commit 11fc3b5, each by its shortest route. */
export function earlierHostJourneys(week: HostWeek): Journey[] {
  const admin = `${week.url}/admin`;
  const instead: Record<string, Journey["walk"]> = {
    "find tonight's guest": async ({ page, open, tap, sees }) => {
      await open(`${admin}/dashboard`);
      await tap(
        page
          .getByRole("main")
          .getByRole("link", { name: /^Ann Perera/ })
          .first(),
      );
      await sees(page.getByRole("heading", { name: "Guest", exact: true }).first());
    },
    // That portal cannot change a price, so the host writes the amount in the notes.
    "enter a phone booking with an agreed price": async ({ page, open, tap, fill, sees, arrivesAt }, place) => {
      await open(`${admin}/bookings`);
      await tap(page.getByRole("button", { name: "New booking" }));
      const dialog = page.getByRole("dialog", { name: "New booking" });
      await fill(dialog.getByLabel("Guest name"), CALLER.name);
      await fill(dialog.getByLabel("Phone"), CALLER.phone);
      await fill(dialog.getByLabel("Check-in"), `2027-04-${10 + place * 4}`);
      await fill(dialog.getByLabel("Check-out"), `2027-04-${12 + place * 4}`);
      await tap(dialog.getByRole("button", { name: "Enter booking" }));
      await arrivesAt("**/admin/bookings/*");
      await fill(page.getByLabel("For you only"), "Agreed: $270");
      await tap(page.getByRole("button", { name: "Save notes" }));
      await sees(page.getByText("Notes saved").first());
    },
    "accept a request": async ({ page, open, tap, sees }, place) => {
      await open(`${admin}/bookings/${week.requested[place]}`);
      await tap(page.getByRole("button", { name: "Confirm", exact: true }));
      await sees(page.getByText("Booking confirmed").first());
    },
  };
  return hostJourneys(week).map((journey) => ({ ...journey, walk: instead[journey.name] ?? journey.walk }));
}
