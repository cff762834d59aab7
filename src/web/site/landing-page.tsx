import { useQuery } from "@tanstack/react-query";
import { propertiesQuery, siteQuery } from "../api/property.ts";
import { paths } from "../lib/paths.ts";

export function LandingPage() {
  const { data: properties } = useQuery(propertiesQuery);
  const { data: site } = useQuery(siteQuery);
  const property = properties?.[0];
  if (!property || !site) return <p>No property information available at the moment. Please check back later.</p>;
  return (
    <section>
      <h1>{site.hero.title}</h1>
      <img src={site.hero.imageUrl} alt="" />
      <a href={paths.bookings}>Book Your Stay</a>
      <h2>{property.name}</h2>
      <p>{property.description}</p>
    </section>
  );
}
