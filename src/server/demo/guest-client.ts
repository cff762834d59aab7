import type { FastifyInstance } from "fastify";
import { availability, createBooking } from "#contract/booking.ts";
import { registerGuest } from "#contract/guests.ts";
import { startPayment } from "#contract/payments.ts";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { addDays, eachDay, type LocalDate } from "#domain/calendar/local-date.ts";

const GUEST = { name: "Chloe Martin", email: "chloe.martin@example.com", phone: "+1 212 555 0126" };
const EARLIEST_DAYS = 45;
const LATEST_DAYS = 110;

/** The longest minimum stay of the demo's seasons. */
const NIGHTS = 3;

/** Books a stay on the website and pays for it at the simulated provider, like a guest's browser. */
export async function payAsGuest(http: FastifyInstance, today: LocalDate): Promise<void> {
  let cookie = "";
  const call = async (method: "GET" | "POST", url: string, payload?: object | string) => {
    const form = typeof payload === "string" ? { "content-type": "application/x-www-form-urlencoded" } : {};
    const response = await http.inject({ method, url, headers: { cookie, ...form }, ...(payload ? { payload } : {}) });
    if (response.statusCode >= 400) throw new Error(`${method} ${url}: ${response.statusCode} ${response.body}`);
    cookie ||= response.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    return response;
  };
  const [from, to] = [addDays(today, EARLIEST_DAYS), addDays(today, LATEST_DAYS)];
  const { unavailable } = availability.response.parse(
    (await call("GET", `/api/availability?from=${from}&to=${to}`)).json(),
  );
  const isFree = (day: LocalDate) => eachDay(day, addDays(day, NIGHTS)).every((night) => !unavailable.includes(night));
  const arrival = eachDay(from, addDays(to, -NIGHTS)).find(isFree);
  if (!arrival) return;
  const { id: guestId } = registerGuest.response.parse((await call("POST", "/api/guests", GUEST)).json());
  const stay = { checkInDate: arrival, checkOutDate: addDays(arrival, NIGHTS), guestCount: 2, status: "upcoming" };
  const booked = await call("POST", "/api/bookings", { propertyId: PROPERTY_ID, guestId, ...stay });
  const { id } = createBooking.response.parse(booked.json());
  const page = startPayment.response.parse((await call("POST", `/api/bookings/${id}/pay`, {})).json());
  if (page.kind !== "address") return;
  // The webhook cannot arrive yet; returning from the payment page has the same result.
  await call("POST", page.url, "act=pay-silently");
  await call("GET", `/api/bookings/${id}/payment?back=paid`);
}
