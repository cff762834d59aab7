import {
  Armchair,
  ArrowRight,
  Bath,
  BedDouble,
  CarTaxiFront,
  Check,
  House,
  MapPin,
  Sparkles,
  Trees,
  Wifi,
} from "lucide-react";
import { Link } from "#link";
import { Picture } from "#picture";
import { addDays, counted, monthAfter, monthOf } from "./days.js";
import { primary, secondary } from "./look.js";
import { Month } from "./month.jsx";
import { photoOf, PhotoStrip, stripOf } from "./photos.jsx";

export function Landing({ property, site, nights }) {
  return (
    <>
      <Hero site={site} name={property.name} />
      <Cottage property={property} site={site} />
      <FreeDates site={site} nights={nights} />
      <Plan />
      <Features site={site} />
      <Amenities property={property} />
      <Treasures site={site} />
      <Gallery site={site} name={property.name} />
      <CheckAvailability site={site} />
    </>
  );
}

function Hero({ site, name }) {
  return (
    <section aria-labelledby="hero" className="relative isolate grid min-h-[60vh] items-end">
      <div className="me-5 w-fit min-w-0 rounded-se-[2.5rem] bg-page pt-7 pe-8 ps-[max(clamp(1.25rem,0.5rem_+_3.2vw,4rem),calc((100vw_-_82rem)/2_+_4rem))] sm:pt-10 sm:pe-14">
        <h1 id="hero" className="serif text-display max-w-[14ch]">
          {site.hero.title}
        </h1>
        <p className="text-lead mt-4 hidden max-w-[34ch] text-ink-soft lg:block">{site.hero.content}</p>
        <Link href="/book" className={`${primary} mt-5 min-h-13 px-8 text-lg sm:mt-7`}>
          Book Your Stay
        </Link>
      </div>
      <PhotoStrip
        site={site}
        name={name}
        sizes="(min-width: 64rem) 67vw, 100vw"
        className="absolute inset-x-0 top-0 -z-10 h-[76%] lg:left-104 lg:h-full"
      />
    </section>
  );
}

function Cottage({ property, site }) {
  return (
    <section aria-labelledby="cottage" className="frame pt-12 sm:pt-section">
      <div className="grid items-center gap-x-16 gap-y-8 lg:grid-cols-[7fr_6fr]">
        <Picture
          photo={photoOf(site, property.imageUrl)}
          alt={property.name}
          width={960}
          height={720}
          sizes="(min-width: 64rem) 44rem, 94vw"
          className="aspect-4/3 w-full rounded-3xl"
        />
        <div>
          <h2 id="cottage" className="serif text-title">
            {property.name}
          </h2>
          <p className="mt-3 flex items-start gap-2 text-ink-soft">
            <MapPin aria-hidden="true" className="mt-1 size-5 shrink-0 text-clay" />
            <span>{property.location}</span>
          </p>
          {/* Our server rendered this HTML from the host's Markdown. */}
          <div
            className="max-w-prose space-y-3 text-lead mt-6"
            dangerouslySetInnerHTML={{ __html: property.descriptionHtml }}
          />
          <ul className="mt-8 grid gap-x-6 gap-y-3 sm:grid-cols-2">
            <Fact Icon={BedDouble}>{counted(property.bedrooms, "bedroom")}</Fact>
            <Fact Icon={Bath}>{counted(property.bathrooms, "bathroom")}</Fact>
            {site.pageTexts.facts.map((fact) => (
              <Fact key={fact} Icon={/wi-?fi/i.test(fact) ? Wifi : House}>
                {fact}
              </Fact>
            ))}
          </ul>
          <div className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line pt-6">
            <p>
              <span className="serif text-heading block">{property.rate}</span>
              <span className="text-ink-soft">{site.extras}</span>
              {site.payNote ? <span className="block text-ink-soft">{site.payNote}</span> : null}
            </p>
            <Link href="/book" className={`${primary} min-h-13 px-8 text-lg`}>
              Book Now
            </Link>
          </div>
        </div>
      </div>
    </section>
  );
}

