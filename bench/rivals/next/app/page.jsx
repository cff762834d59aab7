import { Landing } from "#shared/landing.jsx";
import { readContent, readNights } from "../data.js";

/** Prerendered, and rendered again at most once a minute. */
export const revalidate = 60;

export default async function LandingPage() {
  const [{ property, site }, nights] = await Promise.all([readContent(), readNights()]);
  return <Landing property={property} site={site} nights={nights} />;
}
