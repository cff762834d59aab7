import type { Property, PropertySecrets } from "#domain/property/property.ts";
import { DEFAULT_TIME_ZONE } from "#domain/calendar/time-zone.ts";
import { STARTING_PRICES } from "#domain/pricing/stored-prices.ts";
import { sampleKeys, type Samples } from "#domain/property/samples.ts";
import type { SiteContent } from "#domain/property/site-content.ts";
import { versionOf } from "../runtime/version-of.ts";
import type { StoredProperty } from "./ports.ts";
import { startingSurroundings } from "./starting-surroundings.ts";

/** The fictional property that a new installation shows until the host has entered their own. */
export const startingProperty: StoredProperty & PropertySecrets = {
  id: 1,
  name: "Kitul Hill Cottage",
  description:
    "A clay-tiled cottage on a forest terrace above the Mahaweli valley, half an hour from Kandy. Three quiet bedrooms, " +
    "a long veranda that catches the morning mist, and a garden of kitul palms and blue hydrangeas that is yours alone.",
  location: "Amunugama, near Kandy, Sri Lanka",
  imageUrl: "/drawings/cottage/cottage.svg",
  rateCents: 15_000,
  bedrooms: 3,
  bathrooms: 2,
  amenities: [
    "Free WiFi",
    "Hot water in both bathrooms",
    "Kitchen with gas hob, fridge and filtered water",
    "Veranda with planter's chairs",
    "Garden with hammock and fire bowl",
    "Mosquito nets and ceiling fans in every bedroom",
    "Washing machine",
    "Parking for two cars",
    "On-site taxi service",
  ],
  houseRules: [
    "Check-in after 2:00 PM, check-out by 11:00 AM",
    "No smoking inside; the veranda has an ashtray",
    "No parties or events",
    "Quiet after 10 PM: the valley carries every sound",
    "Registered guests only; please tell us about visitors first",
    "Keep the cottage tidy, and leave the kitchen as you found it",
    "Children are welcome; the garden has steps and a pond, so keep an eye on them",
    "Put rubbish in the lidded bins: the monkeys know how to open bags",
    "Lock the doors and switch off gas and lights when you go out",
    "Amenities such as the washing machine and the fire bowl are available 7:00 AM-6:00 PM",
  ],
  // Empty until the host sets the password, because guests would take a sample password for the real one.
  wifiPassword: "",
  checkInInstructions:
    "The caretaker meets you at the gate. If you arrive after dark, call ten minutes ahead and the lights along the path will be on.",
  localAttractions: [
    attraction(
      "Temple of the Sacred Tooth",
      "The golden-roofed shrine at the heart of Kandy. Come for the evening drums, and cover shoulders and knees.",
      "Kandy city",
      "25-30 mins",
      "Culture",
    ),
    attraction(
      "Kandy Lake",
      "A shaded walk of three kilometres around the old king's lake, with egrets, turtles and tea shops on the way.",
      "Kandy city",
      "25-30 mins",
      "Nature",
    ),
    attraction(
      "Bahirawakanda Buddha",
      "The great white Buddha above the town. The whole valley lies at its feet, best in the hour before sunset.",
      "Bahirawakanda, Kandy",
      "30 mins",
      "Culture",
    ),
    attraction(
      "Royal Botanical Gardens",
      "An avenue of royal palms, giant bamboo, an orchid house and one very large fig: half a day goes quickly.",
      "Peradeniya",
      "25-30 mins",
      "Nature",
    ),
    attraction(
      "Udawatta Kele Sanctuary",
      "The forbidden forest of the kings, now a quiet reserve of lianas, ponds and birdsong behind the palace.",
      "Kandy city",
      "30 mins",
      "Nature",
    ),
    attraction(
      "Hanthana Mountain Range",
      "Seven grassy peaks over old tea fields. Start early, take water, and be down before the afternoon clouds.",
      "South of Kandy",
      "45 mins-1 hour",
      "Hiking",
    ),
    attraction(
      "Victoria Golf Resort",
      "Eighteen holes along the Victoria reservoir, and a terrace with a view for those who only came for lunch.",
      "Rajawella, Digana",
      "40-45 mins",
      "Leisure",
    ),
    attraction(
      "Nelligala Buddhist Center",
      "A young temple on an old hilltop, with a golden Buddha and a sunrise over six ranges of hills.",
      "Muruthalawa",
      "40-45 mins",
      "Culture",
    ),
    attraction(
      "Bambaragala Monastery",
      "Meditation caves under a great boulder in the forest. Few visitors, wide views, and many steps.",
      "Theldeniya",
      "20-25 mins",
      "Culture",
    ),
  ],
  timeZone: DEFAULT_TIME_ZONE,
};

function attraction(name: string, description: string, place: string, distance: string, category: string) {
  const file = name.toLowerCase().replaceAll(" ", "-");
  const imageUrl = `/drawings/attractions/${file}.svg`;
  return { name, description, place, distance, category, imageUrl } satisfies Property["localAttractions"][number];
}

