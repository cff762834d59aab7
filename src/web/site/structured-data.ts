import { amountText, moneyText } from "#domain/money/currency.ts";
import { wordsOf } from "#domain/property/markdown.ts";
import type { StructuredData } from "../app/head.ts";
import { paths } from "../lib/paths.ts";
import type { Cottage } from "./cottage.ts";
import type { Question } from "./questions.ts";

/** https://schema.org/VacationRental, with what the site really says. No reviews: those of one's own house do not count. */
export function lodging({ property, site }: Cottage): StructuredData {
  const { contact, houseTimes, location } = site;
  const { currency, lowestCents, highestCents } = site.nightPrices;
  const money = (cents: number) => moneyText(cents, currency);
  return {
    "@type": "VacationRental",
    "@id": `${paths.home}#cottage`,
    identifier: String(property.id),
    additionalType: "Cottage",
    name: property.name,
    description: wordsOf(property.descriptionHtml),
    url: paths.home,
    image: ["/share/home.png", ...site.photos.map((photo) => photo.url)],
    address: contact.streetAddress,
    latitude: location.latitude,
    longitude: location.longitude,
    telephone: contact.phone,
    email: contact.email,
    priceRange: lowestCents < highestCents ? `${money(lowestCents)} - ${money(highestCents)}` : property.rate,
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
      occupancy: { "@type": "QuantitativeValue", maxValue: site.mostGuests },
      numberOfBedrooms: property.bedrooms,
      numberOfBathroomsTotal: property.bathrooms,
      amenityFeature: property.amenities.map((name) => ({
        "@type": "LocationFeatureSpecification",
        name,
        value: true,
      })),
    },
  };
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
      { "@type": "ListItem", position: 1, name: home, item: paths.home },
      { "@type": "ListItem", position: 2, name: title, item: path },
    ],
  };
}
