import type { EmailTexts } from "../en/emails.ts";
import { pluralIn } from "../plural.ts";
import { ownTexts } from "./own.ts";

const plural = pluralIn("fr");

export const emails = {
  templates: {
    welcome: {
      subject: "Votre séjour à {cottage} est réservé ({reference})",
      body: `Bonjour {guestName},

Merci d’avoir réservé {cottage}. Nous nous réjouissons de vous accueillir.

Votre numéro de réservation : {reference}
Arrivée : {checkIn}, à partir de {checkInTime}
Départ : {checkOut}, avant {checkOutTime}
{nights}, {guests}, {total} au total

{payment}

Adresse : {address}

{directions}

Vous pouvez consulter et gérer votre réservation ici :

{bookingLink}

Une question ? Appelez-nous au {hostPhone} ou répondez à cet e-mail.`,
    },
    check_in_reminder: {
      subject: "Votre arrivée le {checkIn} : {cottage}",
      body: `Bonjour {guestName},

Nous serons heureux de vous accueillir le {checkIn}, à partir de {checkInTime}.

Adresse : {address}

{directions}

Pour votre arrivée : {arrivalNotes}

Mot de passe Wi-Fi : {wifiPassword}

Si vous avez du retard ou si vous ne nous trouvez pas, appelez le {hostPhone}. Nous vous aiderons volontiers.

{bookingLink}`,
    },
    check_out_reminder: {
      subject: "Départ aujourd’hui avant {checkOutTime}",
      body: `Bonjour {guestName},

Votre séjour à {cottage} se termine aujourd’hui. Merci de libérer la maison avant {checkOutTime}, de fermer les portes à clé, de couper le gaz et d’éteindre les lumières.

Si vous avez besoin d’un taxi ou d’un peu plus de temps, appelez le {hostPhone} et nous ferons de notre mieux.

Merci d’avoir séjourné chez nous, et bonne route !`,
    },
    feedback_request: {
      subject: "Comment s’est passé votre séjour à {cottage} ?",
      body: `Bonjour {guestName},

Nous espérons que votre séjour à {cottage} vous a plu et que votre retour s’est bien passé.

Voulez-vous nous dire comment s’est passé votre séjour ? Cela prend une minute et nous aide, ainsi que nos futurs voyageurs.

{ratingLink}

Merci beaucoup !`,
    },
    booking_changed: {
      subject: "Votre réservation {reference} a été modifiée",
      body: `Bonjour {guestName},

Votre réservation à {cottage} a été modifiée.

{changes}

Voici votre réservation à présent :

Arrivée : {checkIn}, à partir de {checkInTime}
Départ : {checkOut}, avant {checkOutTime}
{nights}, {guests}, {total} au total

{bookingLink}

Si quelque chose ne va pas, appelez-nous au {hostPhone} ou répondez à cet e-mail.`,
    },
    booking_cancelled: {
      subject: "Votre réservation {reference} est annulée",
      body: `Bonjour {guestName},

Votre réservation à {cottage}, du {checkIn} au {checkOut}, a été annulée.

Frais d’annulation : {fee}

Si vous ne vous y attendiez pas, appelez-nous au {hostPhone} ou répondez à cet e-mail.`,
    },
  },
  whatsapp: {
    welcome:
      "Bonjour {{1}}, votre séjour à {{2}} du {{3}} au {{4}} est réservé. Ouvrez {{5}} pour voir tous les détails.",
    check_in_reminder:
      "Bonjour {{1}}, nous vous attendons à {{2}} du {{3}} au {{4}}. Ouvrez {{5}} pour savoir comment entrer dans la maison.",
    check_out_reminder:
      "Bonjour {{1}}, votre séjour à {{2}}, commencé le {{3}}, se termine aujourd’hui, {{4}}. Ouvrez {{5}} pour voir les détails. Merci d’avoir séjourné chez nous !",
    feedback_request:
      "Bonjour {{1}}, comment s’est passé votre séjour à {{2}} du {{3}} au {{4}} ? Ouvrez {{5}} pour nous le dire.",
    booking_changed:
      "Bonjour {{1}}, votre réservation à {{2}} va maintenant du {{3}} au {{4}}. Ouvrez {{5}} pour voir les détails.",
    booking_cancelled:
      "Bonjour {{1}}, votre réservation à {{2}} du {{3}} au {{4}} est annulée. Ouvrez {{5}} pour voir les détails.",
    custom:
      "Bonjour {{1}}, nous vous avons écrit au sujet de votre séjour à {{2}} du {{3}} au {{4}}. Ouvrez {{5}} pour lire notre message.",
  },
  nights: (count: number) => plural(count, { one: `${count} nuit`, other: `${count} nuits` }),
  guests: (count: number) => plural(count, { one: `${count} personne`, other: `${count} personnes` }),
  someGuest: "Madame, Monsieur",
  noFee: "aucuns",
  noWifiPassword: "demandez-le-nous à votre arrivée",
  callUs: (phone: string) => `appelez-nous au ${phone}`,
  openLinkFirst: "ouvrez votre réservation avec le lien de notre e-mail pour voir cette information",
  shownFrom: (day: string) => `vous recevrez cette information le ${day}`,
  restored: "Votre séjour avait été annulé. Il est de nouveau réservé.",
  changedCheckIn: (now: string, was: string) => `Arrivée : ${now} (auparavant ${was})`,
  changedCheckOut: (now: string, was: string) => `Départ : ${now} (auparavant ${was})`,
  changedGuests: (now: string, was: string) => `${now} (auparavant ${was})`,
  changedTotal: (now: string, was: string) => `Total : ${now} (auparavant ${was})`,
  paid: (amount) => `Payé : ${amount}`,
  dueNow: (amount) => `À payer maintenant : ${amount}`,
  dueOn: (amount, day) => `À payer le ${day} : ${amount}`,
  rateStay: "Donner mon avis",
  openBooking: "Ouvrir ma réservation",
  openForm: "Ouvrir le formulaire de réservation",
  calendarTitle: (cottage: string) => `Séjour à ${cottage}`,
  calendarText: (stay: { reference: string; checkInFrom: string; checkOutBy: string; phone: string }) =>
    stay.phone
      ? `Réservation ${stay.reference}. Arrivée à partir de ${stay.checkInFrom}, départ avant ${stay.checkOutBy}. En cas de retard, appelez le ${stay.phone}.`
      : `Réservation ${stay.reference}. Arrivée à partir de ${stay.checkInFrom}, départ avant ${stay.checkOutBy}.`,
  ownLink: {
    subject: (reference: string) => `Votre réservation ${reference}`,
    text: "Voici le lien vers votre réservation. Il vous permet de consulter et de gérer votre séjour.",
    warning:
      "Toute personne qui a ce lien peut en faire autant : gardez-le pour vous. Si vous ne l’avez pas demandé, ignorez simplement cet e-mail.",
  },
  requested: {
    subject: ({ cottage, span }) => `Nous avons reçu votre demande de réservation : ${cottage}, ${span}`,
    answer: ownTexts.waiting.host,
    text: "Ce lien vous permet de consulter votre demande ou de la retirer.",
  },
  confirmStay: {
    subject: ({ cottage, span }) => `Merci de confirmer votre séjour à ${cottage}, ${span}`,
    stay: (stay) =>
      `${stay.cottage} : ${stay.span}, ${stay.nights}, ${stay.guests}. Total ${stay.total}. Numéro de réservation ${stay.reference}.`,
    sendRequest: (until) =>
      `Ouvrez ce lien avant le ${until} pour envoyer votre demande à l’hôte. Nous vous gardons les nuits jusque-là ; vous n’aurez pas à remplir le formulaire une seconde fois.`,
    completeBooking: (until) =>
      `Ouvrez ce lien avant le ${until} pour finaliser votre réservation. Nous vous gardons les nuits jusque-là ; vous n’aurez pas à remplir le formulaire une seconde fois.`,
    notYou:
      "Si ce n’était pas vous, ignorez simplement cet e-mail. Rien n’a été réservé, et les nuits seront de nouveau libres passé ce délai.",
  },
  proveEmail: {
    subject: "Encore une étape pour réserver votre séjour",
    text: "Ouvrez ce lien dans l’heure, puis cliquez de nouveau sur « Réserver avec obligation de paiement ». Nous recevons en ce moment un nombre inhabituel de demandes ; merci de confirmer votre adresse e-mail.",
    notYou: "Si ce n’était pas vous, ignorez simplement cet e-mail. Rien n’a été réservé.",
  },
  linkPage: {
    complete: {
      title: "Confirmez votre réservation",
      text: "Cliquez sur le bouton pour confirmer votre adresse e-mail et votre réservation.",
      button: "Confirmer ma réservation",
    },
    request: {
      title: "Envoyez votre demande de réservation",
      text: "Cliquez sur le bouton pour confirmer votre adresse e-mail et envoyer votre demande à l’hôte.",
      button: "Envoyer ma demande",
    },
    verify: {
      title: "Votre réservation",
      text: "Cliquez sur le bouton pour confirmer votre adresse e-mail et ouvrir votre réservation.",
      button: "Ouvrir ma réservation",
    },
    proof: {
      title: "Confirmez votre adresse e-mail",
      text: "Cliquez sur le bouton pour confirmer votre adresse e-mail. Vous pourrez ensuite réserver votre séjour.",
      button: "Confirmer mon adresse e-mail",
    },
  },
  offer: {
    subject: (cottage: string, span: string) => `Notre offre pour vous : ${cottage}, ${span}`,
    price: (price: string, span: string) => `Nous vous proposons ce séjour (${span}) au prix de ${price}.`,
    until: (until: string) => `Nous gardons ces nuits pour vous jusqu’au ${until}.`,
    how: "Ouvrez le lien pour voir le prix détaillé et accepter l’offre.",
  },
  ended: {
    request: {
      subject: "Nous n’avons pas pu accepter votre demande de réservation {reference}",
      body: `Bonjour {guestName},

Nous sommes désolés, mais nous n’avons pas pu accepter votre demande de séjour à {cottage}, du {checkIn} au {checkOut}. Rien n’a été réservé et vous n’avez rien à payer.

Si d’autres dates vous conviennent, vous pouvez voir ici lesquelles sont libres :

{bookingLink}

Pour toute question, appelez-nous au {hostPhone} ou répondez à cet e-mail.`,
    },
    offer: {
      subject: "Notre offre {reference} a pris fin",
      body: `Bonjour {guestName},

Notre offre pour votre séjour à {cottage}, du {checkIn} au {checkOut}, a pris fin, et nous ne gardons plus ces nuits pour vous. Rien n’a été réservé et vous n’avez rien à payer.

Si vous souhaitez toujours venir, vous pouvez voir ici quelles dates sont libres :

{bookingLink}

Pour toute question, appelez-nous au {hostPhone} ou répondez à cet e-mail.`,
    },
  },
  changeDeclined: {
    subject: (reference: string) => `Votre réservation ${reference} reste inchangée`,
    text: (requested: string, booked: string) =>
      `Nous n’avons pas pu accepter la modification demandée (${requested}). Votre réservation (${booked}) reste inchangée.`,
    otherDates:
      "Si d’autres dates vous conviennent, voyez sur la page de votre réservation ce que vous pouvez encore modifier, ou appelez-nous.",
  },
  changeReplaced: {
    subject: (reference: string) => `Votre demande de modification de la réservation ${reference} est close`,
    text: (requested: string, booked: string) =>
      `Nous avons modifié votre séjour (${booked}). Votre demande de modification (${requested}) est donc close.`,
    otherGuests: (span: string, requested: string, booked: string) =>
      `Nous avons modifié votre séjour (${span}, ${booked}). Votre demande (${requested}) est donc close.`,
    ifUnsuitable:
      "Si cela ne vous convient pas, voyez sur la page de votre réservation ce que vous pouvez encore modifier, ou appelez-nous.",
  },
} satisfies EmailTexts;
