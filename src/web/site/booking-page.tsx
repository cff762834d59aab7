import { useQuery } from "@tanstack/react-query";
import { defaultStay } from "#domain/booking/stay.ts";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { propertyQuery, siteQuery } from "../api/property.ts";
import { useFormState } from "../app/page-state.ts";

export function BookingPage() {
  const { data: property } = useQuery(propertyQuery);
  const { data: site } = useQuery(siteQuery);
  const { form, formKey } = useFormState();
  if (!property || !site) return <h1>Property Not Found</h1>;
  const stay = defaultStay(toLocalDate(site.today));
  const value = (name: string, fallback = "") => form?.values[name] ?? fallback;
  return (
    <form method="post" action="/book">
      <h1>{property.name}</h1>
      {form ? <p role="alert">{form.message}</p> : null}
      <input type="hidden" name="formKey" value={formKey} />
      <label>
        Guest name <input name="name" defaultValue={value("name")} />
      </label>
      <label>
        Email <input name="email" defaultValue={value("email")} />
      </label>
      <label>
        Phone <input name="phone" defaultValue={value("phone")} />
      </label>
      <label>
        Check-in <input type="date" name="checkInDate" defaultValue={value("checkInDate", stay.checkIn)} />
      </label>
      <label>
        Check-out <input type="date" name="checkOutDate" defaultValue={value("checkOutDate", stay.checkOut)} />
      </label>
      <label>
        Guests <input type="number" name="guestCount" defaultValue={value("guestCount", "2")} />
      </label>
      <button type="submit">Book Now</button>
    </form>
  );
}