function Fact({ Icon, children }) {
  return (
    <li className="flex items-center gap-3">
      <span className="text-clay [&>svg]:size-6" aria-hidden="true">
        <Icon />
      </span>
      {children}
    </li>
  );
}

/** A tapped day becomes the check-in on the booking page. */
function FreeDates({ site, nights }) {
  const calendar = { today: nights.today, taken: new Set(nights.unavailable) };
  const first = monthOf(addDays(nights.today, 1));
  const months = [first, monthAfter(first)];
  return (
    <section aria-labelledby="free-dates" className="frame pt-section">
      <div className="grid items-start gap-x-16 gap-y-6 lg:grid-cols-[1fr_2fr]">
        <div>
          <h2 id="free-dates" className="serif text-heading">
            Free dates
          </h2>
          <p className="mt-3 text-ink-soft">{`${site.nightRate}. ${site.extras}. Choose your check-in day.`}</p>
        </div>
        <form action="/book">
          <div className="stay-months">
            {months.map((month) => (
              <Month key={month} month={month} calendar={calendar} />
            ))}
          </div>
          <p className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <span className="text-sm text-ink-soft">
              <s aria-hidden="true">12</s> Crossed out: already booked.
            </span>
            <button type="submit" name="month" value={months[1]} className={secondary}>
              Later months
            </button>
          </p>
        </form>
      </div>
    </section>
  );
}

const PLAN = [
  { href: "/guest-info", title: "Guest Information", caption: "Check-in, WiFi, Rules" },
  { href: "/attractions", title: "Local Attractions", caption: "Things to Do" },
  { href: "/location", title: "Location", caption: "Map & Directions" },
  { href: "/house-rules", title: "House Rules", caption: "Guidelines" },
];

