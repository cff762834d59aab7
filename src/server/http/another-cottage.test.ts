import { resolve } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGES } from "#domain/language/language.ts";
import { mayDecide, PIECE_NAMES } from "#domain/property/samples.ts";
import { bookStay } from "../testing/given.ts";
import { engines } from "../testing/engines.ts";
import { followLink, ownLinkOf } from "../testing/own-link.ts";
import { GUEST_PAGES } from "../testing/guest-pages.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";
import { loadBuiltSite } from "./built-site.ts";

const site = await loadBuiltSite(resolve("dist"));
const PUBLIC_URL = "https://moinho.example";
const FILES = ["/robots.txt", "/sitemap.xml", "/manifest.webmanifest", "/admin/app.webmanifest", "/llms.txt"];
const TRACES =
  /kandy|sri.?lanka|lankan|kitul|amunugama|mahaweli|peradeniya|colombo|ceylon|tooth|rupee|veranda|wald\b|forêt|bosque|в лес|森林|valley|temple|tea field|anneke|ruwan|\/drawings\/[a-z]|\/share\/|81 000 0142|\b119\b|\b1990\b/gi;

const CONTENT = {
  name: "Moinho do Sul",
  location: "Odeceixe, Portugal",
  description: "A restored windmill above the Atlantic, for four.",
  metaDescription: "Book Moinho do Sul direct: a restored windmill for four above the beach of Odeceixe in Portugal.",
  bedrooms: 2,
  bathrooms: 1,
  amenities: ["Kitchen:", "Stove", "Oven", "Outside:", "Barbecue"],
  highlights: [{ title: "Round rooms", text: "Two of them, one above the other." }],
  testimonials: [{ name: "Inês", text: "The sea all day.", source: "Guest book", month: "May 2026" }],
  contact: {
    streetAddress: "Rua da Praia 5, 8670-320 Odeceixe, Portugal",
    phone: "+351 282 000 000",
    email: "ola@moinho.example",
    social: { facebook: "", instagram: "https://www.instagram.com/moinhodosul", whatsapp: "" },
  },
  wifiNote: "",
  checkInInstructions: "The key is under the third stone.",
  houseRules: ["No smoking"],
  emergency: [{ label: "Emergency", number: "112" }],
  localAttractions: [
    {
      name: "Praia de Odeceixe",
      distance: "5 mins",
      category: "Beach",
      description: "Sand and a river.",
      place: "",
      imageUrl: "",
    },
  ],
  gettingHere: {
    latitude: 37.4,
    longitude: -8.77,
    directions: "Follow the river to the sea.",
    travelTimes: [{ place: "Faro airport", time: "1 hour 30 mins" }],
    landmarks: [],
  },
  treasures: { title: "The coast", items: [{ title: "Beaches", text: "Six within an hour.", imageUrl: "" }] },
  drawnMap: { imageUrl: "", about: "", cottageX: 0, cottageY: 0, places: [] },
  pageTexts: {
    tagline: "A windmill by the sea",
    facts: ["Sea view"],
    attractionsLead: "",
    attractionsPicture: "",
    attractionsEnding: "",
    attractionsDescription: "",
    locationLead: "",
  },
  host: {
    name: "Marta",
    photoUrl: "",
    about: "I grew up in this mill.",
    languages: "Portuguese, English",
    answerTime: "within an hour",
    registration: "AL 12345",
  },
  rooms: { sizeM2: 62, bedrooms: [{ name: "Upstairs", beds: [{ kind: "Double bed", count: 1 }] }] },
  offer: { payNote: "Nothing to pay now. You pay in cash when you arrive.", advantages: ["A basket of oranges"] },
};

