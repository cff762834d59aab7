import { useLocation } from "wouter";
import { BookingFormFrame } from "../booking/booking-form.tsx";
import { BookingOption } from "../booking/booking-option.tsx";
import { BookingScreen } from "../booking/booking-screen.tsx";
import { mainFormMessages } from "../booking/form-rules.ts";
import { GuestFields, SpecialRequestsField } from "../booking/guest-fields.tsx";
import { DateFields, GuestCountField } from "../booking/stay-fields.tsx";
import { useBookingForm } from "../booking/use-booking-form.ts";
import { say } from "../lib/say.ts";
import type { Cottage } from "../booking/use-cottage.ts";
import { PhotoStrip } from "../ui/photo-strip.tsx";
import { stripPhotos } from "./photos.ts";

/** SPEC 2 */
export function BookingPage() {
  return (
    <BookingScreen title={say.booking.title} above={(cottage) => <CottagePhotos cottage={cottage} />}>
      {(cottage) => <MainBookingForm cottage={cottage} />}
    </BookingScreen>
  );
}

/** The strip of photos is low enough to keep the calendar in view. */
function CottagePhotos({ cottage: { site, property } }: { cottage: Cottage }) {
  const photos = stripPhotos(site, property.name);
  if (photos.length === 0) return null;
  return (
    <div className="sm:frame sm:pt-6">
      <PhotoStrip
        photos={photos}
        label={say.frame.photos}
        sizes="(min-width: 40rem) 26rem, 100vw"
        first
        className="photos-row"
      />
    </div>
  );
}

function MainBookingForm({ cottage }: { cottage: Cottage }) {
  const [path] = useLocation();
  const booking = useBookingForm(
    {
      path,
      status: "upcoming",
      rules: (values) => mainFormMessages(values, cottage.selling.document.guests.sleeps, cottage.selling),
      created: () => say.booking.created,
      failed: () => say.problems.failedMain,
    },
    cottage,
  );
  return (
    <BookingFormFrame
      booking={booking}
      cottage={cottage}
      action={path}
      invalid={{ title: say.booking.problem }}
      stayFields={
        <>
          <DateFields booking={booking} cottage={cottage} shortestStay={1} />
          <GuestCountField booking={booking} cottage={cottage} />
          <BookingOption property={cottage.property} />
        </>
      }
      guestFields={
        <>
          <GuestFields
            booking={booking}
            nameLabel={say.booking.fields.guestName}
            phoneRequired
            whatsapp={cottage.site.whatsappMessages}
          />
          <SpecialRequestsField booking={booking} />
        </>
      }
    />
  );
}