function Plan() {
  return (
    <section aria-labelledby="plan" className="frame pt-section">
      <h2 id="plan" className="serif text-heading">
        Plan Your Stay
      </h2>
      <ul className="mt-6 grid border-t border-line-strong sm:grid-cols-2 sm:gap-x-10 lg:grid-cols-4">
        {PLAN.map(({ href, title, caption }) => (
          <li key={href} className="border-b border-line lg:border-b-0">
            <Link href={href} className="group flex min-h-24 items-center gap-4 py-5 lg:min-h-36 lg:items-start">
              <span className="min-w-0 flex-1">
                <span className="serif block text-xl decoration-clay decoration-2 underline-offset-4 group-hover:underline lg:text-2xl">
                  {title}
                </span>
                <span className="mt-1 block text-ink-soft">{caption}</span>
              </span>
              <ArrowRight aria-hidden="true" className="mt-1 size-6 shrink-0 text-clay" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const SIGNS = [Armchair, Trees, CarTaxiFront];

function Features({ site }) {
  return (
    <section aria-labelledby="features" className="pt-section">
      <div className="bg-sunken py-section">
        <div className="frame grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_2fr]">
          <h2 id="features" className="serif text-title">
            Features &amp; Amenities
          </h2>
          <ul className="divide-y divide-line border-y border-line">
            {site.highlights.map(({ title, text }, i) => {
              const Sign = SIGNS[i] ?? Sparkles;
              return (
                <li key={title} className="flex gap-6 py-7 sm:gap-8">
                  <Sign aria-hidden="true" strokeWidth={1.5} className="size-9 shrink-0 text-clay sm:size-11" />
                  <div className="min-w-0">
                    <h3 className="serif text-xl sm:text-2xl">{title}</h3>
                    <p className="mt-2 max-w-prose text-ink-soft">{text}</p>
                  </div>
                </li>
              );
            })}
          </ul>
        </div>
      </div>
    </section>
  );
}

function Amenities({ property }) {
  return (
    <section aria-labelledby="rooms" className="frame grid gap-x-16 gap-y-6 pt-section lg:grid-cols-[1fr_2fr]">
      <h2 id="rooms" className="serif text-heading">
        What the cottage offers
      </h2>
      <div className="min-w-0 space-y-8">
        <ul className="grid gap-x-10 gap-y-3 sm:grid-cols-2">
          {property.amenities.map((amenity) => (
            <li key={amenity} className="flex gap-3">
              <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-clay" />
              <span className="min-w-0">{amenity}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const OFFSETS = ["", "lg:mt-20", "lg:mt-8"];

function Treasures({ site }) {
  const { title, items } = site.treasures;
  return (
    <section aria-labelledby="treasures" className="frame pt-section">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
        <h2 id="treasures" className="serif text-title max-w-[16ch]">
          {title || "Around the cottage"}
        </h2>
        <div className="flex flex-wrap gap-3">
          <Link href="/attractions" className={`${secondary} px-6`}>
            See All Attractions
          </Link>
          <Link href="/book" className={`${primary} px-6`}>
            Book Direct &amp; Save
          </Link>
        </div>
      </div>
      <ul className="mt-12 grid gap-x-10 gap-y-12 sm:grid-cols-3">
        {items.map((treasure, i) => (
          <li key={treasure.title} className={OFFSETS[i % 3]}>
            {treasure.imageUrl ? (
              <div className="arch aspect-4/5 max-sm:aspect-4/3">
                <Picture
                  photo={photoOf(site, treasure.imageUrl)}
                  alt=""
                  width={640}
                  height={420}
                  sizes="(min-width: 40rem) 30vw, 94vw"
                  className="size-full"
                />
              </div>
            ) : null}
            <h3 className="serif mt-6 text-2xl">{treasure.title}</h3>
            <p className="mt-2 max-w-prose text-ink-soft">{treasure.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const PLACES = [
  "sm:col-span-4 sm:row-span-2",
  "sm:col-span-2",
  "sm:col-span-2",
  "sm:col-span-6 sm:aspect-[5/2] sm:max-lg:aspect-2/1",
];

function Gallery({ site, name }) {
  const strip = stripOf(site, name);
  const shown = [...strip.slice(2), ...strip.slice(0, 2)].slice(0, PLACES.length);
  return (
    <section aria-labelledby="gallery" className="frame pt-section">
      <h2 id="gallery" className="serif text-heading">
        Around the House
      </h2>
      <ul className="mt-8 grid gap-3 sm:grid-cols-6 sm:gap-5">
        {shown.map((photo, i) => (
          <li key={photo.id} className={`min-w-0 ${PLACES[i]}`}>
            <a
              href={`#photo-${strip.indexOf(photo) + 1}`}
              className="group relative block size-full overflow-hidden rounded-2xl bg-sunken"
            >
              <Picture
                photo={photoOf(site, photo.url)}
                alt={photo.title}
                width={960}
                height={720}
                sizes="(min-width: 40rem) 64vw, 94vw"
                className="aspect-4/3 size-full"
              />
            </a>
          </li>
        ))}
      </ul>
      {strip.length > PLACES.length ? (
        <p className="mt-6">
          <a href="#photo-1" className={`${secondary} px-6`}>
            {`Show all ${strip.length} pictures`}
          </a>
        </p>
      ) : null}
    </section>
  );
}

function CheckAvailability({ site }) {
  return (
    <section aria-labelledby="availability" className="frame pt-section text-center">
      <h2 id="availability" className="serif text-title mx-auto max-w-[20ch]">
        When would you like to wake up here?
      </h2>
      <p className="text-lead mx-auto mt-5 max-w-prose text-ink-soft">
        {`${site.price} ${site.extras}. ${site.freeCancellation}`}
      </p>
      <Link href="/book" className={`${primary} mt-8 min-h-14 px-10 text-lg`}>
        Check Availability
      </Link>
      <p className="mt-4">
        <Link href="/direct-booking" className="text-link inline-flex min-h-11 items-center">
          Direct booking form
        </Link>
      </p>
    </section>
  );
}
