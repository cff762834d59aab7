import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { PublicProperty, PublicSite } from "#contract/property.ts";
import { propertyQuery, siteQuery } from "../api/property.ts";
import { paths } from "../lib/paths.ts";
import { Card } from "./dashboard/card.tsx";
import { LoadError } from "./frame/load-error.tsx";
import { Bone } from "./frame/screen-skeleton.tsx";

/** The words and pictures that the website shows now, by the tabs of SPEC 2, each with the page that shows it. */
export function ContentPage() {
  const property = useQuery({ ...propertyQuery, staleTime: 0 });
  const site = useQuery({ ...siteQuery, staleTime: 0 });
  const error = property.error ?? site.error;
  const again = () => void Promise.all([property.refetch(), site.refetch()]);
  return (
    <div className="space-y-6">
      <div>
        <Link href={paths.admin.dashboard} className="inline-flex min-h-11 items-center font-semibold underline">
          Back to Dashboard
        </Link>
        <h1 className="font-serif text-3xl">Content</h1>
        <p className="text-ink-soft">What your website says and shows now. It cannot be changed here yet.</p>
      </div>
      {property.data && site.data ? (
        <Overview property={property.data} site={site.data} />
      ) : error ? (
        <LoadError error={error} what="the content" retry={again} />
      ) : (
        <div role="status" className="animate-late grid gap-6 lg:grid-cols-2">
          <span className="sr-only">Loading...</span>
          <Bone className="h-80" />
          <Bone className="h-80" />
        </div>
      )}
    </div>
  );
}

function Overview({ property, site }: { property: PublicProperty; site: PublicSite }) {
  const { houseTimes } = site;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Part title="Property Info" page={paths.home}>
        <Facts
          facts={[
            ["Name", property.name],
            ["Location", property.location],
            ["Rate", property.rate],
            ["Bedrooms", String(property.bedrooms)],
            ["Bathrooms", String(property.bathrooms)],
            ["Description", property.description],
          ]}
        />
      </Part>
      <Part title="Hero Section" page={paths.home}>
        <Facts
          facts={[
            ["Title", site.hero.title],
            ["Text", site.hero.content],
          ]}
        />
        <img
          src={site.hero.imageUrl}
          alt=""
          loading="lazy"
          className="mt-3 aspect-video w-full rounded-lg object-cover"
        />
      </Part>
      <Part title="Photos" page={paths.home}>
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {site.photos.map((photo) => (
            <li key={photo.id}>
              <img src={photo.url} alt="" loading="lazy" className="aspect-4/3 w-full rounded-lg object-cover" />
              <p className="mt-1 text-sm">
                {photo.title}
                <span className="block text-ink-soft">
                  {photo.category}
                  {photo.isMain ? ", main photo" : null}
                </span>
              </p>
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Guest Info" page={paths.guestInfo}>
        <Facts
          facts={[
            ["Check-in", houseTimes.checkInFrom],
            ["Check-out", houseTimes.checkOutBy],
            ["Quiet", `${houseTimes.quietFrom} to ${houseTimes.quietUntil}`],
            ["WiFi", site.wifiNote],
          ]}
        />
        <h3 className="mt-4 font-semibold">House rules</h3>
        <ul className="list-disc pl-5">
          {property.houseRules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </Part>
      <Part title="Local Attractions" page={paths.attractions} className="lg:col-span-2">
        <ul className="divide-y divide-line">
          {property.localAttractions.map((attraction) => (
            <li key={attraction.name} className="flex items-center gap-4 py-3">
              <img
                src={attraction.imageUrl}
                alt=""
                loading="lazy"
                className="hidden aspect-4/3 w-24 shrink-0 rounded-lg object-cover sm:block"
              />
              <div>
                <p className="font-semibold">{attraction.name}</p>
                <p className="text-sm text-ink-soft">
                  {attraction.category}, {attraction.place}, {attraction.distance}
                </p>
                <p className="text-sm">{attraction.description}</p>
              </div>
            </li>
          ))}
        </ul>
      </Part>
    </div>
  );
}

function Part(props: { title: string; page: string; className?: string; children: ReactNode }) {
  const { title, page, className = "", children } = props;
  const link = (
    <a href={page} className="inline-flex min-h-11 shrink-0 items-center gap-1 text-sm font-semibold underline">
      See it<span className="sr-only"> on the website: {title}</span>
      <ExternalLink aria-hidden="true" className="size-4" />
    </a>
  );
  return (
    <Card title={title} aside={link} className={className}>
      {children}
    </Card>
  );
}

function Facts({ facts }: { facts: [term: string, value: string][] }) {
  return (
    <dl className="divide-y divide-line">
      {facts.map(([term, value]) => (
        <div key={term} className="grid grid-cols-[7rem_1fr] gap-3 py-2">
          <dt className="text-ink-soft">{term}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
