import type { BedKind } from "#domain/property/site-content.ts";
import type { LandingTexts } from "../en/landing.ts";
import { pluralIn } from "../plural.ts";

const plural = pluralIn("de");

const BEDS = {
  "King bed": { one: "Kingsize-Bett", other: "Kingsize-Betten" },
  "Queen bed": { one: "Queensize-Bett", other: "Queensize-Betten" },
  "Double bed": { one: "Doppelbett", other: "Doppelbetten" },
  "Single bed": { one: "Einzelbett", other: "Einzelbetten" },
  "Bunk bed": { one: "Etagenbett", other: "Etagenbetten" },
  "Sofa bed": { one: "Schlafsofa", other: "Schlafsofas" },
  Cot: { one: "Babybett", other: "Babybetten" },
} satisfies Record<BedKind, Parameters<typeof plural>[1]>;

export const landingTexts = {
  availability: {
    title: "Wann möchten Sie hier aufwachen?",
    text: (price, extras, cancellation) => `${price} ${extras}. ${cancellation}`,
    check: "Verfügbarkeit prüfen",
    direct: "Formular für Direktbuchungen",
  },
  features: "Ausstattung und Komfort",
  freeDates: {
    title: "Freie Termine",
    text: (rate, extras) => `${rate}. ${extras}. Wählen Sie Ihren Anreisetag.`,
    later: "Spätere Monate",
  },
  gallery: "Rund ums Haus",
  plan: {
    title: "Ihren Aufenthalt planen",
    guestInfo: "Informationen für Gäste",
    guestInfoAbout: "Anreise, WLAN, Regeln",
    attractions: "Ausflugsziele",
    attractionsAbout: "Was Sie unternehmen können",
    location: "Lage",
    locationAbout: "Karte und Anfahrt",
    houseRules: "Hausregeln",
    houseRulesAbout: "Was im Haus gilt",
  },
  card: { book: "Jetzt buchen" },
  rooms: {
    title: "Zimmer und Ausstattung",
    offers: "Was das Ferienhaus bietet",
    size: (squareMetres) => `Gesamtfläche: ${squareMetres} m²`,
    beds: (kind, count) => `${count} ${plural(count, BEDS[kind])}`,
  },
  host: {
    title: (name) => `Persönlich für Sie da: ${name}`,
    languages: "Sprachen",
    answers: "Antwortet meist",
    registration: "Registrierungsnummer",
  },
  testimonials: "Das sagen unsere Gäste",
  rating: (average, count) =>
    `${average.toLocaleString("de")} von 5 Sternen, bewertet von ${plural(count, { one: `${count} Gast, der hier übernachtet hat`, other: `${count} Gästen, die hier übernachtet haben` })}`,
  quote: (words) => `„${words}“`,
  treasures: {
    around: "Rund um das Ferienhaus",
    all: "Alle Ausflugsziele",
    book: "Direkt buchen und sparen",
  },
} satisfies LandingTexts;
