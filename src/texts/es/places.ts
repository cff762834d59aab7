import type { PlacesTexts } from "../en/places.ts";

export const placesTexts = {
  travelTime: "Tiempo de viaje: ",
  attractions: {
    title: "Qué ver en los alrededores",
    about: "Qué ver y hacer cerca de la casa, con el tiempo de viaje.",
    none: "Estamos actualizando esta lista. Pregúntenos y le diremos cuáles son nuestros lugares favoritos.",
    more: "Los alrededores en imágenes",
    invitation: "Alójese aquí y descúbralo todo",
    book: "Reservar ahora",
    pictures: "Fotos de los alrededores",
  },
  location: {
    title: "Ubicación y cómo llegar",
    about: "Dónde está la casa, cómo llegar, tiempos de viaje y puntos de referencia, con un mapa de los alrededores.",
    map: "Mapa",
    drawn: (cottage, about) => (about ? `Mapa ilustrado: ${cottage}, ${about}.` : `Mapa ilustrado: ${cottage}.`),
    youStay: "Usted se aloja aquí",
    notToScale: "Dibujo sin escala. El norte está arriba.",
    findUs: "Cómo encontrarnos",
    directions: "Cómo llegar",
    openMap: "Abrir en Maps",
    otherMaps: "Otros mapas:",
    anotherApp: "Otra aplicación de mapas",
    landmarks: "Puntos de referencia en el camino",
    travelTimes: "Tiempos de viaje",
    byCar: "En coche, con tráfico normal",
    about3rd: (host) =>
      `Las imágenes del mapa detallado vienen de <b>${host}</>. Aún no se ha cargado nada de ese sitio. Si pulsa el botón, su navegador las descargará, y ${host} verá su dirección IP.`,
    detailed: "Mostrar un mapa detallado",
    loadingMap: "Cargando el mapa…",
    mapFailed: "No se ha podido cargar el mapa. Inténtelo de nuevo o use «Abrir en Maps» más arriba.",
  },
} satisfies PlacesTexts;
