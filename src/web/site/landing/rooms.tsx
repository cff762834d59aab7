import type { PublicProperty, PublicSite } from "#contract/property.ts";
import { formatList } from "../../lib/format-date.ts";
import { hostLang } from "../../lib/host-lang.ts";
import { say } from "../../lib/say.ts";
import { AmenityList } from "../amenity-list.tsx";

export function Rooms({ property, site }: { property: PublicProperty; site: PublicSite }) {
  const { rooms } = site;
  const texts = say.landing.rooms;
  const hasRooms = rooms.bedrooms.length > 0 || rooms.sizeM2 > 0;
  if (!hasRooms && property.amenities.length === 0) return null;
  return (
    <section aria-labelledby="rooms" className="frame grid gap-x-16 gap-y-6 pt-section lg:grid-cols-[1fr_2fr]">
      <h2 id="rooms" className="serif text-heading">
        {hasRooms ? texts.title : texts.offers}
      </h2>
      <div className="min-w-0 space-y-8">
        {rooms.sizeM2 > 0 ? <p>{texts.size(rooms.sizeM2)}</p> : null}
        {rooms.bedrooms.length > 0 ? (
          <dl className="grid gap-x-10 sm:grid-cols-2">
            {rooms.bedrooms.map(({ name, beds }) => (
              <div key={name} className="border-b border-line py-3">
                <dt lang={hostLang(site, name)} className="font-semibold">
                  {name}
                </dt>
                <dd className="text-ink-soft">{formatList(beds.map(({ kind, count }) => texts.beds(kind, count)))}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        <AmenityList property={property} titles="h3" />
      </div>
    </section>
  );
}
