import type { TermsTexts } from "../en/terms.ts";
import { formatsOf } from "../formats.ts";
import { pluralIn } from "../plural.ts";
import { guests, hours, hoursText, ofNights } from "./stay.ts";

const plural = pluralIn("fr");
const { percent } = formatsOf("fr");
const beforeArrival = (days: number) =>
  days === 0
    ? "le jour de votre arrivée"
    : plural(days, { one: `${days} jour avant votre arrivée`, other: `${days} jours avant votre arrivée` });

export const termsTexts = {
  title: "Conditions de réservation",
  lead: (cottage) => `Ce dont nous convenons ensemble lorsque vous réservez un séjour à ${cottage}.`,
  about:
    "Ce qui s’applique à un séjour quand vous le réservez : réservation, prix, paiement, annulation et vie dans la maison.",

  who: "Auprès de qui vous réservez",
  address: "Adresse",
  phone: "Téléphone",
  email: "E-mail",

  booking: "Votre réservation",
  booked: {
    instant:
      "Votre séjour est réservé dès que vous avez envoyé le formulaire de réservation et que la page de votre réservation le confirme. Pour certains séjours, nous vous demandons d’abord de confirmer votre adresse e-mail.",
    instantPaid: (whole) =>
      whole
        ? "Votre séjour est réservé dès que vous avez payé le prix total. D’ici là, nous gardons les nuits pour vous pendant un court délai, indiqué sur la page de paiement."
        : "Votre séjour est réservé dès que vous avez payé l’acompte. D’ici là, nous gardons les nuits pour vous pendant un court délai, indiqué sur la page de paiement.",
    verified:
      "Une fois le formulaire de réservation envoyé, vous recevez un e-mail de notre part. Votre séjour est réservé dès que vous ouvrez le lien qu’il contient, ou aussitôt si vous avez récemment confirmé votre adresse e-mail.",
    unlessChecked: (answer, paid) =>
      paid
        ? `Parfois, nous devons d’abord vérifier une réservation. Nous vous disons alors qu’il s’agit d’une demande, gardons les nuits pour vous et répondons sous ${hours(answer)} ; vous payez une fois que nous l’avons acceptée.`
        : `Parfois, nous devons d’abord vérifier une réservation. Nous vous disons alors qu’il s’agit d’une demande, gardons les nuits pour vous et répondons sous ${hours(answer)} ; votre séjour est réservé dès que nous l’acceptons.`,
    request: (answer) =>
      `Le formulaire de réservation nous envoie une demande. Nous y répondons sous ${hours(answer)} et gardons les nuits pour vous d’ici là. Votre séjour est réservé dès que nous acceptons la demande.`,
    requestPaid: (answer, whole, pay) =>
      whole
        ? `Le formulaire de réservation nous envoie une demande. Nous y répondons sous ${hours(answer)} et gardons les nuits pour vous d’ici là. Votre séjour est réservé dès que nous avons accepté la demande et que vous avez payé le prix total ; vous avez ${hours(pay)} pour payer.`
        : `Le formulaire de réservation nous envoie une demande. Nous y répondons sous ${hours(answer)} et gardons les nuits pour vous d’ici là. Votre séjour est réservé dès que nous avons accepté la demande et que vous avez payé l’acompte ; vous avez ${hours(pay)} pour payer.`,
  },
  whole: (most) => `Vous réservez la maison entière, pour ${guests(most)} au maximum, enfants compris.`,
  details: "Veuillez nous indiquer un nom, une adresse e-mail et un numéro de téléphone où nous pouvons vous joindre.",

  payment: "Prix et paiement",
  price: "Le prix que vous voyez avant de réserver est celui de tout le séjour. Les taxes et les frais sont compris.",
  onArrival: "Vous payez à votre arrivée, ou comme convenu avec vous.",
  mayPay: (provider) => `Vous pouvez payer en ligne par carte, sur la page de ${provider}.`,
  mustPay: (provider) =>
    `Vous payez en ligne par carte, sur la page de ${provider}. Nous ne voyons jamais les données de votre carte.`,
  allAtOnce: "Vous payez le prix total au moment de la réservation.",
  firstPercent: (part, days) =>
    `À la réservation, vous versez un acompte de ${percent(part)} du prix ; le solde est à payer ${beforeArrival(days)}. Si vous réservez après cette échéance, le prix total est à payer à la réservation.`,
  firstNights: (count, days) =>
    `À la réservation, vous versez un acompte égal au prix ${count === 1 ? "de la première nuit" : `des ${count} premières nuits`} ; le solde est à payer ${beforeArrival(days)}. Si vous réservez après cette échéance, le prix total est à payer à la réservation.`,
  cancelUnpaid:
    "Si le solde n’est pas payé à l’échéance, nous vous avertissons par e-mail en vous laissant au moins 48 heures pour payer. S’il n’est toujours pas payé passé ce délai, nous annulons votre séjour ; les conditions d’annulation s’appliquent.",

  cancellation: "Annulation et modification",
  seeCancellation: "Ce que coûte une annulation, et comment annuler",

  stay: "Pendant votre séjour",
  times: (from, by) => `Vous pouvez arriver à partir de ${from} ; merci de partir au plus tard à ${by}.`,
  rules: "Le <rules>règlement intérieur</> fait partie de ces conditions.",
  damage:
    "Merci de nous signaler tout ce qui est abîmé ou qui manque. Les dégâts qui dépassent l’usure normale sont à votre charge.",
  problems: "Si quelque chose ne va pas, dites-le-nous pendant votre séjour, afin que nous puissions y remédier.",

  data: "Vos données",
  seePrivacy: "Ce que nous conservons de vous, pourquoi et combien de temps",

  own: "Nos conditions",

  policy: {
    title: "Annulation",
    lead: "Ce que coûte l’annulation d’un séjour que vous réservez maintenant, et comment faire.",
    about:
      "Jusqu’à quand un séjour peut être annulé sans frais, ce que cela coûte ensuite, et comment se font les remboursements.",

    costs: "Ce que cela coûte",
    when: "Moment de l’annulation",
    fee: "Frais d’annulation",
    free: "Sans frais",
    beforeCheckIn: "Avant l’arrivée",
    fromCheckIn: "À partir de l’arrivée",
    earlier: (before) => `Plus de ${hoursText(before)} avant l’arrivée`,
    later: (before) => `${hoursText(before)} avant l’arrivée, ou plus tard`,
    wholePrice: "Le prix total",
    percent: (part) => `${percent(part)} du prix`,
    nights: (count) => `Le prix ${ofNights(count)}`,
    countedFrom: (time) =>
      `Les délais se comptent à rebours à partir de ${time} le jour de votre arrivée, à l’heure locale de la maison.`,
    keeps:
      "Une réservation garde les conditions en vigueur quand elle a été faite. Sa page les indique avec les dates et les montants.",
    keepsUntilChanged:
      "Une réservation garde les conditions en vigueur quand elle a été faite. Si vous changez les dates tant que l’annulation est encore sans frais, ce sont les conditions en vigueur à ce moment-là qui s’appliquent. La page de la réservation les indique avec les dates et les montants.",
    noShow: "Si vous ne venez pas, les derniers frais de cette liste s’appliquent.",

    how: "Comment annuler ou modifier votre séjour",
    ownPage:
      "Ouvrez votre réservation dans le navigateur avec lequel vous avez réservé, ou avec le lien si nous vous l’avons envoyé par e-mail. Sur la page de votre réservation, vous pouvez annuler, ou modifier les dates ou le nombre de personnes ; vous y voyez d’abord ce que cela coûte.",
    change:
      "En cas de modification, les nuits déjà réservées gardent leur prix et les autres sont au prix actuel. Ce que vous avez déjà payé est déduit du total.",

    refunds: "Remboursements",
    toCard:
      "Ce que vous avez payé par carte au-delà des frais vous est remboursé sur la même carte. Comptez 5 à 10 jours.",
    byUs: "Ce que vous avez payé au-delà des frais vous est remboursé par le moyen que vous avez utilisé pour payer.",
    weCancel: "Si nous devons annuler votre séjour, tout ce que vous avez payé vous est remboursé.",
    weCancelElse:
      "Si nous devons annuler votre séjour pour une autre raison, tout ce que vous avez payé vous est remboursé.",

    own: "Conditions supplémentaires",
    terms: "Toutes nos conditions",
  },
} satisfies TermsTexts;
