import { amountText, moneyText } from "#domain/money/currency.ts";
import { isDrawing } from "#domain/property/picture-address.ts";
import { wordsOf } from "#domain/property/markdown.ts";
import type { StructuredData } from "../app/head.ts";
import { inLanguage, paths } from "../lib/paths.ts";
import { amenityGroups } from "#domain/property/amenity-groups.ts";
import type { Cottage } from "./cottage.ts";
import type { Question } from "./questions.ts";

/**
 * The fields from https://developers.google.com/search/docs/appearance/structured-data/vacation-rental for which the
 * site has data. The rating comes from guests who stayed; reviews that the host has entered do not count.
 */
export function lodging({ property, site }: Cottage): StructuredData {
  const { contact, host, houseTimes, location, rating, rooms } = site;
  const isOwn = (detail: "streetAddress" | "phone" | "email") => !site.sampleContact.includes(detail);
  const { currency, lowestCents, highestCents } = site.nightPrices;
  const money = (cents: number) => moneyText(cents, currency);
  return {
    "@type": "VacationRental",
    "@id": `${paths.home}#cottage`,
    // The same in every language, and after a change of the name.
    identifier: String(property.id),
    additionalType: "Cottage",
    name: property.name,
    description: wordsOf(property.descriptionHtml),
    url: inLanguage(paths.home),
    image: imagesOf(site.photos),
    ...(isOwn("streetAddress") ? { address: addressOf(contact.streetAddress) } : {}),
    ...(location.latitude === null
      ? {}
      : { latitude: degrees(location.latitude), longitude: degrees(location.longitude) }),
    ...(isOwn("phone") ? { telephone: contact.phone } : {}),
    ...(isOwn("email") ? { email: contact.email } : {}),
    ...(host.languages ? { knowsLanguage: host.languages.split(/[,、，]/).map((language) => language.trim()) } : {}),
    ...(rating
      ? {
          aggregateRating: {
            "@type": "AggregateRating",
            ratingValue: rating.average,
            bestRating: 5,
            // Ratings without text count too, so this is not the number of reviews.
            ratingCount: rating.count,
          },
        }
      : {}),
    priceRange: lowestCents < highestCents ? `${money(lowestCents)} - ${money(highestCents)}` : site.nightRate,
    makesOffer: {
      "@type": "Offer",
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        priceCurrency: currency,
        minPrice: amountText(lowestCents, currency),
        maxPrice: amountText(highestCents, currency),
        unitCode: "DAY",
      },
    },
    checkinTime: houseTimes.checkInFrom,
    checkoutTime: houseTimes.checkOutBy,
    sameAs: [contact.social.facebook, contact.social.instagram].filter(Boolean),
    containsPlace: {
      "@type": "Accommodation",
      additionalType: "EntirePlace",
      occupancy: { "@type": "QuantitativeValue", value: site.mostGuests },
      numberOfBedrooms: property.bedrooms,
      numberOfBathroomsTotal: property.bathrooms,
      ...(rooms.sizeM2 > 0
        ? { floorSize: { "@type": "QuantitativeValue", value: rooms.sizeM2, unitCode: "MTK" } }
        : {}),
      bed: bedsOf(rooms),
      amenityFeature: amenityGroups(property.amenities)
        .flatMap(({ amenities }) => amenities)
        .map((name) => ({ "@type": "LocationFeatureSpecification", name, value: true })),
    },
  };
}

/** If there are only drawings (SVG), a PNG comes first, because not every search engine shows SVG. */
function imagesOf(photos: Cottage["site"]["photos"]): string[] {
  const urls = photos.map(({ url }) => url);
  const photographs = urls.filter((url) => !isDrawing(url));
  return photographs.length > 0 ? photographs : ["/share/home.png", ...urls];
}

/** Google requires at least five decimals; a number would lose its trailing zeros. */
function degrees(value: number): string {
  return value.toFixed(Math.max(5, String(value).split(".")[1]?.length ?? 0));
}

/** `address` ends with its country. "Kandy 20800" and "8600-545 Lagos" name a town and its postal code. */
export function addressOf(address: string): StructuredData {
  const parts = address.split(",").map((part) => part.trim());
  const country = parts.length > 2 ? parts.pop() : undefined;
  const town = parts.length > 1 ? (parts.pop() ?? "") : "";
  const code = /(?:^|\s)((?:[A-Z]{1,2}-?)?\d[\d-]*[A-Z]{0,2})(?:\s|$)/.exec(town)?.[1];
  const locality = code ? town.replace(code, "").replaceAll(/\s+/g, " ").trim() : town;
  return {
    "@type": "PostalAddress",
    streetAddress: parts.join(", "),
    ...(locality ? { addressLocality: locality } : {}),
    ...(code ? { postalCode: code } : {}),
    ...(country ? { addressCountry: country } : {}),
  };
}

function bedsOf({ bedrooms }: Cottage["site"]["rooms"]): StructuredData[] {
  const counts = new Map<string, number>();
  for (const { kind, count } of bedrooms.flatMap(({ beds }) => beds)) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts].map(([kind, count]) => ({
    "@type": "BedDetails",
    numberOfBeds: count,
    typeOfBed: kind.replace(/ bed$/, ""),
  }));
}

export function frequentQuestions(questions: Question[]): StructuredData {
  return {
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

export function breadcrumbs(home: string, title: string, path: string): StructuredData {
  return {
    "@type": "BreadcrumbList",
    itemListElement: [
      { "@type": "ListItem", position: 1, name: home, item: inLanguage(paths.home) },
      { "@type": "ListItem", position: 2, name: title, item: inLanguage(path) },
    ],
  };
}
