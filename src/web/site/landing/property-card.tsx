import { Bath, BedDouble, House, MapPin, Wifi } from "../../ui/icons.tsx";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { PublicProperty, PublicSite } from "#contract/property.ts";
import { paths } from "../../lib/paths.ts";
import { ROOM_SIZE } from "../../lib/picture-sizes.ts";
import { hostLang } from "../../lib/host-lang.ts";
import { say } from "../../lib/say.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Prose } from "../../ui/prose.tsx";

export function PropertyCard({ property, site }: { property: PublicProperty; site: PublicSite }) {
  return (
    <section aria-labelledby="cottage" className="frame pt-12 sm:pt-section">
      <div className="grid items-center gap-x-16 gap-y-8 lg:grid-cols-[7fr_6fr]">
        <Picture
          src={property.imageUrl}
          alt={property.name}
          {...ROOM_SIZE}
          sizes="(min-width: 64rem) 44rem, 94vw"
          className="aspect-4/3 w-full rounded-3xl"
        />
        <div>
          <h2 id="cottage" className="serif text-title">
            {property.name}
          </h2>
          <p className="mt-3 flex items-start gap-2 text-ink-soft">
            <MapPin className="mt-1 size-5 shrink-0 text-clay" />
            <span lang={hostLang(property, property.location)}>{property.location}</span>
          </p>
          <Prose
            lang={hostLang(property, property.description)}
            html={property.descriptionHtml}
            className="text-lead mt-6"
          />
          <ul className="mt-8 grid gap-x-6 gap-y-3 sm:grid-cols-2">
            <Fact icon={<BedDouble />}>{say.stay.bedrooms(property.bedrooms)}</Fact>
            <Fact icon={<Bath />}>{say.stay.bathrooms(property.bathrooms)}</Fact>
            {site.pageTexts.facts.map((fact) => (
              <Fact key={fact} icon={/wi-?fi|wlan/i.test(fact) ? <Wifi /> : <House />}>
                <span lang={hostLang(site, fact)}>{fact}</span>
              </Fact>
            ))}
          </ul>
          <div className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line pt-6">
            <p>
              <span className="serif text-heading block">{site.nightRate}</span>
              <span className="text-ink-soft">{site.extras}</span>
              {site.payNote ? (
                <span lang={hostLang(site, site.payNote)} className="block text-ink-soft">
                  {site.payNote}
                </span>
              ) : null}
            </p>
            <Link href={paths.bookings} className={buttonClass("primary", "min-h-13 px-8 text-lg")}>
              {say.landing.card.book}
            </Link>
          </div>
        </div>
      </div>
    </section>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <span className="text-clay [&>svg]:size-6" aria-hidden="true">
        {icon}
      </span>
      {children}
    </li>
  );
}
