import { expect, type Page } from "@playwright/test";
import { hostSession } from "./host-session.ts";
import { nights } from "./latchkey.ts";

/** The sign-in screen has its own journeys. Uses the test's own server unless another is given. */
export async function signInByCalls(page: Page, url = ""): Promise<void> {
  const server = url || new URL((await page.request.get("/api/health")).url()).origin;
  const cookies = (await hostSession(server)).split("; ").map((cookie) => {
    const [name = "", value = ""] = cookie.split("=");
    // Chromium accepts a cookie with the __Host- prefix only from a secure origin.
    return { name, value, url: name.startsWith("__Host-") ? server.replace("http:", "https:") : server };
  });
  await page.context().addCookies(cookies);
}

type Overrides = { name?: string; nights?: number; status?: "upcoming" | "confirmed"; guestCount?: number };

/** On nights that no other test uses. */
export async function bookByCalls(page: Page, overrides: Overrides = {}) {
  const name = overrides.name ?? "Ann Perera";
  const stay = nights(overrides.nights ?? 3);
  const email = `${name.toLowerCase().replaceAll(/[^a-zë0-9]+/g, ".")}@example.com`;
  const guest = await page.request.post("/api/guests", {
    data: { name, email: ascii(email), phone: "+94 77 123 4567" },
  });
  const { id: guestId } = await guest.json();
  const response = await page.request.post("/api/bookings", {
    data: {
      propertyId: 1,
      guestId,
      checkInDate: stay.checkIn,
      checkOutDate: stay.checkOut,
      guestCount: overrides.guestCount ?? 2,
      status: overrides.status ?? "upcoming",
    },
  });
  expect(response.status()).toBe(201);
  const booking: { id: string; reference: string } = await response.json();
  return { ...booking, ...stay };
}

const ascii = (text: string) => text.normalize("NFD").replaceAll(/[^\u0020-\u007e]/g, "");
