import { Check } from "../ui/icons.tsx";
import type { PublicProperty } from "#contract/property.ts";
import { hostLang } from "../lib/host-lang.ts";
import { amenityGroups } from "#domain/property/amenity-groups.ts";

/** In the host's groups if there are any. */
export function AmenityList({ property, titles: Title }: { property: PublicProperty; titles: "h3" | "h4" }) {
  return (
    <div className="space-y-6">
      {amenityGroups(property.amenities).map(({ title, amenities }) => (
        <div key={title}>
          {title ? (
            <Title lang={hostLang(property, `${title}:`)} className="mb-3 font-semibold">
              {title}
            </Title>
          ) : null}
          <ul className="grid gap-x-10 gap-y-3 sm:grid-cols-2">
            {amenities.map((amenity) => (
              <li key={amenity} className="flex gap-3">
                <Check className="mt-1 size-5 shrink-0 text-clay" />
                <span lang={hostLang(property, amenity)} className="min-w-0">
                  {amenity}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
