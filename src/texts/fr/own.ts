import type { OwnTexts } from "../en/own.ts";
import { pluralIn } from "../plural.ts";

const plural = pluralIn("fr");

export const ownTexts = {
  tab: "Votre réservation",
  notFound: {
    title: "Réservation introuvable",
    text: "Nous n’avons pas trouvé la réservation que vous cherchez.",
    hint: "Vérifiez que vous avez copié le lien en entier. S’il ne fonctionne toujours pas, appelez-nous ou écrivez-nous. Nos coordonnées figurent en bas de la page d’accueil.",
    book: "Réserver un séjour",
  },
  cannotLoad: {
    title: "Nous ne pouvons pas afficher votre réservation pour le moment",
    text: "Votre réservation est bien enregistrée. Veuillez recharger cette page dans un instant.",
  },
  loading: "Chargement de votre réservation…",
  refused: "Cela n’a pas fonctionné",
  heading: {
    upcoming: "Votre séjour est réservé",
    confirmed: "Votre séjour est confirmé",
    pending: "Nous avons transmis votre demande à l’hôte",
    "checked-in": "Bienvenue dans la maison",
    "checked-out": "Merci d’avoir séjourné chez nous",
    completed: "Merci d’avoir séjourné chez nous",
    cancelled: "Ce séjour est annulé",
    payment: "Payez pour finaliser votre réservation",
    offer: "Notre offre pour vous",
    email: "Consultez vos e-mails pour poursuivre votre réservation",
  },
  ended: {
    request: "L’hôte n’a pas pu accepter votre demande",
    offer: "Cette offre a pris fin",
    unverified: "Le délai pour confirmer votre adresse e-mail est passé",
    unpaid: "Le délai de paiement est passé",
    nothingToPay: "Rien n’a été réservé et vous n’avez rien à payer.",
  },
  reference: (reference) => `Votre numéro de réservation : <b>${reference}</>`,
  yourStay: "Votre séjour",
  guest: "Voyageur",
  price: "Prix",
  nights: "Nuits",
  guests: "Personnes",
  name: "Nom",
  email: "E-mail",
  phone: "Téléphone",
  address: "Adresse",
  contact: "Contact",
  notGiven: "Non indiqué",
  requests: "Demandes particulières",
  after: "Après la réservation",
  guestInfo: "Informations pratiques",
  thingsToDo: "À voir dans les environs",
  line: (label, nights, price) => `${label}, ${nights} × ${price}`,
  total: "Total",
  noPrice: "Ce séjour est annulé : son prix ne s’applique plus.",
  fee: "Frais d’annulation",
  none: "Aucuns",
  totalToPay: "Total à payer",
  cancellation: {
    free: "L’annulation est sans frais.",
    atMost: (amount) =>
      amount === null
        ? "En cas d’annulation, vous payez au maximum le prix d’une nuit."
        : `En cas d’annulation, vous payez ${amount} au maximum.`,
    until: (until, amount, later) =>
      [
        `L’annulation est sans frais jusqu’au ${until}.`,
        amount === null
          ? "Ensuite, les frais s’élèvent au prix d’une nuit."
          : `Ensuite, les frais s’élèvent à ${amount}.`,
        ...later.map((fee) => `À partir du ${fee.from}, ils s’élèvent à ${fee.amount}.`),
      ].join(" "),
  },
  next: {
    title: "La suite",
    settled: "Vous n’avez plus rien à faire.",
    again: "Envie de venir une autre fois ? <link>Voir les dates libres</>.",
    saveEmail: "Conservez notre e-mail : son lien ouvre cette page sur n’importe quel appareil.",
    savePage:
      "Enregistrez ou imprimez cette page, ou ajoutez-la à vos favoris : son adresse ouvre de nouveau votre réservation.",
    tellUs: (time) =>
      `Dites-nous par téléphone ou par e-mail à quelle heure vous pensez arriver. L’arrivée est possible à partir de ${time}.`,
    read: "Lisez le <rules>règlement intérieur</> et voyez <way>comment nous trouver</>.",
  },
  waiting: {
    payment: (until) =>
      `Nous gardons ces nuits pour vous jusqu’au ${until}. Votre séjour sera réservé dès que vous aurez payé.`,
    host: (until) =>
      `Nous avons reçu votre demande et gardons ces nuits pour vous jusqu’au ${until}. L’hôte répondra d’ici là. Vous n’avez rien à payer avant son accord.`,
    guest: (until, email) =>
      `Nous gardons ces nuits pour vous jusqu’au ${until}. Nous avons envoyé un e-mail à <b>${email}</> : ouvrez le lien qu’il contient, sur n’importe quel appareil, pour continuer. Vous n’aurez pas à remplir le formulaire une seconde fois.`,
    sendAgain: "Renvoyer l’e-mail",
  },
  offer: {
    held: (until) => `Nous gardons ces nuits pour vous jusqu’au ${until}. Le prix ci-dessous est notre offre.`,
    toBook: "Pour réserver, acceptez l’offre.",
    agree: "En acceptant cette offre, vous acceptez nos <terms>conditions de réservation et d’annulation</>.",
    accept: (total) => `Réserver pour ${total} avec obligation de paiement`,
  },
  changeAsked: {
    byEmail: (dates, guests, total, until) =>
      `Nous avons demandé à l’hôte de modifier votre séjour : <b>${dates}, ${guests}, ${total}</>. Nous gardons ces nuits et vos nuits actuelles jusqu’au ${until}. Nous vous enverrons la réponse par e-mail. D’ici là, votre réservation reste inchangée.`,
    here: (dates, guests, total, until) =>
      `Nous avons demandé à l’hôte de modifier votre séjour : <b>${dates}, ${guests}, ${total}</>. Nous gardons ces nuits et vos nuits actuelles jusqu’au ${until}. Vous trouverez la réponse sur cette page. D’ici là, votre réservation reste inchangée.`,
  },
  done: {
    cancelled: "Votre séjour est annulé, sans frais.",
    cancelledFee: (fee) => `Votre séjour est annulé. Les frais d’annulation s’élèvent à ${fee}.`,
    changed: "Votre séjour a été modifié. Voici les nouvelles informations.",
    emailed: (address) => `Merci. Nous avons envoyé le lien de votre réservation à ${address}.`,
  },
  subject: (reference) => `Réservation ${reference}`,
  question: "Posez-nous une question",
  arriving: {
    title: "Votre arrivée",
    from: (from) =>
      `Les informations pour votre arrivée apparaîtront sur cette page à partir du <b>${from}</> et jusqu’à votre départ.`,
    way: "Comment nous trouver",
    map: "Ouvrir l’itinéraire",
    in: "Entrer dans la maison",
    wifi: "Wi-Fi",
    password: "Mot de passe",
    qr: (wifi) => `Code QR pour se connecter au Wi-Fi ${wifi}`,
    point: "Scannez ce code pour vous connecter",
    openLink: (email) =>
      `Pour voir ici les informations pour votre arrivée, ouvrez le lien de l’e-mail que nous avons envoyé à <b>${email}</>. Elles sont affichées de 3 jours avant votre arrivée jusqu’à votre départ.`,
    call: (phone) =>
      `Pour obtenir les informations pour votre arrivée, appelez-nous au <a>${phone}</>. Ayez votre numéro de réservation sous la main.`,
  },
  emailNotice: {
    waiting: (email) => `Nos e-mails concernant ce séjour sont envoyés à <b>${email}</>.`,
    details: (email) => `Nous avons envoyé les détails de votre réservation à <b>${email}</>.`,
    wrong: "Mauvaise adresse ? Corrigez-la",
    save: "Enregistrer et m’envoyer le lien",
  },
  sendLink: {
    button: "M’envoyer le lien",
    sent: "Si nous avons une adresse e-mail pour cette réservation, nous y avons envoyé le lien.",
  },
  masked:
    "Pour protéger votre vie privée, les données personnelles sont masquées ici. Pour voir et gérer cette réservation, ouvrez cette page dans le navigateur avec lequel vous avez réservé, ou ouvrez le lien de votre réservation si nous vous l’avons envoyé.",
  conversation: {
    title: "Messages",
    intro: "Écrivez ici à votre hôte. Vous trouverez la réponse sur cette page, et nous vous l’enverrons par e-mail.",
    introWithoutMail: "Écrivez ici à votre hôte. Vous trouverez la réponse sur cette page.",
    none: "Aucun message pour l’instant.",
    byGuest: (at, byEmail) => (byEmail ? `<b>Vous</>, ${at}, par e-mail` : `<b>Vous</>, ${at}`),
    byHost: (at, byEmail) => (byEmail ? `<b>Votre hôte</>, ${at}, par e-mail` : `<b>Votre hôte</>, ${at}`),
    sent: { email: "Message envoyé par e-mail", whatsapp: "Message envoyé par WhatsApp" },
    sentAt: {
      email: (at) => `Envoyé par e-mail : ${at}`,
      whatsapp: (at) => `Envoyé par WhatsApp : ${at}`,
    },
    sentText:
      "Les dates et les codes d’accès affichés ici peuvent différer du message envoyé. Les dates actuelles figurent plus haut sur cette page.",
    label: "Votre message",
    pictures: "Images",
    picturesHint: (most) => `Jusqu’à ${most}, en JPEG, PNG ou WebP, 10 Mo au maximum chacune.`,
    ready: "À envoyer avec votre message",
    picture: (place, of) => `Image ${place} sur ${of}`,
    openPicture: (picture) => `${picture}, ouvrir en grand`,
    send: "Envoyer le message",
    done: "Votre message a été envoyé à votre hôte.",
    reading: {
      off: "Votre hôte ne voit pas quels messages vous avez lus.",
      on: "Votre hôte voit quels messages vous avez lus.",
      turnOn: "Le montrer à mon hôte",
      turnOff: "Ne plus le montrer",
    },
  },
  keep: {
    title: "Conserver votre réservation",
    stayAt: (cottage) => `Séjour : ${cottage}`,
    file: "Ajouter au calendrier (.ics)",
    print: "Imprimer",
    share: "Partager",
    copied: "Lien copié",
    copiedAbout: "Il montre votre séjour, mais ni votre nom ni vos coordonnées.",
    notShared: (address) => `Le partage n’a pas fonctionné. Veuillez copier ce lien : ${address}`,
  },
  payment: {
    title: "Paiement",
    paid: "Payé",
    refunded: "Remboursé",
    now: "À payer maintenant",
    dueOn: (day) => `À payer le ${day}`,
    dueLater: "À payer plus tard",
    refund: "À vous rembourser",
    pay: (amount) => `Payer ${amount}`,
    payRest: (amount) => `Payer le solde de ${amount}`,
    receipt: (number) => `Reçu ${number}`,
    testMode: "Mode test : aucun argent réel n’est transféré",
  },
  acts: {
    title: "Modifier ou annuler",
    change: "Modifier les dates ou le nombre de personnes",
    cancel: "Annuler ce séjour",
    withNights: (message, booked) => `${message} ${booked}.`,
    free: "Vous pouvez annuler maintenant <b>sans frais</>. D’autres personnes pourront aussitôt réserver vos nuits : l’annulation est donc définitive.",
    costs: (fee) =>
      `Le délai d’annulation sans frais est passé. Annuler maintenant coûte <b>${fee}</>. D’autres personnes pourront aussitôt réserver vos nuits : l’annulation est donc définitive.`,
    cancelNow: "Annuler mon séjour",
    cancelFor: (fee) => `Annuler mon séjour pour ${fee}`,
    getBack: (back, paid) => `Sur les ${paid} que vous avez payés, ${back} vous seront remboursés.`,
    getNothingBack: (paid) => `Sur les ${paid} que vous avez payés, rien ne sera remboursé.`,
  },
  change: {
    show: "Afficher le nouveau prix",
    noPrice: "Nous n’avons pas pu obtenir le prix. Veuillez réessayer dans un instant.",
    taken: (booked) => `${booked}. Veuillez choisir d’autres dates.`,
    offer: (dates, nights, guests, total, before) =>
      `Séjour ${dates}, ${nights}, ${guests} : <b>${total}</> au lieu de ${before}.`,
    same: "Le prix reste le même.",
    more: (amount) => `${amount} de plus qu’avant.`,
    less: (amount) => `${amount} de moins qu’avant.`,
    freeUntil: (until) => `Vous pouvez annuler sans frais le séjour modifié jusqu’au ${until}.`,
    leftToPay: (paid, left) => `Vous avez payé ${paid}. Il restera ${left} à payer.`,
    nothingLeft: (paid) => `Vous avez payé ${paid}. Il ne restera rien à payer.`,
    paidMore: (paid, more) =>
      `Vous avez payé ${paid}, soit ${more} de plus que le nouveau prix ; l’hôte vous remboursera la différence.`,
    asksHost:
      "Cette modification doit être confirmée par l’hôte. Nous gardons ces nuits et vos nuits actuelles jusqu’à sa réponse. En cas de refus ou sans réponse à temps, votre séjour reste inchangé.",
    ask: "Demander cette modification à l’hôte",
    confirm: "Modifier mon séjour",
    keep: "Garder mes dates réservées",
  },
  find: {
    title: "Retrouver ma réservation",
    lead: "Indiquez votre numéro de réservation et l’adresse e-mail utilisée pour réserver. Nous vous enverrons le lien de votre réservation.",
    done: "S’il existe une réservation avec ce numéro et cette adresse, nous y avons envoyé le lien. Nous l’envoyons au plus une fois par heure : cherchez aussi un e-mail précédent.",
    /** If no email can be sent. */
    call: (phone) =>
      `Pour toute question sur votre réservation, appelez-nous au <a>${phone}</>. Ayez votre numéro de réservation sous la main.`,
    noReference: (phone) =>
      `Vous n’avez pas votre numéro, ou vous n’avez pas reçu l’e-mail ? Appelez-nous au <a>${phone}</>.`,
    reference: "Numéro de réservation",
    referenceHint: "Il ressemble à LK-7F3KQ9X2 et figure dans l’e-mail de réservation.",
    send: "M’envoyer le lien",
  },
  rate: {
    tab: "Comment s’est passé votre séjour ?",
    loading: "Chargement de votre séjour…",
    unknown: "Ce lien ne fonctionne pas",
    unknownText: "Veuillez copier en entier le lien de notre message.",
    cannotOpen: "Nous ne pouvons pas ouvrir votre séjour pour le moment",
    reload: "Veuillez recharger cette page dans un instant.",
    title: (cottage) => `Comment s’est passé votre séjour à ${cottage} ?`,
    thanks: (name) => `Merci, ${name} !`,
    done: "Nous avons transmis votre avis à l’hôte. Vous pouvez le modifier ici pendant les 14 jours qui suivent le premier envoi.",
    legend: "Votre note",
    words: ["Décevant", "Passable", "Bien", "Très bien", "Merveilleux"],
    stars: (count) => plural(count, { one: `${count} étoile`, other: `${count} étoiles` }),
    more: "Dites-nous en plus (facultatif)",
    moreHint: "L’hôte le lira et pourra le publier sur ce site avec votre prénom et le mois.",
    send: "Envoyer mon avis",
    change: "Modifier mon avis",
    choose: "Choisissez de une à cinq étoiles",
    failed: "Nous n’avons pas pu envoyer votre avis. Veuillez réessayer.",
  },
} satisfies OwnTexts;