export const startingSite: SiteContent = {
  metaDescription:
    "Book Kitul Hill Cottage near Kandy direct: a private three-bedroom forest cottage with veranda, garden and valley views.",
  hero: {
    id: "hero",
    title: "Experience Tranquility in Nature",
    content: "A whole cottage in the hills above Kandy, for you and five of your favourite people.",
    imageUrl: "/drawings/cottage/hero.svg",
  },
  photos: [
    photo("exterior", "cottage", "The cottage from the garden path", "Exterior", true),
    photo("living-room", "living-room", "Living room", "Interior"),
    photo("bedroom-1", "bedroom-1", "Main bedroom", "Bedroom"),
    photo("garden", "garden", "Garden with hammock", "Garden"),
    photo("veranda", "veranda", "Tea on the veranda", "Amenities"),
    photo("bedroom-2", "bedroom-2", "Twin bedroom", "Bedroom"),
    photo("bedroom-3", "bedroom-3", "Bedroom under the roof", "Bedroom"),
    photo("kitchen", "kitchen", "Kitchen", "Kitchen"),
    photo("bathroom", "bathroom", "Bathroom", "Bathroom"),
  ],
  highlights: [
    {
      title: "Comfortable Space",
      text: "Three bedrooms, two bathrooms and one long table. Good beds, strong showers, and nobody upstairs.",
    },
    {
      title: "Nature Retreat",
      text: "Forest on three sides and the valley on the fourth. You wake to barbets and fall asleep to crickets.",
    },
    {
      title: "On-Site Taxi Service",
      text: "The caretaker's brother drives. Station, temple or tea factory: ask in the evening, leave in the morning.",
    },
  ],
  testimonials: [
    {
      name: "Anneke",
      text: "We came for two nights and stayed for six. The children still ask when we are going back to the house with the mist.",
      source: "Direct booking",
      month: "March 2026",
    },
    {
      name: "Ruwan and family",
      text: "Clean, quiet and exactly as shown. Having the whole cottage to ourselves for my mother's birthday was worth every rupee.",
      source: "Direct booking",
      month: "August 2026",
    },
  ],
  contact: {
    streetAddress: "14 Kitul Hill Road, Amunugama, Kandy 20800, Sri Lanka",
    phone: "+94 81 000 0142",
    email: "stay@kitulhill.example",
    social: {
      facebook: "",
      instagram: "",
      whatsapp: "",
    },
  },
  houseTimes: {
    checkInFrom: "14:00",
    checkOutBy: "11:00",
    quietFrom: "22:00",
    quietUntil: "07:00",
    amenitiesFrom: "07:00",
    amenitiesUntil: "18:00",
  },
  emergency: [
    { label: "Police", number: "119" },
    { label: "Fire and rescue", number: "110" },
    { label: "Ambulance", number: "1990" },
    { label: "Kandy National Hospital", number: "+94 81 222 2261" },
  ],
  location: {
    latitude: 7.3205,
    longitude: 80.7012,
    directions:
      "From Kandy take the Digana road over the Tennekumbura bridge, turn left at the Amunugama clock tower and follow the lane uphill past the school. The cottage is behind the last bend, with a lamp at the gate.",
    travelTimes: [
      { place: "Kandy railway station", time: "30 mins" },
      { place: "Temple of the Sacred Tooth", time: "25-30 mins" },
      { place: "Victoria reservoir", time: "40 mins" },
      { place: "Bandaranaike International Airport", time: "3 hours 30 mins" },
      { place: "Colombo Fort", time: "3 hours 45 mins" },
    ],
    landmarks: [
      { name: "Amunugama clock tower", text: "Turn left here; the bakery opposite opens at six." },
      { name: "Village shop", text: "Five minutes on foot: rice, eggs, king coconuts, phone cards." },
      { name: "Bo tree at the bend", text: "The last landmark before the gate. Drive slowly, people pray here." },
    ],
  },
  wordsIn: {},
  directionsIn: {},
  checkInInstructionsIn: {},
  wifiNote: "Fibre to the house. You get the name and password with your arrival notes, three days before check-in.",
  terms: "",
  cancellationTerms: "",
  ...startingSurroundings,
  // We do not invent anything here: these sections are not shown until the host has filled them in.
  host: { name: "", photoUrl: "", about: "", languages: "", answerTime: "", registration: "" },
  rooms: { sizeM2: 0, bedrooms: [] },
  offer: { payNote: "", advantages: [] },
  prices: STARTING_PRICES,
};

function photo(
  id: string,
  file: string,
  title: string,
  category: SiteContent["photos"][number]["category"],
  isMain = false,
) {
  return { id, url: `/drawings/cottage/${file}.svg`, title, category, isMain };
}

/** The data that marks the content above as sample content. */
export function startingSamples(): Samples {
  const { location, ...site } = startingSite;
  const content = { ...startingProperty, ...site, gettingHere: location };
  return { known: sampleKeys(content, versionOf), kept: [], hidden: [] };
}
