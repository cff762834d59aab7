import { ApiError, type Fetch } from "../api/client.ts";
import { book } from "../api/booking.ts";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { FormReturn } from "../app/page-state.ts";

export type SubmitResult = { ok: true; bookingId: string } | { ok: false; status: number; returned: FormReturn };

/** The booking form as a browser without script sends it; the server's calls check it, and nothing that was typed is lost. */
export async function submitBookingForm(form: URLSearchParams, fetch: Fetch): Promise<SubmitResult> {
  const values = Object.fromEntries([...form].filter(([name]) => name !== "formKey"));
  const field = (name: string) => values[name] ?? "";
  try {
    const booking = await book(
      {
        guest: { name: field("name"), email: field("email"), phone: field("phone") },
        stay: {
          propertyId: PROPERTY_ID,
          checkInDate: field("checkInDate"),
          checkOutDate: field("checkOutDate"),
          guestCount: field("guestCount"),
          bookingOption: "entire_cottage",
          specialRequests: field("specialRequests"),
          status: "upcoming",
        },
      },
      form.get("formKey") ?? "",
      fetch,
    );
    return { ok: true, bookingId: booking.id };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message, fields = {}, nights = [] } = error.problem;
    return { ok: false, status: error.status, returned: { values, message, fields, nights } };
  }
}
