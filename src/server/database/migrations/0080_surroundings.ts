import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Fingerprints of the default content of all versions up to this one. */
const KNOWN =
  "CGgvfGSSEadVNN_k FH6UIxxLXCs1TbWw l6F_na7mgAoz7m7W APKKVxTcuXNUtqRO txuvTVqaOBdBSncO " +
  "nmoWBnZjAADpt0WY jmdoMdsJdc6PBuPn 8qorOBWTO_B1oJWM 4uVZ3ljYs8jykGKJ 1CBZQNBQI9PcoFB2 " +
  "-nRCEgWN2LalG72v UnD5wCNQilVRfbY6 JJXs2xOaWqFOrYnW AAzNu4Qr23sqWiHs S1c5sJ1uHDwN0i_i " +
  "2aBIQbn62ikFkby5 2MOcNu6RP3uNKBeX iOie-BSXVwjbB8sF yRRfEpjDZHa4m61u NSPa_WjErucy6S6U " +
  "OWjLS88JrFGhbuyZ zzfmcN-OnPfACryS _F-2Qr88bmPV_Fvi XAKNZJT2tBlD5xUc IfbOW_JIO9StPWkt " +
  "9NhjvkLhyXFwi6Ec fnEomA5OogVizysd 1iktA4lqvtlCioiv jY0c7RLaVkdxLT4Z pQlvp6syJGtHYNd7 " +
  "bOIcoEUHbojGecj4 HQjO-YxHEl76-QwY SgLOFBuCAnHTAdI3 WpelhuKof4yYjJln yk5blLH_Mj0AFHIL " +
  "3jzUWe6oWNXjqDVq 83fWia7Jpxw9vuY8 -0_uktcyKTXOevlc _yw5zhYY1nCJUZUb bqFPQ9KgOUz-Y8lH " +
  "0lYiSD12ffC_QM66 PTtvSti8BQBlgMNm pzcFNNbdWKcqQAZq Y5sAgK0GFYG8CD4B o6oQQgjZ9In-aVeO " +
  "GSnBK1Pz1HweD_Wp fQsa5jO_gRkxkABx cY8C1YYjnznMT_Wc mXKNN_Ya82RMjWcm 4Pdjw57YzXvzfbsC";

const TREASURES = [
  [
    "Sacred temples",
    "The Tooth Relic's golden roof, white and gilded Buddhas, and caves where monks still sit.",
    "Temple of the Sacred Tooth",
  ],
  [
    "Botanical gardens",
    "Palm avenues, giant bamboo and orchids where the Mahaweli bends around Peradeniya.",
    "Royal Botanical Gardens",
  ],
  [
    "Mountain trails",
    "Grass ridges over old tea fields, and forest paths that begin behind the palace.",
    "Hanthana Mountain Range",
  ],
] as const;

const PLACES =
  "Temple of the Sacred Tooth,383,459,right|Kandy Lake,452,526,right|Bahirawakanda Buddha,248,410,top|" +
  "Royal Botanical Gardens,182,706,left|Udawatta Kele Sanctuary,402,254,top|" +
  "Hanthana Mountain Range,353,825,bottom|Victoria Golf Resort,767,549,left|" +
  "Nelligala Buddhist Center,83,498,top|Bambaragala Monastery,853,256,right|Kandy,367,625,bottom|" +
  "Kandy railway station,289,588,left|Mahaweli River,597,625,right|Victoria Reservoir,842,715,bottom";

/**
 * Hard-coded sections about Kandy become editable content, and sections that hosts have not reviewed are marked as
 * samples. A host who has renamed the sample property is assumed to have accepted these sections, so they are marked as
 * kept.
 */
export const surroundings: Migration = {
  async up(db: Kysely<unknown>) {
    const { rows } = await sql<{ name: string; local_attractions: string }>`
      select name, local_attractions from property where id = 1
    `.execute(db);
    const [property] = rows;
    // A new installation starts with the content of its version.
    if (!property) return;
    const attractions: { name: string; imageUrl?: string }[] = JSON.parse(property.local_attractions);
    const documents = {
      treasures: {
        title: "Explore Kandy's Treasures",
        items: TREASURES.map(([title, text, place]) => ({ title, text, imageUrl: pictureOf(place, attractions) })),
      },
      drawnMap: {
        imageUrl: "/drawings/attractions/map.svg",
        about: "in the hills east of Kandy, across the Mahaweli river, with the places listed below around it",
        cottageX: 667,
        cottageY: 260,
        places: PLACES.split("|").map(placeOf),
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
      host: { name: "", photoUrl: "", about: "", languages: "", answerTime: "", registration: "" },
      rooms: { sizeM2: 0, bedrooms: [] },
      offer: { payNote: "", advantages: [] },
      samples: {
        known: KNOWN.split(" "),
        kept: property.name === "Kitul Hill Cottage" ? [] : ["treasures", "map", "words"],
        hidden: [],
      },
    };
    for (const [name, value] of Object.entries(documents)) {
      await sql`insert into site_content (name, value, version) values (${name}, ${JSON.stringify(value)}, 1)`.execute(
        db,
      );
    }
  },
};

/** The picture that the page showed for the place: either the attraction's own picture or the drawing. */
function pictureOf(place: string, attractions: { name: string; imageUrl?: string }[]): string {
  const own = attractions.find(({ name }) => name === place)?.imageUrl;
  return own || `/drawings/attractions/${place.toLowerCase().replaceAll(" ", "-")}.svg`;
}

function placeOf(line: string) {
  const [name = "", x, y, side] = line.split(",");
  return { name, x: Number(x), y: Number(y), side, water: name.endsWith("River") || name.endsWith("Reservoir") };
}
