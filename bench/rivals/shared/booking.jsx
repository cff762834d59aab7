import { Picture } from "#picture";
import { BookingForm } from "./booking-form.jsx";
import { photoOf, PhotoStrip } from "./photos.jsx";

export function Booking({ property, site, nights, arrival }) {
  return (
    <>
      <div className="sm:frame sm:pt-6">
        <PhotoStrip site={site} name={property.name} sizes="(min-width: 40rem) 26rem, 100vw" className="photos-row" />
      </div>
      <div className="frame py-8 sm:py-12">
        <h1 className="serif text-title">Book your stay</h1>
        <div className="mt-6">
          <BookingForm
            property={offerOf(property)}
            site={termsOf(site)}
            nights={nights}
            arrival={arrival}
            picture={
              <Picture
                photo={photoOf(site, property.imageUrl)}
                alt={property.name}
                width={640}
                height={360}
                sizes="(min-width: 64rem) 26rem, 94vw"
                className="aspect-[16/9] w-full"
              />
            }
          />
        </div>
      </div>
    </>
  );
}

/** Otherwise, a server would send the whole content to the browser together with the form. */
function offerOf({ name, location, bedrooms, bathrooms, rate, rateCents, currency }) {
  return { name, location, bedrooms, bathrooms, rate, rateCents, currency };
}
function termsOf({ mostGuests, whatsappMessages, payNote, houseTimes, cancellation, nightRate, extras }) {
  return { mostGuests, whatsappMessages, payNote, houseTimes, cancellation, nightRate, extras };
}
