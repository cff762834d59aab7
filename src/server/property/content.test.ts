import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CONTENT_FIELDS } from "#domain/property/content.ts";
import { engines } from "../testing/engines.ts";
import { PAYLOADS } from "../testing/payloads.ts";
import { ADMIN, cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";
import { startingProperty, startingSite } from "./starting-content.ts";

async function uploadPicture(server: TestApp, headers: { cookie: string }): Promise<string> {
  const picture = sharp({ create: { width: 600, height: 400, channels: 3, background: "green" } });
  const bytes = await picture.jpeg().toBuffer();
  const { uploadURL } = (await server.send("POST", "/api/objects/upload", {}, headers)).json;
  const body = new Uint8Array(bytes);
  await fetch(server.url + uploadURL, { method: "PUT", body, headers: { ...headers, "content-type": "image/jpeg" } });
  return (await server.send("POST", "/api/admin/pictures", { uploadURL }, headers)).json.url;
}

const PROPERTY = "/api/admin/content/property";
const PHOTOS = "/api/admin/content/photos";
const HERO = "/api/admin/content/hero";

describe.each(engines)("the content on %s", (engine) => {
  let server: TestApp;
  let headers: { cookie: string };
  beforeAll(async () => {
    server = await startTestApp(engine);
    headers = { cookie: await server.signIn() };
  });
  afterAll(() => server.close());

  const read = async () => (await server.send("GET", PROPERTY, undefined, headers)).json;
  const put = (body: unknown, path = PROPERTY) => server.send("PUT", path, body, headers);
  const undo = (changeId: string) =>
    server.send("POST", `/api/admin/content/changes/${changeId}/undo`, undefined, headers);
  const published = async () => (await server.send("GET", "/api/properties/public")).json[0];
  const site = async () => (await server.send("GET", "/api/site")).json;
  const lastEntry = async () => (await server.send("GET", "/api/admin/audit", undefined, headers)).json.entries[0];

  /** Restores the initial content before each test. */
  beforeEach(async () => {
    const { rateCents: _cents, imageUrl: _image, ...property } = startingProperty;
    const { photos, hero, location, ...texts } = startingSite;
    await put({ ...property, rate: "150", ...texts, gettingHere: location, confirmed: true });
    await put(photos, PHOTOS);
    await put(hero, HERO);
  });

  test("saving the content unchanged changes nothing", async () => {
    const before = await read();
    const { versions, ...body } = before;
    expect((await put({ ...body, seen: versions })).json).toEqual({ content: before, changeId: null });
    expect((await put(before.photos, PHOTOS)).json.changeId).toBeNull();
    expect((await put(before.hero, HERO)).json.changeId).toBeNull();
    expect(Object.keys(versions).toSorted()).toEqual(Object.keys(CONTENT_FIELDS).toSorted());
  });

  test("check-in at 2:00 AM, probably meant as 2:00 PM, is saved only after the host has confirmed it", async () => {
    const { houseTimes } = startingSite;
    const wrong = { houseTimes: { ...houseTimes, checkInFrom: "02:00" } };
    const question = "Guests can check in from 2:00 AM and have to leave by 11:00 AM.";
    expect(await put(wrong)).toMatchObject({ status: 409, json: { fields: { confirmed: question } } });
    expect((await site()).houseTimes.checkInFrom).toBe(houseTimes.checkInFrom);
    expect((await put({ ...wrong, confirmed: true })).status).toBe(200);
    // Other times are changed without another question.
    expect((await put({ houseTimes: { ...wrong.houseTimes, quietFrom: "23:00" } })).status).toBe(200);
    for (const times of [{ checkOutBy: "23:00" }, { checkInFrom: "10:00", checkOutBy: "11:00" }])
      expect((await put({ houseTimes: { ...houseTimes, ...times } })).status).toBe(409);
    for (const times of [{ checkInFrom: "22:00" }, { checkInFrom: "12:00", checkOutBy: "12:00" }])
      expect((await put({ houseTimes: { ...houseTimes, ...times } })).status).toBe(200);
  });

  test("a stay can cost up to twenty million; beyond that, the rate or the stay is refused", async () => {
    expect((await put({ rate: "1000000.01" })).json.fields).toHaveProperty("rate");
    // The longest stay that guests can book is 30 nights.
    const refused = await put({ rate: "700000" });
    expect([refused.status, JSON.stringify(refused.json.fields)]).toEqual([400, expect.stringContaining("extra zero")]);
    expect((await put({ rate: "600000", confirmed: true })).status).toBe(200);
    const guest = { name: "Nimal Silva", email: "", phone: "+94 77 000 1111", guestCount: 2, specialRequests: "" };
    const enter = (checkOutDate: string) => {
      const stay = { checkInDate: "2027-01-01", checkOutDate, status: "confirmed" };
      return server.send("POST", "/api/admin/bookings", { ...guest, ...stay }, headers);
    };
    const tooDear = await enter("2027-02-04");
    expect([tooDear.status, tooDear.json.message]).toEqual([400, expect.stringContaining("more than the maximum")]);
    const { status, json } = await enter("2027-02-03");
    expect(status).toBe(201);
    const path = `/api/admin/bookings/${json.id}`;
    const { totalAmount, version } = (await server.send("GET", path, undefined, headers)).json;
    expect(totalAmount).toBe("19800000.00");
    const longer = { checkInDate: "2027-01-01", checkOutDate: "2027-02-04", guestCount: 2, price: "new" };
    const changed = await server.send(
      "PUT",
      `${path}/stay`,
      { ...longer, expectedTotal: "20400000.00", version },
      headers,
    );
    expect([changed.status, changed.json.message]).toEqual([400, expect.stringContaining("more than the maximum")]);
    const cancel = { version, waiveFee: true, expectedFee: null };
    await server.send("POST", `${path}/cancel`, cancel, headers);
  });

  test("a saved field appears on the site at once, and all other fields are unchanged", async () => {
    const before = await read();
    const { status, json } = await put({ name: "  Tea Ridge ", description: "A **high** house." });
    expect(status).toBe(200);
    expect(await published()).toMatchObject({
      name: "Tea Ridge",
      description: "A **high** house.",
      descriptionHtml: "<p>A <strong>high</strong> house.</p>",
    });
    const changed = { name: "Tea Ridge", description: "A **high** house." };
    const { versions, descriptionHtml: _html, ...after } = await read();
    const { versions: versionsBefore, descriptionHtml: _before, ...beforeIt } = before;
    expect(after).toEqual({ ...beforeIt, ...changed });
    expect(json.content.versions).toEqual(versions);
    const moved = Object.keys(versions).filter((field) => versions[field] !== versionsBefore[field]);
    expect(moved.toSorted()).toEqual(["description", "name"]);
  });

  test("the rate and its text are derived from the same amount in cents", async () => {
    await put({ rate: "$175.50", rateCents: 1 });
    expect(await published()).toMatchObject({ rate: "$175.50 per night", rateCents: 17_550 });
    const refused = await put({ rate: "a lot" });
    expect([refused.status, refused.json.fields]).toEqual([
      400,
      { rate: "Enter the price of a night, such as 150 or 149.50" },
    ]);
    expect(await lastEntry()).toMatchObject({
      before: { rate: "$150 per night" },
      after: { rate: "$175.50 per night" },
    });
  });

  test("the number of bedrooms is read as a whole number: an invalid value becomes 0, and a huge one is refused", async () => {
    const bedrooms = async (typed: unknown) => (await put({ bedrooms: typed })).json.content.bedrooms;
    expect([await bedrooms("4"), await bedrooms("2.9"), await bedrooms("many"), await bedrooms(-3)]).toEqual([
      4, 2, 0, 0,
    ]);
    expect([await bedrooms(null), await bedrooms(7)]).toEqual([0, 7]);
    expect((await put({ bedrooms: 1e9 })).status).toBe(400);
  });

  test("if two tabs edit the same field, the second save is refused as a whole", async () => {
    const { versions: seen } = await read();
    await put({ houseRules: ["No drums"], seen });
    const refused = await put({ houseRules: ["No flutes"], wifiNote: "Slow", seen });
    expect([refused.status, refused.json.fields]).toEqual([409, { houseRules: "This was changed in the meantime" }]);
    expect(refused.json.message).toContain("House rules changed while you were writing");
    expect(await read()).toMatchObject({ houseRules: ["No drums"], wifiNote: startingSite.wifiNote });
    // Edits to different fields do not conflict.
    expect((await put({ wifiNote: "Slow", seen })).status).toBe(200);
    // A save also detects changes made to the same values in the settings.
    const settings = (await server.send("GET", "/api/admin/settings", undefined, headers)).json;
    const renamed = { ...settings, propertyName: "From the settings" };
    expect((await server.send("PUT", "/api/admin/settings", renamed, headers)).status).toBe(200);
    expect((await put({ name: "From the content", seen })).status).toBe(409);
    // A save in the settings also detects changes made here.
    await put({ name: "From the content" });
    expect((await server.send("PUT", "/api/admin/settings", settings, headers)).status).toBe(409);
  });

  test("hosts can translate at the same time: only edits to the same text in the same language conflict", async () => {
    const { versions: seen, hero, gettingHere } = await read();
    const headline = (text: string) => ({ text, of: hero.title });
    const directions = (text: string) => ({ text, of: gettingHere.directions });
    const [german, french] = [headline("Im Hochland"), headline("Dans les collines")];
    const below = { de: { text: "Ruhe", of: hero.content } };
    const first = { wordsIn: { "hero.title": { de: german }, "hero.content": below } };
    expect((await put({ ...first, directionsIn: { fr: directions("Tournez") }, seen })).status).toBe(200);
    const second = { wordsIn: { "hero.title": { fr: french } }, directionsIn: { de: directions("Abbiegen") }, seen };
    const { status, json } = await put(second);
    const both = {
      wordsIn: { "hero.title": { de: german, fr: french }, "hero.content": below },
      directionsIn: { de: directions("Abbiegen"), fr: directions("Tournez") },
    };
    expect([status, json.content]).toEqual([200, expect.objectContaining(both)]);
    expect(await read()).toMatchObject(both);
    // Both hosts have translated the headline into German.
    const refused = await put({ wordsIn: { "hero.title": { de: headline("Auf dem Berg") } }, wifiNote: "Slow", seen });
    expect([refused.status, refused.json.fields]).toEqual([409, { wordsIn: "This was changed in the meantime" }]);
    expect(await read()).toMatchObject(both);
    // Removing a translation is a change like any other.
    const { versions } = await read();
    expect((await put({ wordsIn: { ...both.wordsIn, "hero.content": {} }, seen: versions })).status).toBe(200);
    const spanish = { ...both.wordsIn, "hero.title": { ...both.wordsIn["hero.title"], es: headline("Arriba") } };
    const { wordsIn } = (await put({ wordsIn: spanish, seen: versions })).json.content;
    expect(wordsIn).toEqual({ "hero.title": spanish["hero.title"] });
  });

  test("of ten simultaneous saves based on the same version, only one is stored", async () => {
    const { versions: seen } = await read();
    const responses = await Promise.all(Array.from({ length: 10 }, (_, n) => put({ wifiNote: `Note ${n}`, seen })));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    expect(responses.filter((response) => response.status === 409)).toHaveLength(9);
  });

  test("photos: exactly one is the main photo, which is the property's picture", async () => {
    const { photos } = await read();
    const [first, second, third] = photos;
    await put([second, { ...third, isMain: true }, { ...first, isMain: true }], PHOTOS);
    expect(await published()).toMatchObject({ imageUrl: third.url });
    expect((await site()).photos.map((photo: { isMain: boolean }) => photo.isMain)).toEqual([false, true, false]);
    const unmarked = { url: second.url, title: "New", category: "Garden" };
    const { json } = await put([unmarked], PHOTOS);
    expect(json.content.photos).toEqual([{ ...unmarked, isMain: true, id: expect.stringMatching(/^[\w-]{22}$/) }]);
    expect(await published()).toMatchObject({ imageUrl: second.url });

    const none = await put([], PHOTOS);
    expect([none.status, none.json.message]).toEqual([400, "Keep at least one photo: the website needs a main one"]);
    const twice = await put([first, first], PHOTOS);
    expect([twice.status, twice.json.fields]).toEqual([400, { 1: "This is already on the list" }]);
    const elsewhere = await put([{ ...first, url: "https://evil.example/a.jpg" }], PHOTOS);
    expect(elsewhere.json.fields).toEqual({ "0.url": "Choose a picture that was uploaded here" });
  });

  test("a photo whose picture does not exist is refused; while the picture exists, undoing can restore the photo", async () => {
    const gone = { url: "/pictures/0123456789abcdefABCD-_/1200.jpg", title: "Gone", category: "Garden" };
    const refused = await put([gone], PHOTOS);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      "A picture in this change was deleted, because the site had not used it for a week. Choose another picture.",
    ]);
    const url = await uploadPicture(server, headers);
    const { json } = await put([{ ...gone, url }], PHOTOS);
    await put(startingSite.photos, PHOTOS);
    const again = (await server.send("GET", "/api/admin/audit", undefined, headers)).json.entries[0].changeId;
    // While the picture exists, undoing its removal restores the photo; then its first addition can be undone too.
    expect((await undo(again)).json.content.photos[0].url).toBe(url);
    expect((await undo(json.changeId)).status).toBe(200);
  });

  test("a deleted picture cannot be put back into any field of the content, by saving or by undoing", async () => {
    const { photos, treasures, drawnMap, pageTexts, host, localAttractions, hero } = await read();
    const url = await uploadPicture(server, headers);
    const naming = (imageUrl: string) => [
      { photos: [{ url: imageUrl, title: "Sight", category: "Garden" }] },
      { treasures: { ...treasures, items: [{ title: "Sight", text: "", imageUrl }] } },
      { drawnMap: { ...drawnMap, imageUrl } },
      { pageTexts: { ...pageTexts, attractionsPicture: imageUrl } },
      { host: { ...host, photoUrl: imageUrl } },
      { localAttractions: [{ ...localAttractions[0], imageUrl }] },
      { hero: { title: hero.title, content: hero.content, imageUrl } },
    ];
    const saved: string[] = [];
    for (const body of naming(url)) {
      await put(body);
      const { json } = await put({ photos, treasures, drawnMap, pageTexts, host, localAttractions, hero });
      saved.push(json.changeId);
    }
    await server.db.deleteFrom("picture").execute();
    for (const body of naming(url))
      expect([Object.keys(body), (await put(body)).status]).toEqual([Object.keys(body), 409]);
    for (const change of saved) expect((await undo(change)).status).toBe(409);
  });

  test("the property's main picture can also be set by URL, if the URL is that of one of the photos", async () => {
    const { photos } = await read();
    await put({ imageUrl: photos[2].url });
    expect((await site()).photos.findIndex((photo: { isMain: boolean }) => photo.isMain)).toBe(2);
    expect((await put({ imageUrl: "/drawings/cottage/favicon.svg" })).status).toBe(400);
  });

  test("a save is in the audit log under the names of the tabs it changed, without secrets, and can be undone", async () => {
    const before = await read();
    await put({ wifiPassword: "a new word", houseRules: ["One rule"], name: "Other" });
    const entry = await lastEntry();
    expect(entry).toMatchObject({ actor: ADMIN.username, act: "Changed the content" });
    expect(entry.subject.split(", ").toSorted()).toEqual(["Guest Info", "Property Info"]);
    expect(entry.after).toEqual({ wifiPassword: "(hidden)", houseRules: ["One rule"], name: "Other" });

    const undone = await undo(entry.changeId);
    expect(undone.json.content).toEqual(before);
    expect(await published()).toMatchObject({ name: before.name });
    expect(await lastEntry()).toMatchObject({ act: "Undid a content change", after: { name: before.name } });

    const again = await undo(entry.changeId);
    expect([again.status, again.json.message]).toEqual([409, "This has already been undone."]);
    // An undo can be undone.
    expect((await undo(undone.json.changeId)).json.content.name).toBe("Other");
    expect((await undo("no-such-change")).status).toBe(404);
  });

  test("a long session asks for confirmation before it changes where emails and WhatsApp messages to the host go", async () => {
    const login = await server.send("POST", "/api/admin/auth/login", { ...ADMIN, keep: true });
    const kept = { cookie: cookieOf(login) };
    server.clock.advance(10 * 60_000);
    const send = (method: string, path: string, body?: unknown) => server.send(method, path, body, kept);
    const { contact, name } = await read();
    const undoFirst = (await put({ contact: { ...contact, email: "earlier@example.com" } })).json.changeId;
    const changes = [
      ["PUT", PROPERTY, { name: "Other", contact: { ...contact, email: "thief@example.com" } }],
      [
        "PUT",
        PROPERTY,
        { name: "Other", contact: { ...contact, email: "earlier@example.com", phone: "+94770001122" } },
      ],
      ["POST", `/api/admin/content/changes/${undoFirst}/undo`, undefined],
    ] as const;
    for (const [method, path, body] of changes) {
      const refused = await send(method, path, body);
      expect([refused.status, refused.json.confirm]).toEqual([403, true]);
    }
    expect(await read()).toMatchObject({ name, contact: { ...contact, email: "earlier@example.com" } });
    const address = { ...contact, email: "earlier@example.com", streetAddress: "1 Other Road" };
    const { status, json } = await send("PUT", PROPERTY, { contact: address });
    expect(status).toBe(200);
    expect((await send("POST", `/api/admin/content/changes/${json.changeId}/undo`)).status).toBe(200);

    await send("POST", "/api/admin/auth/confirm", { password: ADMIN.password });
    expect((await send("POST", `/api/admin/content/changes/${undoFirst}/undo`)).status).toBe(200);
    expect((await read()).contact).toEqual(contact);
  });

  test("undoing does not overwrite later changes", async () => {
    const { json } = await put({ name: "First", wifiNote: "First" });
    await put({ name: "Second" });
    const refused = await undo(json.changeId);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      "Name changed again after this. Undo the later change first, or edit it under Content.",
    ]);
    expect(await read()).toMatchObject({ name: "Second", wifiNote: "First" });
  });

  test("the hero's id cannot be changed", async () => {
    const hero = { id: "other", title: "Up here", content: "", imageUrl: "/drawings/cottage/garden.svg" };
    expect((await put(hero, HERO)).json.content.hero).toEqual({ ...hero, id: startingSite.hero.id });
    expect((await put({ ...hero, imageUrl: "//evil.example/x" }, HERO)).status).toBe(400);
  });

  test("an emergency number that no phone can dial is refused", async () => {
    const saved = (number: string) => put({ emergency: [{ label: "Emergency", number }] });
    const refused = await saved("call me");
    expect([refused.status, refused.json.fields]).toEqual([
      400,
      { "emergency.0.number": "Enter the number that guests call, such as 112" },
    ]);
    expect((await saved("112")).json.content.emergency).toEqual([{ label: "Emergency", number: "112" }]);
  });

  test("unknown fields are ignored", async () => {
    const before = await read();
    const hostile = {
      id: 2,
      version: 99,
      rateCents: 1,
      rate_cents: 1,
      timeZone: "UTC",
      time_zone: "UTC",
      image_url: "/drawings/cottage/hero.svg",
      descriptionHtml: "<script>1</script>",
      checkInInstructionsHtml: "<b>",
      versions: {},
      tileMap: { url: "x" },
      today: "2000-01-01",
      status: "confirmed",
      role: "host",
      password: "x",
      settings: {},
      constructor: {},
      location_guide: {},
      occupied_night: [],
      toString: "x",
    };
    for (const [name, value] of Object.entries(hostile)) {
      expect((await put({ [name]: value })).json?.changeId ?? null, name).toBeNull();
    }
    const { status } = await put({ ...hostile, __proto__: { name: "x" }, name: "Only this" });
    expect(status).toBe(200);
    const { versions: _v, ...after } = await read();
    const { versions: _b, ...expected } = before;
    expect(after).toEqual({ ...expected, name: "Only this" });
    await put([{ ...before.photos[0], owner: "x", id: undefined, focusX: 3 }], PHOTOS);
    expect(Object.keys((await site()).photos[0]).toSorted()).toEqual(["category", "id", "isMain", "title", "url"]);
    await put({ ...before.hero, html: "<b>x</b>" }, HERO);
    expect((await site()).hero).toEqual(before.hero);
  });

  test("photos and the hero can be saved together with other fields in one change", async () => {
    const before = await read();
    const [first] = before.photos;
    const { id: _, ...hero } = before.hero;
    const { json, status } = await put({
      photos: [first],
      hero: { ...hero, imageUrl: first.url },
      treasures: { ...before.treasures, items: [] },
    });
    expect(status).toBe(200);
    expect((await site()).photos).toEqual([{ ...first, isMain: true }]);
    expect((await site()).hero).toEqual({ ...before.hero, imageUrl: first.url });
    expect((await put({ photos: [] })).json.fields.photos).toContain("at least one photo");
    expect((await put({ hero: { ...hero, title: "" } })).status).toBe(400);
    await undo(json.changeId);
    const { photos, hero: again, treasures } = await read();
    expect({ photos, hero: again, treasures }).toEqual({
      photos: before.photos,
      hero: before.hero,
      treasures: before.treasures,
    });
  });

  test.each([
    ["name", "", "name"],
    ["name", "x".repeat(121), "name"],
    ["name", { $gt: "" }, "name"],
    ["name", "NUL\u0000", "name"],
    ["name", "\ud800", "name"],
    ["description", "x".repeat(4001), "description"],
    ["amenities", ["A", " a "], "amenities.1"],
    ["amenities", Array.from({ length: 61 }, (_, n) => `Thing ${n}`), "amenities"],
    ["houseRules", ["Quiet", ""], "houseRules.1"],
    ["contact", { ...startingSite.contact, email: "no" }, "contact.email"],
    [
      "contact",
      { ...startingSite.contact, social: { ...startingSite.contact.social, facebook: "javascript:alert(1)" } },
      "contact.social.facebook",
    ],
    ["houseTimes", { ...startingSite.houseTimes, quietFrom: "25:00" }, "houseTimes.quietFrom"],
    ["gettingHere", { ...startingSite.location, latitude: "91" }, "gettingHere.latitude"],
    ["gettingHere", { ...startingSite.location, longitude: "" }, "gettingHere.longitude"],
    ["localAttractions", [{ name: "Lake", distance: "", category: "Nature" }], "localAttractions.0.distance"],
    [
      "localAttractions",
      [{ name: "Lake", distance: "5 mins", category: "Nature", imageUrl: "https://evil.example/a.jpg" }],
      "localAttractions.0.imageUrl",
    ],
    ["seen", { name: "<script>" }, "seen.name"],
  ])("an invalid %s is refused with a message at its field", async (name, value, field) => {
    const refused = await put({ [name]: value });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.json.fields)).toEqual([field]);
  });

  test("HTML in a text is stored as typed, and its rendered form contains only allowed elements and links", async () => {
    for (const payload of PAYLOADS.filter((one) => !/[\u2028\u2029]/.test(one))) {
      // Names appear in emails and calendars, so a name must be a single line.
      const name = await put({ name: payload.slice(0, 120) });
      expect(name.status, payload).toBe(/\p{Cc}/u.test(payload.trim()) ? 400 : 200);
      expect((await put({ description: payload, wifiNote: payload })).status, payload).toBe(200);
      const { description, descriptionHtml } = await published();
      expect(description).toBe(payload.normalize("NFC").trim());
      expect(descriptionHtml).not.toMatch(
        /<(?!\/?(?:p|em|strong|ul|ol|li|br)\/?>|a href="(?:\/[^/]|https?:|mailto:|tel:))/,
      );
    }
  });

  test("line and page breaks pasted from Word or a PDF become ordinary line breaks", async () => {
    const body = { terms: "Quiet hours\vfrom ten\fPets stay outside", houseRules: ["No smoking\vinside"] };
    expect((await put(body)).status).toBe(200);
    expect(await read()).toMatchObject({
      terms: "Quiet hours\nfrom ten\nPets stay outside",
      houseRules: ["No smoking\ninside"],
    });
    await put({ terms: "" });
  });

  test("a long text is previewed as guests will see it", async () => {
    const preview = await server.send("POST", "/api/admin/content/preview", { text: "- one\n- <b>two" }, headers);
    expect(preview.json).toEqual({ html: "<ul>\n<li>one</li>\n<li>&lt;b&gt;two</li>\n</ul>" });
  });

  test("the first three set-up steps are complete once the host has done them", async () => {
    const other = await startTestApp(engine);
    try {
      const cookie = { cookie: await other.signIn() };
      const steps = async () => {
        const { json } = await other.send("GET", "/api/admin/dashboard", undefined, cookie);
        return Object.fromEntries(json.setup.map((step: { id: string; done: boolean }) => [step.id, step.done]));
      };
      expect(await steps()).toMatchObject({ price: false, description: false, "first-photo": false });
      await other.send("PUT", PROPERTY, { rate: "160" }, cookie);
      const host = { name: "Marta", photoUrl: "", about: "", languages: "", answerTime: "", registration: "" };
      await other.send("PUT", PROPERTY, { host }, cookie);
      expect(await steps()).toMatchObject({ price: true, description: false });
      await other.send("PUT", PROPERTY, { description: "Ours" }, cookie);
      const photo = { url: await uploadPicture(other, cookie), title: "Mine", category: "Garden" };
      await other.send("PUT", PHOTOS, [photo], cookie);
      expect(await steps()).toMatchObject({ price: true, description: true, "first-photo": true });
    } finally {
      await other.close();
    }
  });
});
