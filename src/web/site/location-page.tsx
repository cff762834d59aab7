import { Car, ExternalLink, Navigation } from "../ui/icons.tsx";
import type { PublicProperty, PublicSite } from "#contract/property.ts";
import { coordinates, type Point } from "#domain/property/coordinates.ts";
import { mapLinks } from "../lib/map-links.ts";
import { hostLang } from "../lib/host-lang.ts";
import { say } from "../lib/say.ts";
import { ButtonAnchor } from "../ui/button.tsx";
import { Prose } from "../ui/prose.tsx";
import { BackHome } from "./back-home.tsx";
import { useCottage } from "./cottage.ts";
import { DetailedMap } from "./detailed-map.tsx";
import { LocationMap, type TravelTimesByPlace } from "./location-map.tsx";
import { NothingToShow } from "./nothing-to-show.tsx";
import { PageIntro } from "./page-intro.tsx";

const external = { rel: "noopener noreferrer" };

export function LocationPage() {
  const cottage = useCottage();
  if (cottage.is !== "loaded") return <NothingToShow because={cottage.is} />;
  const { property, site } = cottage;
  const { location } = site;
  const texts = say.places.location;
  return (
    <>
      <PageIntro
        title={texts.title}
        lead={
          <>
            <span lang={hostLang(property, property.location)}>{`${property.location}.`}</span>{" "}
            <span lang={hostLang(site, site.pageTexts.locationLead)}>{site.pageTexts.locationLead}</span>
          </>
        }
        above={<BackHome />}
        aside={<Whereabouts property={property} site={site} />}
      />
      {site.drawnMap.imageUrl || (site.tileMap && location.latitude !== null) ? (
        <section aria-label={texts.map} className="frame pt-10">
          {site.drawnMap.imageUrl ? (
            <LocationMap map={site.drawnMap} cottageName={property.name} travelTimes={travelTimesOf(property, site)} />
          ) : null}
          {site.tileMap && location.latitude !== null ? (
            <DetailedMap map={site.tileMap} cottageName={property.name} at={location} />
          ) : null}
        </section>
      ) : null}
      <div className="frame grid gap-x-16 gap-y-14 pt-section lg:grid-cols-2 print:pt-6">
        {location.directions === "" && location.landmarks.length === 0 ? null : (
          <section aria-labelledby="directions">
            <h2 id="directions" className="serif text-heading">
              {texts.findUs}
            </h2>
            <Prose
              lang={hostLang(site, location.directions)}
              html={location.directionsHtml}
              className="text-lead mt-5"
            />
            {location.landmarks.length === 0 ? null : <Landmarks site={site} />}
          </section>
        )}
        {location.travelTimes.length === 0 ? null : <TravelTimes site={site} />}
      </div>
    </>
  );
}

/** Without coordinates, the links search for the postal address. */
function Whereabouts({ property, site: { contact, location } }: { property: PublicProperty; site: PublicSite }) {
  const texts = say.places.location;
  const place = location.latitude === null ? contact.streetAddress : location;
  return (
    <div className="lg:pb-4 lg:ps-6">
      <address className="not-italic">
        <span className="text-lead font-semibold">{contact.streetAddress}</span>
        {location.latitude === null ? null : (
          <>
            <br />
            <span className="text-ink-soft">{coordinates(location)}</span>
          </>
        )}
      </address>
      <p className="mt-6 flex flex-wrap gap-3 print:hidden">
        <ButtonAnchor href={mapLinks.directions(place)} {...external} className="px-6">
          <Navigation className="size-5" />
          {texts.directions}
        </ButtonAnchor>
        <ButtonAnchor look="secondary" href={mapLinks.show(place)} {...external} className="px-6">
          <ExternalLink className="size-5" />
          {texts.openMap}
        </ButtonAnchor>
      </p>
      {location.latitude === null ? null : <OtherMaps property={property} at={location} />}
    </div>
  );
}

/** The last link opens the system's default app. */
function OtherMaps({ property, at }: { property: PublicProperty; at: Point }) {
  const links = [
    { href: mapLinks.apple(at, property.name), label: "Apple Maps" },
    { href: mapLinks.openStreetMap(at), label: "OpenStreetMap" },
    { href: mapLinks.anyApp(at), label: say.places.location.anotherApp },
  ];
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 text-ink-soft print:hidden">
      {say.places.location.otherMaps}
      {links.map((link) => (
        <a key={link.label} href={link.href} {...external} className="text-link inline-flex min-h-11 items-center">
          {link.label}
        </a>
      ))}
    </p>
  );
}

function Landmarks({ site }: { site: PublicSite }) {
  return (
    <>
      <h3 className="serif mt-10 text-2xl">{say.places.location.landmarks}</h3>
      <ol className="mt-4 border-s-2 border-line-strong">
        {site.location.landmarks.map((landmark) => (
          <li key={landmark.name} className="relative py-3 ps-7">
            <span aria-hidden="true" className="absolute top-6 -start-[7px] size-3 rounded-full bg-clay" />
            <span lang={hostLang(site, landmark.name)} className="font-semibold">
              {landmark.name}
            </span>
            <br />
            <span lang={hostLang(site, landmark.text)} className="text-ink-soft">
              {landmark.text}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function TravelTimes({ site }: { site: PublicSite }) {
  return (
    <section aria-labelledby="travel-times">
      <h2 id="travel-times" className="serif text-heading">
        {say.places.location.travelTimes}
      </h2>
      <p className="mt-5 flex items-center gap-3 text-ink-soft">
        <Car strokeWidth={1.5} className="size-6 shrink-0 text-clay" />
        {say.places.location.byCar}
      </p>
      <dl className="mt-4 border-t border-line-strong">
        {site.location.travelTimes.map((travel) => (
          <div
            key={travel.place}
            className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-4 print:py-1.5"
          >
            <dt>{travel.place}</dt>
            <dd lang={hostLang(site, travel.time)} className="serif text-xl">
              {travel.time}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** By the name of the place. */
function travelTimesOf(property: PublicProperty, site: PublicSite): TravelTimesByPlace {
  return new Map([
    ...site.location.travelTimes.map(({ place, time }) => [place, { time, lang: hostLang(site, time) }] as const),
    ...property.localAttractions.map(
      ({ name, distance: time }) => [name, { time, lang: hostLang(property, time) }] as const,
    ),
  ]);
}
