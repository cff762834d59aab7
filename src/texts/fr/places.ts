import type { PlacesTexts } from "../en/places.ts";

export const placesTexts = {
  travelTime: "Temps de trajet : ",
  attractions: {
    title: "À voir dans les environs",
    about: "Que voir et que faire autour de la maison, avec le temps de trajet.",
    none: "Nous mettons cette liste à jour. Demandez-nous : nous vous dirons quels sont nos endroits préférés.",
    more: "Les environs en images",
    invitation: "Séjournez ici pour tout découvrir",
    book: "Réserver maintenant",
    pictures: "Photos des environs",
  },
  location: {
    title: "Situation et accès",
    about: "Où se trouve la maison, comment y venir, temps de trajet et repères, avec une carte des environs.",
    map: "Carte",
    drawn: (cottage, about) => (about ? `Carte illustrée : ${cottage}, ${about}.` : `Carte illustrée : ${cottage}.`),
    youStay: "Vous logez ici",
    notToScale: "Dessin non à l’échelle. Le nord est en haut.",
    findUs: "Comment nous trouver",
    directions: "Itinéraire",
    openMap: "Ouvrir dans Maps",
    otherMaps: "Autres cartes :",
    anotherApp: "Autre application de cartes",
    landmarks: "Repères en chemin",
    travelTimes: "Temps de trajet",
    byCar: "En voiture, circulation normale",
    about3rd: (host) =>
      `Les images de la carte détaillée viennent de <b>${host}</>. Rien n’a encore été chargé depuis ce site. Si vous appuyez sur le bouton, votre navigateur ira les y chercher, et ${host} verra votre adresse IP.`,
    detailed: "Afficher une carte détaillée",
    loadingMap: "Chargement de la carte…",
    mapFailed: "La carte n’a pas pu être chargée. Réessayez, ou utilisez « Ouvrir dans Maps » ci-dessus.",
  },
} satisfies PlacesTexts;