describe.each(engines)("sample content on %s", (engine) => {
  let server: TestApp;
  let cookie: string;
  beforeAll(async () => {
    server = await startTestApp(engine, {
      site,
      config: { publicUrl: PUBLIC_URL, localMailbox: true },
      outbox: { everyMs: 15 },
    });
    await server.app.start();
    cookie = await server.signIn();
  });
  afterAll(() => server.close());

  const put = (path: string, body: unknown) => server.send("PUT", `/api/admin/${path}`, body, { cookie });
  const read = async (path: string) => (await server.send("GET", path)).text.replaceAll("<!-- -->", "");
  const openPieces = async () =>
    (await server.send("GET", "/api/admin/content/samples", undefined, { cookie })).json.pieces
      .filter(({ state }: { state: string }) => state === "sample")
      .map(({ piece }: { piece: string }) => piece);

  test("until the host has reviewed the sample content, pages are marked as samples, are not indexed, and show no invented reviews", async () => {
    expect(await openPieces()).toEqual(PIECE_NAMES);
    for (const path of ["/", "/location", "/book"]) {
      const { text, headers } = await server.send("GET", path);
      expect([path, text.includes("Sample content: this site is being set up.")]).toEqual([path, true]);
      expect([path, text.includes('<meta name="robots" content="noindex">')]).toEqual([path, true]);
      expect([path, headers.get("x-robots-tag")]).toEqual([path, "noindex"]);
    }
    const landing = await read("/");
    expect(landing).not.toMatch(/Anneke|What Our Guests Say|facebook\.com|wa\.me/);
    const site = (await server.send("GET", "/api/site")).json;
    expect([site.testimonials, site.contact.social]).toEqual([[], { facebook: "", instagram: "", whatsapp: "" }]);
  });

  test("sample reviews cannot be kept, and stay hidden when saved again", async () => {
    const kept = await put("content/samples", { piece: "testimonials", decision: "keep" });
    expect([kept.status, kept.json.message]).toEqual([400, expect.stringContaining("can't be kept")]);
    expect((await put("content/samples", { piece: "photos", decision: "hide" })).status).toBe(400);
    const { testimonials } = (await server.send("GET", "/api/admin/content/property", undefined, { cookie })).json;
    const own = { name: "Rui", text: "Lovely.", source: "Guest book", month: "June 2026" };
    expect((await put("content/property", { testimonials: [...testimonials, own] })).status).toBe(200);
    expect((await server.send("GET", "/api/site")).json.testimonials).toEqual([own]);
    expect(await openPieces()).toContain("testimonials");
    expect((await put("content/property", { testimonials })).status).toBe(200);
  });

  test("a hidden part disappears from the landing page or the API, and appears again when it is shown again", async () => {
    expect((await put("content/samples", { piece: "treasures", decision: "hide" })).status).toBe(200);
    expect(await read("/")).not.toContain("Treasures");
    expect(await openPieces()).not.toContain("treasures");
    expect((await put("content/samples", { piece: "treasures", decision: "show" })).status).toBe(200);
    expect(await read("/")).toContain("Treasures");
    expect((await put("content/samples", { piece: "attractions", decision: "hide" })).status).toBe(200);
    expect((await server.send("GET", "/api/properties/public")).json[0].localAttractions).toEqual([]);
    expect((await server.send("GET", "/api/properties/1")).json.localAttractions).toEqual([]);
    expect((await put("content/samples", { piece: "attractions", decision: "show" })).status).toBe(200);
  });
});

