import type { InfoTexts } from "../en/info.ts";
import { guests } from "./stay.ts";

export const infoTexts = {
  houseTimes: {
    title: "Arrivée et départ",
    checkIn: "Arrivée",
    checkOut: "Départ",
    quiet: "Heures de calme",
    amenities: "Accès aux équipements",
    after: (time) => `à partir de ${time}`,
    by: (time) => `avant ${time}`,
    fromTo: (from, to) => `de ${from} à ${to}`,
    range: (from, to) => `${from}–${to}`,
  },
  houseRules: {
    title: "Règlement intérieur",
    about: "Heures d’arrivée et de départ, heures de calme et autres règles de la maison, sur une seule page.",
    lead: (cottage) => `Quelques règles pour que ${cottage} reste le lieu paisible que vous êtes venus chercher.`,
    rules: "Les règles",
    none: "Nous n’avons pas encore écrit de règles. Prenez soin de la maison comme de la vôtre.",
    questions:
      "Des questions ? Vous trouverez les horaires, le Wi-Fi et les numéros de téléphone dans les <link>informations pratiques</>.",
  },
  guestInfo: {
    title: "Informations pratiques",
    about: "Horaires, adresse, équipements, Wi-Fi, contact et numéros d’urgence pour votre séjour.",
    lead: "Tout ce qu’il vous faut avant et pendant votre séjour, sur une seule page.",
    contact: "Adresse et contact",
    wifi: "Wi-Fi",
    amenities: "Équipements",
    rules: "Le règlement en bref",
    allRules: "Tout le règlement",
    questions: "Vos questions avant de réserver",
    emergency: "Numéros d’urgence",
    map: "Plan et accès",
  },
  questions: {
    shared: "Partage-t-on la maison avec d’autres personnes ?",
    notShared: (count) => `Non. Vous réservez la maison entière, pour ${count} au maximum.`,
    guests,
    price: "Combien coûte une nuit ?",
    priceIs: (price, extras) => `${price} ${extras}.`,
    times: "Quelles sont les heures d’arrivée et de départ ?",
    timesAre: (checkIn, checkOut) => `Arrivée à partir de ${checkIn}, départ avant ${checkOut}.`,
    cancel: "Peut-on annuler la réservation ?",
    yes: (how) => `Oui. ${how}`,
    wifi: "Y a-t-il le Wi-Fi ?",
    wifiIs: (note) => `Oui. ${note}`,
  },
} satisfies InfoTexts;
