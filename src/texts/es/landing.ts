import type { BedKind } from "#domain/property/site-content.ts";
import type { LandingTexts } from "../en/landing.ts";
import { pluralIn } from "../plural.ts";

const plural = pluralIn("es");

const BEDS = {
  "King bed": { one: "cama king size", other: "camas king size" },
  "Queen bed": { one: "cama queen size", other: "camas queen size" },
  "Double bed": { one: "cama doble", other: "camas dobles" },
  "Single bed": { one: "cama individual", other: "camas individuales" },
  "Bunk bed": { one: "litera", other: "literas" },
  "Sofa bed": { one: "sofá cama", other: "sofás cama" },
  Cot: { one: "cuna", other: "cunas" },
} satisfies Record<BedKind, Parameters<typeof plural>[1]>;

export const landingTexts = {
  availability: {
    title: "¿Cuándo le gustaría despertar aquí?",
    text: (price, extras, cancellation) => `${price} ${extras}. ${cancellation}`,
    check: "Ver disponibilidad",
    direct: "Formulario de reserva directa",
  },
  features: "Servicios y comodidades",
  freeDates: {
    title: "Fechas libres",
    text: (rate, extras) => `${rate}. ${extras}. Elija su día de llegada.`,
    later: "Meses siguientes",
  },
  gallery: "La casa en imágenes",
  plan: {
    title: "Prepare su estancia",
    guestInfo: "Información para huéspedes",
    guestInfoAbout: "Llegada, wifi, normas",
    attractions: "Qué ver",
    attractionsAbout: "Qué hacer en los alrededores",
    location: "Ubicación",
    locationAbout: "Mapa y cómo llegar",
    houseRules: "Normas de la casa",
    houseRulesAbout: "La vida en la casa",
  },
  card: { book: "Reservar" },
  rooms: {
    title: "Habitaciones y equipamiento",
    offers: "Lo que ofrece la casa",
    size: (squareMetres) => `Superficie total: ${squareMetres} m²`,
    beds: (kind, count) => `${count} ${plural(count, BEDS[kind])}`,
  },
  host: {
    title: (name) => `Le recibe ${name}`,
    languages: "Idiomas",
    answers: "Suele responder",
    registration: "Número de registro",
  },
  testimonials: "Lo que dicen nuestros huéspedes",
  rating: (average, count) =>
    `${average.toLocaleString("es")} de 5 estrellas, según ${plural(count, { one: `${count} huésped que se alojó aquí`, other: `${count} huéspedes que se alojaron aquí` })}`,
  quote: (words) => `«${words}»`,
  treasures: {
    around: "Alrededor de la casa",
    all: "Ver todos los lugares",
    book: "Reserve directamente y ahorre",
  },
} satisfies LandingTexts;