describe.each(engines)("a cottage in Portugal on %s", (engine) => {
  let server: TestApp;
  let cookie: string;
  let picture: string;
  beforeAll(async () => {
    server = await startTestApp(engine, {
      site,
      config: { publicUrl: PUBLIC_URL, localMailbox: true },
      outbox: { everyMs: 15 },
    });
    await server.app.start();
    cookie = await server.signIn();
    picture = await uploadPicture();
    await put("content/photos", [{ url: picture, title: "The mill", category: "Exterior", isMain: true }]);
    await put("content/hero", { title: "Wake up by the sea", content: "", imageUrl: picture });
    const saved = await put("content/property", CONTENT);
    expect([saved.status, saved.text.slice(0, 300)]).toEqual([200, expect.anything()]);
    expect((await put("settings", { timezone: "Europe/Lisbon" })).status).toBe(200);
  });
  afterAll(() => server.close());

  const put = (path: string, body: unknown) => server.send("PUT", `/api/admin/${path}`, body, { cookie });
  const read = async (path: string) => (await server.send("GET", path)).text.replaceAll("<!-- -->", "");
  const openPieces = async () =>
    (await server.send("GET", "/api/admin/content/samples", undefined, { cookie })).json.pieces
      .filter(({ state }: { state: string }) => state === "sample")
      .map(({ piece }: { piece: string }) => piece);

  const uploadPicture = async (): Promise<string> => {
    const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#357" } })
      .jpeg()
      .toBuffer();
    const { uploadURL } = (await server.send("POST", "/api/objects/upload", {}, { cookie })).json;
    const headers = { cookie, "content-type": "image/jpeg" };
    await fetch(server.url + uploadURL, { method: "PUT", body: new Uint8Array(bytes), headers });
    return (await server.send("POST", "/api/admin/pictures", { uploadURL }, { cookie })).json.url;
  };
  test("once it is set up, no page, file, response or email contains a trace of the sample cottage", async () => {
    expect(await openPieces()).toEqual([]);
    const landing = await read("/");
    expect(landing).not.toMatch(/being set up|noindex/);
    for (const shown of ["Your host: Marta", "AL 12345", "1 double bed", "62 m²", "Nothing to pay now.", "Sea view"])
      expect([shown, landing.includes(shown)]).toEqual([shown, true]);
    expect(await read("/direct-booking")).toContain("A basket of oranges");
    // The beach has a travel time but no place, so its card has one icon.
    const [beach = ""] = /<article>.*?<\/article>/s.exec(await read("/attractions")) ?? [];
    expect([beach.includes("Praia de Odeceixe"), beach.split("<svg").length - 1]).toEqual([true, 1]);

    const stay = { checkInDate: "2028-06-05", checkOutDate: "2028-06-08" };
    const booked = await bookStay(server, stay, {
      name: "Ann Perera",
      email: "ann@example.com",
      phone: "+44 20 7946 0000",
    });
    expect(booked.status).toBe(201);
    const mailbox = async () => (await server.send("GET", "/api/admin/mailbox", undefined, { cookie })).text;
    await expect.poll(mailbox).toContain("Ann Perera");

    const responses = [
      "/api/site",
      "/api/properties/public",
      "/api/properties/1",
      "/api/prices",
      "/api/attraction-images",
    ];
    const confirmation = `/booking/confirmation/${booked.json.id}`;
    const found: string[] = [];
    const unknown = LANGUAGES.map((language) => `/${language}/nowhere`);
    for (const path of [...GUEST_PAGES, ...FILES, ...responses, confirmation, ...unknown]) {
      for (const [trace] of (await read(path)).matchAll(TRACES)) found.push(`${path}: ${trace}`);
    }
    const list = await server.send("GET", "/api/admin/scheduled-messages", undefined, { cookie });
    for (const { id } of list.json) {
      const { text } = await server.send("GET", `/api/admin/scheduled-messages/${id}`, undefined, { cookie });
      for (const [trace] of text.matchAll(TRACES)) found.push(`message: ${trace}`);
    }
    for (const [trace] of (await mailbox()).matchAll(TRACES)) found.push(`mailbox: ${trace}`);
    expect(found).toEqual([]);
  });

  test("a picture appears with the attraction of the same name, or else with one whose name is similar", async () => {
    const [beach] = CONTENT.localAttractions;
    const localAttractions = [
      { ...beach, name: "Galle" },
      { ...beach, name: "Galle Fort" },
      { ...beach, name: "Ella" },
    ];
    await put("content/property", { localAttractions });
    const ids: string[] = [];
    for (const attractionName of ["Galle Fort", "Galle", "Ella Rock"]) {
      const image = { attractionName, imageUrl: picture, altText: `Picture of ${attractionName}` };
      ids.push((await server.send("POST", "/api/attraction-images", image, { cookie })).json.id);
    }
    const cards = (await read("/attractions")).match(/<article>.*?<\/article>/gs) ?? [];
    const shown = cards.map((card) => [/<h2[^>]*>([^<]*)/.exec(card)?.[1], /alt="([^"]+)"/.exec(card)?.[1]]);
    expect(shown).toEqual([
      ["Galle", "Picture of Galle"],
      ["Galle Fort", "Picture of Galle Fort"],
      ["Ella", "Picture of Ella Rock"],
    ]);
    // Descriptions are not translated, so other languages' pages say that they are in English.
    expect(await read("/de/attractions")).toMatch(
      /<div lang="en" [^>]*><a [^>]*>(<[^>]*>)*<img [^>]*alt="Picture of Galle"/,
    );
    for (const id of ids) await server.send("DELETE", `/api/attraction-images/${id}`, undefined, { cookie });
    await put("content/property", { localAttractions: CONTENT.localAttractions });
  });

  test("the sample headline, title and facts are reviewed, too; hiding them keeps the host's own", async () => {
    const tagline = "Your Perfect Forest Retreat";
    const hero = { title: "Experience Tranquility in Nature", content: "", imageUrl: picture };
    await put("content/hero", hero);
    expect(await openPieces()).toEqual(["hero"]);
    await put("content/property", { pageTexts: { ...CONTENT.pageTexts, facts: ["Sea view", "Private Villa"] } });
    expect(await openPieces()).toEqual(["hero", "words"]);
    await put("content/hero", { ...hero, title: "Wake up by the sea" });
    await put("content/property", { pageTexts: { ...CONTENT.pageTexts, tagline } });
    expect(await openPieces()).toEqual(["words"]);
    expect(await read("/")).toContain(` - ${tagline}</title>`);

    await put("content/samples", { piece: "words", decision: "hide" });
    expect(await read("/")).not.toContain(tagline);
    expect(await read("/")).toContain("Sea view");
    await put("content/property", { pageTexts: CONTENT.pageTexts });
    expect(await read("/")).toContain(` - ${CONTENT.pageTexts.tagline}</title>`);
    await put("content/samples", { piece: "words", decision: "show" });
  });

  test("the structured data describes the vacation rental: pictures, coordinates, address, languages, rooms, beds and amenities", async () => {
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await read("/"))?.[1] ?? "{}";
    expect(JSON.parse(json)).toMatchObject({
      "@type": "VacationRental",
      identifier: "1",
      image: [PUBLIC_URL + picture],
      latitude: "37.40000",
      longitude: "-8.77000",
      address: {
        "@type": "PostalAddress",
        streetAddress: "Rua da Praia 5",
        postalCode: "8670-320",
        addressLocality: "Odeceixe",
        addressCountry: "Portugal",
      },
      knowsLanguage: ["Portuguese", "English"],
      containsPlace: {
        "@type": "Accommodation",
        occupancy: { "@type": "QuantitativeValue", value: 6 },
        numberOfBedrooms: 2,
        floorSize: { value: 62, unitCode: "MTK" },
        bed: [{ "@type": "BedDetails", numberOfBeds: 1, typeOfBed: "Double" }],
        amenityFeature: ["Stove", "Oven", "Barbecue"].map((name) => expect.objectContaining({ name, value: true })),
      },
    });
    // This cottage has no ratings.
    expect(JSON.parse(json)).not.toHaveProperty("aggregateRating");
  });
});

