/** Attractions, and directions to the cottage. */
export const placesTexts = {
  travelTime: "Travel time: ",
  attractions: {
    title: "Local Attractions",
    about: "Things to see and do around the cottage, each with its travel time.",
    none: "We're updating this list. Ask us, and we'll tell you our favorite places.",
    more: "More from around here",
    invitation: "Stay here and see it all",
    book: "Book Your Stay Now",
    pictures: "Pictures of the surroundings",
  },
  location: {
    title: "Location & Directions",
    about: "Where the cottage is, how to get there, travel times and landmarks, with a map of the area.",
    map: "Map",
    drawn: (cottage: string, about: string) =>
      about ? `Illustrated map: ${cottage} ${about}.` : `Illustrated map: ${cottage}.`,
    youStay: "You stay here",
    notToScale: "A drawing, not to scale. North is up.",
    findUs: "How to find us",
    directions: "Get Directions",
    openMap: "Open in Maps",
    otherMaps: "Other maps:",
    anotherApp: "Another map app",
    landmarks: "Landmarks on the way",
    travelTimes: "Travel times",
    byCar: "By car, on a normal day",
    about3rd: (host: string) =>
      `The detailed map's pictures come from <b>${host}</>. Nothing has been loaded from there yet. If you press the button, your browser loads them, and ${host} sees your IP address.`,
    detailed: "Show a detailed map",
    loadingMap: "Loading the map...",
    mapFailed: "The map could not be loaded. Please try again, or use “Open in Maps” above.",
  },
};
export type PlacesTexts = typeof placesTexts;
