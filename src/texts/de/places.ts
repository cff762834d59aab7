import type { PlacesTexts } from "../en/places.ts";

export const placesTexts = {
  travelTime: "Wegzeit: ",
  attractions: {
    title: "Ausflugsziele in der Umgebung",
    about: "Was es rund um das Ferienhaus zu sehen und zu erleben gibt, jeweils mit der Wegzeit.",
    none: "Wir überarbeiten diese Liste gerade. Fragen Sie uns, wir verraten Ihnen gern unsere Lieblingsorte.",
    more: "Mehr aus der Gegend",
    invitation: "Hier wohnen und alles entdecken",
    book: "Jetzt Aufenthalt buchen",
    pictures: "Bilder der Umgebung",
  },
  location: {
    title: "Lage und Anfahrt",
    about:
      "Wo das Ferienhaus liegt, wie Sie hinkommen, Fahrzeiten und Orientierungspunkte, mit einer Karte der Umgebung.",
    map: "Karte",
    drawn: (cottage, about) => (about ? `Gezeichnete Karte: ${cottage}, ${about}.` : `Gezeichnete Karte: ${cottage}.`),
    youStay: "Hier wohnen Sie",
    notToScale: "Eine Zeichnung, nicht maßstabsgetreu. Norden ist oben.",
    findUs: "So finden Sie uns",
    directions: "Route anzeigen",
    openMap: "In Karten öffnen",
    otherMaps: "Andere Karten:",
    anotherApp: "Andere Karten-App",
    landmarks: "Orientierungspunkte auf dem Weg",
    travelTimes: "Fahrzeiten",
    byCar: "Mit dem Auto, bei normalem Verkehr",
    about3rd: (host) =>
      `Die Bilder der genauen Karte kommen von <b>${host}</>. Bisher wurde dort nichts abgerufen. Wenn Sie auf die Schaltfläche tippen, lädt Ihr Browser die Bilder von dort, und ${host} sieht Ihre IP-Adresse.`,
    detailed: "Genaue Karte anzeigen",
    loadingMap: "Die Karte wird geladen …",
    mapFailed:
      "Die Karte konnte nicht geladen werden. Bitte versuchen Sie es noch einmal oder nutzen Sie oben „In Karten öffnen“.",
  },
} satisfies PlacesTexts;
