import { Booking } from "#shared/booking.jsx";
import { readContent, readNights } from "../../data.js";

/** Rendered for each visit with the nights that are free now. Only the form and its calendar run in the browser. */
export default async function BookingPage({ searchParams }) {
  const [{ property, site }, nights, asked] = await Promise.all([readContent(), readNights(), searchParams]);
  return <Booking property={property} site={site} nights={nights} arrival={asked.in} />;
}
