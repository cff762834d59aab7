import type { PublicProperty, PublicSite } from "#contract/property.ts";
import { AmenityList } from "../amenity-list.tsx";

type Props = { property: PublicProperty; rooms: PublicSite["rooms"] };

/** What there is in the cottage: its size, the beds of each room, and the amenities. */
export function Rooms({ property, rooms }: Props) {
  const hasRooms = rooms.bedrooms.length > 0 || rooms.sizeM2 > 0;
  if (!hasRooms && property.amenities.length === 0) return null;
  return (
    <section aria-labelledby="rooms" className="frame grid gap-x-16 gap-y-6 pt-section lg:grid-cols-[1fr_2fr]">
      <h2 id="rooms" className="serif text-heading">
        {hasRooms ? "Rooms and amenities" : "What the cottage offers"}
      </h2>
      <div className="min-w-0 space-y-8">
        {rooms.sizeM2 > 0 ? <p>{`${rooms.sizeM2} m² (${squareFeet(rooms.sizeM2)} sq ft) in all`}</p> : null}
        {rooms.bedrooms.length > 0 ? (
          <dl className="grid gap-x-10 sm:grid-cols-2">
            {rooms.bedrooms.map(({ name, beds }) => (
              <div key={name} className="border-b border-line py-3">
                <dt className="font-semibold">{name}</dt>
                <dd className="text-ink-soft">{beds.map(bedsText).join(", ")}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        <AmenityList lines={property.amenities} titles="h3" />
      </div>
    </section>
  );
}

function bedsText({ kind, count }: { kind: string; count: number }): string {
  const name = kind.toLowerCase();
  return count === 1 ? `1 ${name}` : `${count} ${name}s`;
}

function squareFeet(squareMetres: number): number {
  return Math.round(squareMetres * 10.764);
}
