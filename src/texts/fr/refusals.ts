import type { Refusals } from "../en/refusals.ts";
import { formatsOf } from "../formats.ts";
import { pluralIn } from "../plural.ts";
import { nights, priceLines, stayRefusal } from "./stay.ts";

const plural = pluralIn("fr");
const { amount, money } = formatsOf("fr");

export const refusals = {
  "stay-refused": ({ refusal }) => stayRefusal(refusal),
  "code-refused": "Ce code n’est pas valable pour ce séjour.",
  "code-held":
    "Vous utilisez ce code pour un autre séjour qui n’est pas encore payé. Pour l’utiliser ici, annulez cet autre séjour ou attendez la fin de son délai de paiement.",
  "code-accepted": "Le code est appliqué.",
  "larger-discount": "Votre code est valable, mais une autre remise est plus élevée : c’est elle qui est appliquée.",
  "no-such-property": "Cet hébergement n’existe pas.",
  "details-expired": "Vos informations ont expiré. Veuillez renvoyer le formulaire.",
  "check-email":
    "Encore une étape : nous vous avons envoyé un e-mail. Ouvrez le lien qu’il contient dans l’heure, puis cliquez de nouveau sur « Réserver avec obligation de paiement ».",
  "call-for-more-nights":
    "Ces dates sont libres, mais nous ne pouvons pas accepter cette réservation en ligne. Appelez-nous pour les réserver.",
  "proofs-paused":
    "Nous ne pouvons pas confirmer d’adresses e-mail pour le moment, en raison d’un nombre inhabituel de tentatives de réservation. Les nuits sont encore libres : appelez-nous pour réserver.",
  "dates-just-taken": "Désolés, ces dates viennent d’être réservées. Veuillez en choisir d’autres.",
  "other-price": ({ cents, currency, lines }) => {
    const sentences = lines.map((line) =>
      line.kind === "nights"
        ? `${nights(line.quantity)} × ${money(line.unitCents, currency)}`
        : `${priceLines.label(line, currency)} : ${money(line.amountCents, currency)}`,
    );
    return `Ces dates coûtent ${money(cents, currency)} au total (${sentences.join(" + ")}), ce qui n’est pas le prix qui vous a été indiqué. Vérifiez le nouveau total, puis cliquez de nouveau sur « Réserver avec obligation de paiement ».`;
  },
  "other-terms":
    "Les conditions d’annulation ont changé depuis que vous avez ouvert cette page. Vérifiez-les, puis réessayez.",
  "other-stay": "Votre réservation a changé depuis que vous avez ouvert cette page. Vérifiez-la, puis réessayez.",
  "cannot-check-dates":
    "Nous ne pouvons pas comparer ces dates avec nos autres calendriers pour le moment. Veuillez réessayer dans quelques minutes.",
  "booking-not-found": "Nous n’avons pas trouvé la réservation que vous cherchez.",
  "link-sent": "Si nous avons une adresse e-mail pour cette réservation, nous y avons envoyé le lien.",
  "link-sent-if-found":
    "S’il existe une réservation avec ce numéro et cette adresse e-mail, nous y avons envoyé le lien.",
  "call-for-link":
    "Nous ne pouvons pas vous envoyer le lien par e-mail. Veuillez nous appeler au sujet de votre réservation.",
  "email-not-corrected": "Vous ne pouvez pas modifier l’adresse e-mail ici. Appelez-nous et nous la corrigerons.",
  "reload-and-try-again": "Veuillez recharger cette page et réessayer.",
  "open-your-link":
    "Ouvrez le lien de votre réservation ou utilisez le navigateur avec lequel vous avez réservé, puis réessayez.",
  "payment-just-in": "Un paiement vient d’arriver pour ce séjour. Veuillez recharger la page.",
  "nothing-to-pay": "Il n’y a rien à payer pour le moment.",
  "too-late-to-pay":
    "Il est trop tard pour payer cette réservation. Les nuits seront bientôt de nouveau libres et vous pourrez réserver à nouveau.",
  "payment-unreachable":
    "Le paiement par carte n’est pas disponible pour le moment. Veuillez réessayer dans un instant.",
  "no-such-receipt": "Ce reçu n’existe pas.",
  "payment-under-way": "Un paiement est en cours pour ce séjour. Veuillez réessayer dans un instant.",
  "payment-page-open":
    "La page de paiement est encore ouverte, et nous n’arrivons pas à joindre le prestataire de paiement pour la fermer. Veuillez réessayer dans quelques minutes.",
  "new-nights-taken":
    "Désolés, certaines de ces nuits sont déjà réservées ; votre séjour n’a donc pas changé. Veuillez choisir d’autres dates.",
  "costs-now": ({ cents, currency }) =>
    `Le séjour coûte désormais ${amount(cents, currency)}. Veuillez vérifier le prix.`,
  "other-currency":
    "Appelez-nous pour changer les dates : depuis votre réservation, nos prix sont passés à une autre devise.",
  "nothing-to-change": "Ce sont les dates et le nombre de personnes de votre réservation actuelle.",
  "asked-for-other-dates":
    "Vous avez demandé d’autres dates. Pour modifier aussi le nombre de personnes, demandez de nouveau ces dates avec le nouveau nombre.",
  "open-link-for-longer":
    "Pour prolonger votre séjour, appelez-nous, ou ouvrez d’abord le lien de votre réservation si nous vous l’avons envoyé par e-mail.",
  "call-for-so-many-nights": "Pour prolonger votre séjour, appelez-nous ; nous vous aiderons avec plaisir.",
  "fee-now": ({ cents, currency }) =>
    `Les frais d’annulation s’élèvent maintenant à ${amount(cents, currency)}. Vérifiez-les, puis réessayez.`,
  "offer-over": "Cette offre a changé ou n’est plus valable. Rechargez la page ou appelez-nous.",
  "already-cancelled": "Ce séjour est déjà annulé.",
  "begun-no-cancelling": "Votre séjour a déjà commencé : vous ne pouvez plus l’annuler en ligne. Appelez-nous.",
  "cancel-elsewhere": "Veuillez annuler sur le site où vous avez réservé. Nous en serons informés.",
  "cancelled-no-changing": "Ce séjour est annulé. Veuillez faire une nouvelle réservation.",
  "not-confirmed-yet": "Ce séjour n’est pas encore confirmé. Vous pourrez le modifier dès qu’il le sera.",
  "begun-no-changing": "Votre séjour a déjà commencé : vous ne pouvez plus le modifier en ligne. Appelez-nous.",
  "change-elsewhere": "Veuillez modifier votre séjour sur le site où vous avez réservé. Nous en serons informés.",
  "only-longer":
    "Le délai d’annulation sans frais est passé : en ligne, vous pouvez seulement prolonger votre séjour ou ajouter des personnes. Pour tout autre changement, appelez-nous.",
  "whatsapp-number": "Pour WhatsApp, indiquez votre numéro avec + et l’indicatif du pays, par exemple +94 77 123 4567",
  "unknown-rating-link": "Ce lien ne fonctionne pas. Copiez le lien complet de notre message.",
  "stay-did-not-happen": "Ce séjour n’a pas eu lieu et ne peut donc pas être évalué.",
  "stay-not-over": "Vous pourrez évaluer votre séjour lorsqu’il sera terminé.",
  "rating-stands": "Votre avis date de plus de 14 jours et ne peut plus être modifié. Merci beaucoup !",
  "too-many-messages":
    "Vous nous avez déjà envoyé beaucoup de messages aujourd’hui. Veuillez nous appeler, ou nous écrire à nouveau demain.",
  "picture-not-supported": "Nous ne pouvons pas ouvrir ce fichier comme image. Choisissez une image JPEG, PNG ou WebP.",
  "picture-heic":
    "C’est une photo HEIC, que de nombreux logiciels ne peuvent pas ouvrir. Enregistrez-la en JPEG et choisissez ce fichier.",
  "picture-too-large": "C’est trop volumineux. Choisissez moins d’images à la fois, de 10 Mo au maximum chacune.",
  "picture-damaged": "Cette image est endommagée et ne peut pas être ouverte. Choisissez-en une autre.",
  "picture-gone": "Une image n’est plus disponible. Veuillez la choisir de nouveau.",
  "too-many-pictures":
    "Aucune autre image ne peut être ajoutée pour ce séjour. Envoyez votre message sans image, ou appelez-nous.",
  "pictures-not-stored":
    "Nous ne pouvons pas enregistrer d’images en ce moment. Envoyez votre message sans images, ou réessayez plus tard.",
  "pictures-busy": "D’autres images sont en cours d’envoi. Veuillez réessayer dans une minute.",
  "too-many-tries": ({ seconds }) => {
    const minutes = Math.ceil(seconds / 60);
    const wait =
      seconds < 90
        ? plural(seconds, { one: `${seconds} seconde`, other: `${seconds} secondes` })
        : plural(minutes, { one: `${minutes} minute`, other: `${minutes} minutes` });
    return `Trop d’essais en peu de temps. Attendez ${wait}, puis réessayez.`;
  },
  unavailable:
    "Nos données ne sont pas accessibles pour le moment. Rien n’est perdu ; veuillez réessayer dans quelques secondes.",
  "key-reused": "Un autre envoi a déjà été fait depuis cette page. Veuillez renvoyer celui-ci.",
  "from-another-site": "Cette requête venait d’un autre site et a été refusée.",
  "nothing-here": "Il n’y a rien à cette adresse.",
  "too-large": "La requête est trop volumineuse.",
  failed: "Une erreur s’est produite de notre côté. Veuillez réessayer dans un instant.",
  "check-form": "Veuillez vérifier le formulaire.",
} satisfies Refusals;
