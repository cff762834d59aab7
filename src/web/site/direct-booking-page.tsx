import { BookingFormFrame } from "../booking/booking-form.tsx";
import { BookingScreen } from "../booking/booking-screen.tsx";
import { directFormMessages, directRefusal } from "../booking/form-rules.ts";
import { GuestFields, SpecialRequestsField } from "../booking/guest-fields.tsx";
import { DateFields, GuestChoice } from "../booking/stay-fields.tsx";
import { useBookingForm } from "../booking/use-booking-form.ts";
import type { Cottage } from "../booking/use-cottage.ts";
import { paths } from "../lib/paths.ts";
import { say } from "../lib/say.ts";
import { toast } from "../ui/toast-store.ts";
import type { PublicSite } from "#contract/property.ts";
import { hostLang } from "../lib/host-lang.ts";

/** SPEC 2, with its own rules (SPEC 5). */
export function DirectBookingPage() {
  return (
    <BookingScreen title={say.direct.title} lead={say.direct.lead}>
      {(cottage) => <DirectBookingForm cottage={cottage} />}
    </BookingScreen>
  );
}

function DirectBookingForm({ cottage }: { cottage: Cottage }) {
  const texts = say.direct.confirmed;
  const booking = useBookingForm(
    {
      path: paths.directBooking,
      status: "confirmed",
      rules: directFormMessages,
      created: (emailed) => ({
        title: texts.title,
        description: emailed ? texts.emailed(emailed) : texts.notEmailed,
      }),
      failed: () => say.direct.failed,
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
            nameLabel={say.direct.fullName}
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

/** SPEC 2's box of benefits. We list only what is true of every direct booking, and what the host has added. */
function DirectBenefits({ site }: { site: PublicSite }) {
  const { title, list } = say.direct.benefits;
  const benefits = list(site.offer.advantages, site.freeCancellation);
  return (
    <section aria-labelledby="benefits-title" className="space-y-3 rounded-3xl border border-line bg-sunken p-5 sm:p-6">
      <h2 id="benefits-title" className="serif text-xl">
        {title}
      </h2>
      <ul className="list-disc space-y-2 ps-5">
        {benefits.map((benefit) => (
          <li key={benefit} lang={hostLang(site, benefit)}>
            {benefit}
          </li>
        ))}
      </ul>
    </section>
  );
}
