import { expect, type Page } from "@playwright/test";

export const GUEST = { name: "Ann Perera", email: "ann@example.com", phone: "+94 77 123 4567" };

/** `/book` is the main booking page. */
export function bookAt(stay: { checkIn: string; checkOut: string }, guests = 2, path = "/book"): string {
  return `${path}?in=${stay.checkIn}&out=${stay.checkOut}&guests=${guests}`;
}

export async function fillGuest(page: Page, guest = GUEST): Promise<void> {
  await page.getByLabel("Guest name").fill(guest.name);
  await page.getByLabel("Email").fill(guest.email);
  await page.getByLabel("Phone").fill(guest.phone);
}

export async function bookShownStay(page: Page, next: "confirmation" | "pay" = "confirmation"): Promise<void> {
  await fillGuest(page);
  await bookNow(page).click();
  await page.waitForURL(`**/booking/${next}/*`);
}

export const calendar = (page: Page) => page.getByRole("group", { name: "Calendar" });

/** Hydration turns the calendar into a grid. */
export async function hydrated(page: Page): Promise<void> {
  await expect(calendar(page).getByRole("grid").first()).toBeVisible();
}

/** The accessible name may contain more than the date. */
export function calendarDay(page: Page, date: string) {
  const dateText = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );
  return calendar(page).getByRole("button", { name: dateText });
}

export const bookNow = (page: Page) => page.getByRole("button", { name: "Book Now" });
export const summary = (page: Page) => page.getByRole("region", { name: "Kitul Hill Cottage" });
export const problem = (page: Page) => page.locator("form").getByRole("alert");

/** `2026-12-05` and 3 make `2026-12-08`. */
export function plusDays(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/** The property's date, whatever the browser's clock says. */
export function cottageToday(now = new Date()): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Colombo" }).format(now);
}

/** As another guest, through the API. */
export async function takeNights(page: Page, stay: { checkIn: string; checkOut: string }): Promise<void> {
  const headers = { "x-forwarded-for": "172.16.5.9" };
  const other = { ...GUEST, name: "Ben Silva", email: "ben@guests.example" };
  const guest = await page.request.post("/api/guests", { data: other, headers });
  const { id: guestId } = await guest.json();
  const booked = await page.request.post("/api/bookings", {
    headers,
    data: {
      propertyId: 1,
      guestId,
      checkInDate: stay.checkIn,
      checkOutDate: stay.checkOut,
      guestCount: 2,
      status: "upcoming",
    },
  });
  if (booked.status() !== 201) throw new Error(`the nights could not be taken: ${booked.status()}`);
}