test.each(engines)(
  "no page leads guests to the sample cottage, and hiding the directions keeps the host's own coordinates, on %s",
  async (engine) => {
    const server = await startTestApp(engine, { site });
    try {
      await server.app.start();
      const cookie = await server.signIn();
      const put = async (path: string, body: unknown) =>
        expect((await server.send("PUT", `/api/admin/content/${path}`, body, { cookie })).status).toBe(200);
      const decide = (decision: string, piece = "directions") => put("samples", { piece, decision });
      for (const piece of PIECE_NAMES.filter((one) => one !== "directions"))
        await decide(mayDecide(piece, "keep") ? "keep" : "hide", piece);
      const today = (await server.send("GET", "/api/site")).json.today;
      const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
      const { id } = (await bookStay(server, { checkInDate: today, checkOutDate: tomorrow })).json;
      const own = cookieOf(await followLink(server, await ownLinkOf(server, id)));
      /** The coordinates in the API, and how often each page contains coordinates. */
      const shown = async () => {
        const { latitude, longitude } = (await server.send("GET", "/api/site")).json.location;
        const counts: number[] = [];
        for (const path of ["/", "/location", `/booking/confirmation/${id}`]) {
          const { status, text } = await server.send("GET", path, undefined, { cookie: own });
          expect([path, status]).toEqual([path, 200]);
          counts.push([...text.matchAll(/[=:]7\.32|[=:]37\.4|"latitude":"/g)].length);
        }
        return [latitude, longitude, ...counts];
      };
      const NOWHERE = [null, null, 0, 0, 0];

      expect(await shown()).toEqual(NOWHERE);
      await decide("hide");
      expect(await shown()).toEqual(NOWHERE);
      await decide("show");
      await decide("keep");
      const [latitude, longitude, ...links] = await shown();
      expect([latitude, longitude, links.every((count) => count > 0)]).toEqual([7.3205, 80.7012, true]);
      await decide("hide");
      expect(await shown()).toEqual(NOWHERE);

      await put("property", { gettingHere: CONTENT.gettingHere });
      expect(await shown()).toEqual([37.4, -8.77, ...links]);
      expect((await server.send("GET", "/api/site")).json.location.directions).toBe("");
    } finally {
      await server.close();
    }
  },
  30_000,
);

test("demo mode shows the sample reviews, without the note that the site is being set up", async () => {
  const demo = await startTestApp("sqlite", { site, config: { demoMode: true, firstAdmin: null } });
  try {
    await demo.app.start();
    const { text } = await demo.send("GET", "/");
    expect(text).toContain("Anneke");
    expect(text).not.toMatch(/being set up/);
  } finally {
    await demo.close();
  }
});
