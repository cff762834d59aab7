import type { BedKind } from "#domain/property/site-content.ts";

const SQUARE_FEET_PER_SQUARE_METRE = 10.764;

/** The first page. */
export const landingTexts = {
  availability: {
    title: "When would you like to wake up here?",
    text: (price: string, extras: string, cancellation: string) => `${price} ${extras}. ${cancellation}`,
    check: "Check Availability",
    direct: "Direct booking form",
  },
  features: "Features & Amenities",
  freeDates: {
    title: "Free dates",
    text: (rate: string, extras: string) => `${rate}. ${extras}. Choose your check-in day.`,
    later: "Later months",
  },
  gallery: "Around the House",
  plan: {
    title: "Plan Your Stay",
    guestInfo: "Guest Information",
    guestInfoAbout: "Check-in, WiFi, Rules",
    attractions: "Local Attractions",
    attractionsAbout: "Things to Do",
    location: "Location",
    locationAbout: "Map & Directions",
    houseRules: "House Rules",
    houseRulesAbout: "Guidelines",
  },
  card: { book: "Book Now" },
  rooms: {
    title: "Rooms and amenities",
    offers: "What the cottage offers",
    size: (squareMetres: number) =>
      `${squareMetres} m² (${Math.round(squareMetres * SQUARE_FEET_PER_SQUARE_METRE)} sq ft) in all`,
    beds: (kind: BedKind, count: number) => `${count} ${kind.toLowerCase()}${count === 1 ? "" : "s"}`,
  },
  host: {
    title: (name: string) => `Your host: ${name}`,
    languages: "Languages",
    answers: "Usually answers",
    registration: "Registration number",
  },
  testimonials: "What Our Guests Say",
  rating: (average: number, count: number) =>
    `${average} out of 5 stars, from ${count === 1 ? "1 guest" : `${count} guests`} who stayed here`,
  quote: (words: string) => `“${words}”`,
  treasures: {
    around: "Around the cottage",
    all: "See All Attractions",
    book: "Book Direct & Save",
  },
};
export type LandingTexts = typeof landingTexts;
