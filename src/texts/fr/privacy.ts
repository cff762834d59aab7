import type { PrivacyTexts } from "../en/privacy.ts";

export const privacyTexts = {
  title: "Confidentialité",
  about:
    "Ce que nous conservons des visiteurs et des voyageurs, pourquoi, combien de temps, et comment le faire effacer.",
  lead: "Nous ne conservons que ce qu’il faut pour votre séjour, et seulement le temps nécessaire.",
  looking: {
    title: "Quand vous visitez le site",
    text: "Nous n’utilisons ni cookies, ni traceurs, ni rien qui vienne d’autres entreprises. Comme sur tout site web, notre serveur voit votre adresse IP pendant qu’il vous envoie une page. Nous ne l’enregistrons pas.",
    map: (host) =>
      `Une exception : si vous ouvrez la carte détaillée sur la page « Situation », votre navigateur en charge les images depuis ${host}, qui voit alors votre adresse IP.`,
  },
  booking: {
    title: "Quand vous réservez",
    person: "<b>Nom, e-mail et téléphone</>, pour savoir qui vient et pouvoir vous joindre.",
    personFor: (months) =>
      `<b>Nom, e-mail et téléphone</>, pour savoir qui vient et pouvoir vous joindre ; conservés ${months} mois après le départ, puis effacés.`,
    words:
      "<b>Demandes particulières et messages avec leurs images</>, pour préparer votre séjour ; conservés 90 jours après le départ.",
    rating:
      "<b>Votre note et votre avis</>, si vous les envoyez. L’hôte peut les publier sur ce site avec votre prénom et le mois. L’avis est effacé en même temps que votre nom ; le nombre d’étoiles est conservé.",
    stay: "<b>Dates, nombre de personnes, prix et paiements</>, parce que le droit comptable l’exige ; nous les gardons sans votre nom.",
    cookie:
      "<b>Un cookie</>, pour que ce navigateur puisse ouvrir votre réservation. Il est déposé quand vous réservez ou ouvrez le lien que nous vous envoyons.",
    marks:
      "<b>Une empreinte irréversible (hachage) de votre adresse IP, de votre adresse e-mail et de votre numéro de téléphone</>, pendant 30 jours, pour empêcher les réservations automatisées. Personne ne peut en déduire vos données.",
    payments: (provider) =>
      `Si vous payez en ligne, vous le faites sur la page de ${provider}, qui encaisse pour nous. Nous lui transmettons votre adresse e-mail, le montant et le numéro de votre réservation, ainsi que votre nom et votre numéro de téléphone s’il les demande ; le numéro de votre carte ne nous parvient jamais. Ce prestataire conserve ce que la loi lui impose, et nous conservons les montants, les dates et les références des paiements pour notre comptabilité.`,
    whatsapp:
      "Si vous choisissez les messages WhatsApp, Meta les achemine pour nous : nous lui transmettons votre numéro de téléphone et le message, avec votre nom, vos dates et le lien vers votre réservation. Répondez STOP pour ne plus en recevoir.",
    push: "Le téléphone de l’hôte peut être averti d’une réservation par le service de notification de son navigateur (Google, Mozilla, Apple ou Microsoft). Ce message est chiffré pour ce téléphone ; le service ne peut pas le lire.",
    backups: (days) =>
      `Les données effacées disparaissent aussi de nos sauvegardes quand celles-ci sont remplacées, au bout ${days === 1 ? "d’un jour" : `de ${days} jours`}.`,
  },
  rights: {
    title: "Vos droits",
    text: "Vous pouvez à tout moment demander à consulter, à faire corriger, à recevoir ou à faire effacer vos données.",
    contact: (email, phone) => `Écrivez à <email>${email}</> ou appelez le <phone>${phone}</>.`,
  },
} satisfies PrivacyTexts;
