import type { CancellationStep } from "#domain/pricing/price-document.ts";
import type { BookingTexts } from "../en/booking.ts";
import { pageFormatsOf } from "../page-formats.ts";
import { hoursText, ofNights } from "./stay.ts";

const { percent } = pageFormatsOf("fr");

function chargeLabel(step: CancellationStep): string {
  if ("percent" in step) {
    return step.percent === 10_000 ? "le prix total" : `${percent(step.percent)} du prix`;
  }
  return `le prix ${ofNights(step.nights)}`;
}

const charge = ({ step, amount }: { step: CancellationStep; amount: string }) => `${amount} (${chargeLabel(step)})`;

export const bookingTexts = {
  title: "Réserver un séjour",
  loading: "Chargement du formulaire de réservation…",
  notFound: {
    title: "Hébergement introuvable",
    text: "Nous n’avons pas pu charger les informations sur la maison. Veuillez réessayer dans un instant.",
    back: "Retour à l’accueil",
  },
  yourStay: "Votre séjour",
  yourDetails: "Vos coordonnées",
  terms: "Nos conditions de réservation et d’annulation s’appliquent",
  leaveEmpty: "Laissez ce champ vide",
  updatePrice: "Actualiser le prix",
  chooseDates: "Choisissez vos dates",
  nightsIncluded: (count, payNote) =>
    payNote ? `${count}, taxes et frais compris. ${payNote}` : `${count}, taxes et frais compris`,
  bookNow: "Réserver avec obligation de paiement",
  processing: "Envoi en cours…",
  option: {
    legend: "Formule",
    entire: "Maison entière",
    rooms: (bedrooms, bathrooms) => `${bedrooms} et ${bathrooms}, rien que pour vous`,
  },
  chosen: {
    checkIn: "Choisissez le jour d’arrivée, puis le jour de départ.",
    checkOut: (day) => `Arrivée ${day}. Choisissez maintenant le jour de départ.`,
    stay: (total, count, dates) => `${total} au total, ${count}, ${dates}`,
    clear: "Effacer les dates",
  },
  code: {
    have: "Vous avez un code promo ?",
    label: "Code promo",
    use: "Utiliser le code",
    unknown: "Nous n’avons pas pu vérifier le code. Veuillez réessayer dans un instant.",
  },
  fields: {
    guests: "Personnes",
    guestCount: "Nombre de personnes",
    guestRange: (most) => `${most} au maximum, enfants compris`,
    guestName: "Nom",
    email: "E-mail",
    phone: "Téléphone",
    phoneOptional: "Téléphone (facultatif)",
    whatsapp: "Recevoir aussi les messages concernant ce séjour sur WhatsApp",
    whatsappHint:
      "Au numéro ci-dessus, avec l’indicatif du pays. Répondez STOP à tout moment pour ne plus en recevoir.",
    requests: "Demandes particulières (facultatif)",
    requestsHint: "Par exemple un lit bébé, une arrivée tardive ou une allergie.",
  },
  problem: "Veuillez vérifier vos informations",
  offline: {
    title: "Connexion impossible",
    text: "Vous êtes peut-être hors ligne. Tout ce que vous avez saisi est conservé. Une fois en ligne, rechargez la page et cliquez de nouveau sur « Réserver avec obligation de paiement » : vous ne réserverez pas deux fois.",
  },
  created: { title: "Réservation enregistrée", description: "Votre réservation a bien été enregistrée." },
  hints: {
    unreadable: "Nous n’avons pas pu lire les dates de votre lien. Veuillez les choisir ci-dessous.",
    refused: (refusal) => `Les dates de votre lien ne peuvent pas être réservées. ${refusal}.`,
    sleeps: (guests, start) => `La maison accueille ${guests} au maximum ; nous avons donc indiqué ${start}.`,
  },
  notice: {
    unsettled:
      "Nous ne sommes pas sûrs que votre réservation ait été enregistrée. Cliquez de nouveau sur « Réserver avec obligation de paiement » : vous ne réserverez pas deux fois.",
    free: "La maison est libre à ces dates.",
    refused: (refusal) => `${refusal}.`,
    offer: (dates, total) => `${dates}, ${total} au total`,
    nearest: (offer) => `Choisir les dates libres les plus proches : ${offer}`,
    or: (offer) => `Ou ${offer}`,
    booked: "Vous avez réservé ces dates.",
    see: "Voir votre réservation",
  },
  summary: {
    ofWhich: (tax, amount) => `dont ${tax} : ${amount}`,
    nights: "Nuits",
    rate: "Tarif",
    cancellation: "Annulation",
    noDates: (extras) => `${extras}. Choisissez l’arrivée et le départ pour voir le total.`,
    noPicture: "Pas encore de photo",
    nightsTimes: (count, price) => `${count} × ${price}`,
  },
  cancellation: {
    free: "Sans frais",
    until: (until, first, later) =>
      `Sans frais jusqu’au ${until} ; ensuite ${charge(first)}${later.map((step) => ` ; à partir du ${step.from}, ${charge(step)}`).join("")}`,
    over: (most, freeFrom, hours) =>
      `En cas d’annulation, vous payez au maximum ${charge(most)}. Pour une arrivée à partir du ${freeFrom}, l’annulation est sans frais jusqu’à ${hoursText(hours)} avant l’arrivée`,
  },
} satisfies BookingTexts;
