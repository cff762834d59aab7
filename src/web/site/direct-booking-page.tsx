import { BookingFormFrame } from "../booking/booking-form.tsx";
import { BookingScreen } from "../booking/booking-screen.tsx";
import { DirectBenefits } from "../booking/direct-benefits.tsx";
import { directFormMessages, directRefusal } from "../booking/form-rules.ts";
import { GuestFields, SpecialRequestsField } from "../booking/guest-fields.tsx";
import { DateFields, GuestChoice } from "../booking/stay-fields.tsx";
import { useBookingForm } from "../booking/use-booking-form.ts";
import type { Cottage } from "../booking/use-cottage.ts";
import { paths } from "../lib/paths.ts";
import { toast } from "../ui/toast-store.ts";

/** SPEC 2: the direct booking form. Its rules and texts are its own (SPEC 5). */
export function DirectBookingPage() {
  return (
    <BookingScreen title="Direct booking" lead="Book directly with your host, without a booking platform.">
      {(cottage) => <DirectBookingForm cottage={cottage} />}
    </BookingScreen>
  );
}

function DirectBookingForm({ cottage }: { cottage: Cottage }) {
  const booking = useBookingForm(
    {
      path: paths.directBooking,
      status: "confirmed",
      rules: directFormMessages,
      created: (emailed) => ({
        title: "Booking Confirmed!",
        description: emailed
          ? `We've sent a confirmation email to ${emailed}.`
          : "We don't send a confirmation email, so please save or print this page.",
      }),
      failed: "Something went wrong. Please try again.",
      onRefused: (messages) => toast({ ...directRefusal(messages), variant: "destructive" }),
    },
    cottage,
  );
  return (
    <BookingFormFrame
      booking={booking}
      cottage={cottage}
      action={paths.directBooking}
      invalid={directRefusal(booking.messages)}
      stayFields={
        <>
          <DateFields booking={booking} cottage={cottage} shortestStay={0} />
          <GuestChoice booking={booking} cottage={cottage} />
        </>
      }
      guestFields={
        <>
          <GuestFields
            booking={booking}
            nameLabel="Full name"
            phoneRequired={false}
            whatsapp={cottage.site.whatsappMessages}
          />
          <SpecialRequestsField booking={booking} />
        </>
      }
      beside={<DirectBenefits site={cottage.site} />}
    />
  );
}
