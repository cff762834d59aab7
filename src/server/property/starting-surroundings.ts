import type { PageTexts, Treasures, DrawnMap, MapPlace } from "#domain/property/site-content.ts";

/** What a new installation shows about the surroundings of its fictional property. */
export const startingSurroundings: { treasures: Treasures; drawnMap: DrawnMap; pageTexts: PageTexts } = {
  treasures: {
    title: "Explore Kandy's Treasures",
    items: [
      {
        title: "Sacred temples",
        text: "The Tooth Relic's golden roof, white and gilded Buddhas, and caves where monks still sit.",
        imageUrl: "/drawings/attractions/temple-of-the-sacred-tooth.svg",
      },
      {
        title: "Botanical gardens",
        text: "Palm avenues, giant bamboo and orchids where the Mahaweli bends around Peradeniya.",
        imageUrl: "/drawings/attractions/royal-botanical-gardens.svg",
      },
      {
        title: "Mountain trails",
        text: "Grass ridges over old tea fields, and forest paths that begin behind the palace.",
        imageUrl: "/drawings/attractions/hanthana-mountain-range.svg",
      },
    ],
  },
  drawnMap: {
    imageUrl: "/drawings/attractions/map.svg",
    about: "in the hills east of Kandy, across the Mahaweli river, with the places listed below around it",
    cottageX: 667,
    cottageY: 260,
    places: [
      place("Temple of the Sacred Tooth", 383, 459, "right"),
      place("Kandy Lake", 452, 526, "right"),
      place("Bahirawakanda Buddha", 248, 410, "top"),
      place("Royal Botanical Gardens", 182, 706, "left"),
      place("Udawatta Kele Sanctuary", 402, 254, "top"),
      place("Hanthana Mountain Range", 353, 825, "bottom"),
      place("Victoria Golf Resort", 767, 549, "left"),
      place("Nelligala Buddhist Center", 83, 498, "top"),
      place("Bambaragala Monastery", 853, 256, "right"),
      place("Kandy", 367, 625, "bottom"),
      place("Kandy railway station", 289, 588, "left"),
      { ...place("Mahaweli River", 597, 625, "right"), water: true },
      { ...place("Victoria Reservoir", 842, 715, "bottom"), water: true },
    ],
  },
  pageTexts: {
    tagline: "Your Perfect Forest Retreat",
    facts: ["Free WiFi", "Private Villa"],
    attractionsLead:
      "Temples, gardens and hills within an hour of the veranda. The times are by car or taxi from our gate.",
    attractionsPicture: "/drawings/attractions/kandy-lake.svg",
    attractionsEnding: "See a temple in the morning, and be back for tea",
    attractionsDescription:
      "Temples, gardens, forests and mountain trails around Kandy, each with its travel time from the cottage.",
    locationLead: "High enough for the mist, near enough for an evening in town.",
  },
};

function place(name: string, x: number, y: number, side: MapPlace["side"]): MapPlace {
  return { name, x, y, side, water: false };
}
