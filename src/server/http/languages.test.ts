import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGES, NATIVE_NAMES } from "#domain/language/language.ts";
import { engines } from "../testing/engines.ts";
import { goThroughSamples, GUEST } from "../testing/given.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";
import { loadBuiltSite } from "./built-site.ts";

/** The pages in other languages, built as `npm start` builds them. */
const site = await loadBuiltSite(resolve("dist"));
const URL_OF_SITE = "https://cottage.example";
const CONTENT = "/api/admin/content/property";
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const OTHERS = LANGUAGES.filter((language) => language !== "en");

describe.each(engines)("languages on %s", (engine) => {
  let server: TestApp;
  let cookie: string;
  beforeAll(async () => {
    server = await startTestApp(engine, { site, config: { publicUrl: URL_OF_SITE, localMailbox: true } });
    await server.app.start();
    cookie = await server.signIn();
    // Pages with sample content are not indexed in any language.
    await goThroughSamples(server, cookie);
  });
  afterAll(() => server.close());

  const get = (path: string, headers: Record<string, string> = {}) => server.send("GET", path, undefined, headers);
  const switchOn = async (...languages: string[]) => {
    const saved = await server.send("PUT", "/api/admin/settings", { languages }, { cookie });
    expect(saved.status).toBe(200);
  };
  const sitemap = async () => (await get("/sitemap.xml")).text;

  test("while no other language is published, English pages link to no translations, and the other languages are drafts", async () => {
    await switchOn();
    const english = await get("/house-rules");
    expect(english.text.includes('<html lang="en">')).toBe(true);
    expect(english.text).not.toMatch(/hreflang|og:locale|Deutsch/);
    expect((await get("/api/site")).json).not.toHaveProperty("languages");
    expect(await sitemap()).not.toContain("/de/");
    for (const language of OTHERS) {
      const draft = await get(`/${language}/house-rules`);
      expect([draft.status, draft.headers.get("x-robots-tag")]).toEqual([200, "noindex"]);
      expect(draft.text.includes(`<html lang="${language}">`)).toBe(true);
      expect(draft.text.includes("Draft: this language is not switched on")).toBe(true);
      expect(draft.text).toContain("Only guests whose booking is in this language get links to its pages");
      expect(draft.text.includes('<meta name="robots" content="noindex">')).toBe(true);
      expect(draft.text.includes("canonical")).toBe(false);
      // Drafts are cached like other pages; a pending change may clear the cache once more.
      const again = async () => {
        const { headers } = await get(`/${language}/house-rules`);
        return [headers.get("x-robots-tag"), headers.get("etag") !== null];
      };
      await expect.poll(again).toEqual(["noindex", true]);
    }
    expect((await get("/en/house-rules")).status).toBe(404);
    expect((await get("/eo/house-rules")).status).toBe(404);
  });

  test("guests do not see the note about drafts on the pages of their own booking", async () => {
    await switchOn();
    for (const page of ["find-booking", "rate/0123", "booking/confirmation/0123"]) {
      expect((await get(`/de/${page}`)).text).not.toContain("Draft: this language");
    }
    expect((await get("/de/book")).text).toContain("Draft: this language");
  });

  test("a page that does not exist links to no other site", async () => {
    await switchOn("de");
    for (const path of ["//other.example/x", "/de//other.example/x"]) {
      const page = await get(path);
      expect(page.status).toBe(404);
      expect(page.text).toContain('href="/de/other.example/x"');
      expect(page.text).not.toContain('href="//');
    }
  });

  test("published languages link to each other, in both directions", async () => {
    await switchOn("zh", "de", "en");
    const addresses = (path: string) => [
      ["en", URL_OF_SITE + path],
      ["de", `${URL_OF_SITE}/de${path}`],
      ["zh", `${URL_OF_SITE}/zh${path}`],
      ["x-default", URL_OF_SITE + path],
    ];
    for (const path of site.indexedPaths(["en"])) {
      for (const [language, prefix] of [
        ["en", ""],
        ["de", "/de"],
        ["zh", "/zh"],
      ]) {
        const { text, headers } = await get(prefix + path);
        const alternates = [...text.matchAll(/<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)">/g)];
        expect(alternates.map(([, to, href]) => [to, href])).toEqual(addresses(path));
        expect(text.includes(`<link rel="canonical" href="${URL_OF_SITE}${prefix}${path}">`)).toBe(true);
        expect(text.includes(`<html lang="${language}">`)).toBe(true);
        expect(text.includes(`<a href="/zh${path}" data-language="/zh" lang="zh" hrefLang="zh"`)).toBe(true);
        expect(headers.get("vary")?.toLowerCase() ?? "").not.toContain("language");
        expect(text.includes("Draft: this language")).toBe(false);
      }
    }
    const german = (await get("/de/")).text;
    expect(german.includes('<meta property="og:locale" content="de_DE">')).toBe(true);
    expect(german.includes('<meta property="og:locale:alternate" content="zh_CN">')).toBe(true);
    expect(german.includes(NATIVE_NAMES.zh)).toBe(true);
    expect(german.includes(NATIVE_NAMES.ru)).toBe(false);
    const listed = [...(await sitemap()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
    expect(listed).toEqual(site.indexedPaths(["en", "de", "zh"]).map((path) => URL_OF_SITE + path));
    // The browser's preferred language makes no difference.
    const preferring = await get("/", { "accept-language": "de" });
    expect([preferring.status, preferring.text.includes('<html lang="en">')]).toEqual([200, true]);
    await switchOn();
    expect((await get("/de/")).headers.get("x-robots-tag")).toBe("noindex");
  });

  test("a page loads the text for its own language and no other", async () => {
    const { text } = await get("/de/book");
    const files = JSON.parse(/id="files">(.*?)<\/script>/.exec(text)?.[1] ?? "{}");
    expect(files).toMatchObject({ language: "de", locale: "de-DE", texts: site.texts.de });
    for (const other of LANGUAGES.filter((language) => language !== "de"))
      for (const file of Object.values(site.texts[other])) expect(text.includes(file)).toBe(false);
    expect(text.includes(`<link rel="modulepreload" href="${site.texts.de["booking"]}"`)).toBe(true);
  });

  test("a stay is booked in German without JavaScript; refused forms and the stay's own page are in German, too", async () => {
    const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      server.send("POST", path, new URLSearchParams(fields).toString(), { ...FORM, ...headers });
    const stay = { checkInDate: "2027-02-01", checkOutDate: "2027-02-04", guestCount: "2", expectedTotal: "450.00" };
    const form = { ...GUEST, ...stay, formKey: crypto.randomUUID() };
    const refused = await post("/de/book", { ...form, name: "", guestCount: "9" });
    expect([refused.status, refused.text.includes('<html lang="de">')]).toEqual([400, true]);
    expect(refused.text.includes("Das Haus bietet Platz für höchstens 6 Gäste")).toBe(true);
    expect(refused.text.includes("Bitte prüfen Sie Ihre Angaben")).toBe(true);
    const priced = await post("/de/book", { ...form, expectedTotal: "1.00" });
    expect(priced.text.includes("Das ist nicht der Preis, der Ihnen angezeigt wurde")).toBe(true);

    const booked = await post("/de/book", form);
    const page = booked.headers.get("location") ?? "";
    expect([booked.status, page]).toEqual([303, expect.stringMatching(/^\/de\/booking\/confirmation\/[\w-]+$/)]);
    const own = await get(page, { cookie: cookieOf(booked) });
    expect(own.text.includes("Ihr Aufenthalt ist gebucht")).toBe(true);
    expect(own.text.includes("Mo., 1. Feb. 2027, ab 14:00 Uhr")).toBe(true);
    expect(own.text.includes("Ganzes Ferienhaus, 3 Nächte × 150\u00a0$")).toBe(true);
    expect(own.text.includes(`action="${page}"`)).toBe(true);
    const wrongFee = await post(page, { intent: "cancel", expectedFee: "9.00" }, { cookie: cookieOf(booked) });
    expect(wrongFee.text.includes("Die Stornogebühr beträgt jetzt")).toBe(true);
    const cancelled = await post(page, { intent: "cancel", expectedFee: "0.00" }, { cookie: cookieOf(booked) });
    expect(cancelled.headers.get("location")).toBe(`${page}?done=cancel`);
    const after = await get(`${page}?done=cancel`, { cookie: cookieOf(booked) });
    expect(after.text.includes("Ihre Buchung ist kostenlos storniert")).toBe(true);
  });

  test("without JavaScript, the links to other languages keep the dates and guests that were sent with a form", async () => {
    await switchOn("de", "fr");
    const fields = { ...GUEST, checkInDate: "2027-02-08", checkOutDate: "2027-02-11", guestCount: "3" };
    for (const sent of [
      { ...fields, intent: "price" },
      { ...fields, name: "" },
    ]) {
      const page = await server.send("POST", "/de/book", new URLSearchParams(sent).toString(), FORM);
      for (const path of ["/book", "/fr/book"]) {
        expect(page.text).toContain(`href="${path}?in=2027-02-08&amp;out=2027-02-11&amp;guests=3"`);
      }
    }
    await switchOn();
  });

  test("the host's text is shown in the page's language, text that is still in English is marked, and undo removes a translation", async () => {
    const listed = async (headers: Record<string, string> = {}) =>
      (await get("/api/properties/public", headers)).json[0];
    const german = { "x-latchkey-language": "de" };
    const { houseRules } = await listed();
    const [first, second] = houseRules;
    const translation = "Bitte rauchen Sie nicht im Haus.";
    const wordsIn = {
      "houseRules.0": { de: { text: translation, of: first } },
      "hero.title": { de: { text: "", of: "x" } },
    };
    const saved = await server.send("PUT", CONTENT, { wordsIn }, { cookie });
    expect(saved.json.content.wordsIn).toEqual({ "houseRules.0": { de: { text: translation, of: first } } });
    const inGerman = await listed(german);
    expect(inGerman.houseRules[0]).toBe(translation);
    expect([inGerman.english.includes(second), inGerman.english.includes(first)]).toEqual([true, false]);
    expect(inGerman.rate).toBe("150\u00a0$ pro Nacht");
    expect(await listed()).not.toHaveProperty("english");
    const page = async () => (await get("/de/house-rules")).text;
    await expect.poll(page).toContain(translation);
    expect(await page()).toMatch(/<span lang="en" [^>]*>[^<]+<\/span>/);
    expect((await get("/house-rules")).text).not.toContain('<span lang="en"');
    const kandyOnTheMap = /<li[^>]*><span[^>]*>1<\/span><span[^>]*>[^<]*<\/span><span lang="en"[^>]*>[^<]+ mins</;
    expect((await get("/de/location")).text).toMatch(kandyOnTheMap);
    expect((await get("/location")).text).not.toMatch(kandyOnTheMap);
    const undone = await server.send("POST", `/api/admin/content/changes/${saved.json.changeId}/undo`, {}, { cookie });
    expect(undone.json.content.wordsIn).toEqual({});
    await expect.poll(page).not.toContain(translation);
  });

  test("a text that moves to another field keeps its translation, and guests get the text that replaces it in English", async () => {
    const german = { "x-latchkey-language": "de" };
    const { hero, description, wordsIn } = (await server.send("GET", CONTENT, undefined, { cookie })).json;
    const translations = {
      "hero.title": { de: { text: "Aufwachen in den Hügeln", of: hero.title } },
      description: { de: { text: "Ein Haus am Hang.", of: description } },
    };
    const moved = {
      hero: { ...hero, title: "Breathe", content: hero.title },
      description: "A house for six.",
      metaDescription: description,
      wordsIn: translations,
    };
    const saved = await server.send("PUT", CONTENT, moved, { cookie });
    expect(saved.status, saved.text).toBe(200);
    const site = (await get("/api/site", german)).json;
    expect(site.hero).toMatchObject({ title: "Breathe", content: "Aufwachen in den Hügeln" });
    expect([site.metaDescription, site.english.includes("Breathe")]).toEqual(["Ein Haus am Hang.", true]);
    const [property] = (await get("/api/properties/public", german)).json;
    expect(property.description).toBe("A house for six.");
    expect(property.english).toContain("A house for six.");
    await server.send("POST", `/api/admin/content/changes/${saved.json.changeId}/undo`, {}, { cookie });
    expect((await server.send("GET", CONTENT, undefined, { cookie })).json.wordsIn).toEqual(wordsIn);
  });

  test("a group of amenities keeps its title on German pages if the host translates it without the colon", async () => {
    const { amenities, wordsIn } = (await server.send("GET", CONTENT, undefined, { cookie })).json;
    const german = (of: string, text: string) => ({ de: { of, text } });
    const grouped = {
      amenities: ["Kitchen:", "Oven"],
      wordsIn: { "amenities.0": german("Kitchen:", "Küche"), "amenities.1": german("Oven", "Backofen") },
    };
    expect((await server.send("PUT", CONTENT, grouped, { cookie })).status).toBe(200);
    const page = async () => (await get("/de/guest-info")).text;
    await expect.poll(page).toMatch(/<h3 [^>]*>Küche<\/h3>/);
    expect(await page()).toMatch(/<span [^>]*>Backofen<\/span>/);
    expect(await page()).not.toMatch(/<span [^>]*>Küche/);
    await server.send("PUT", CONTENT, { amenities, wordsIn }, { cookie });
  });

  test("the booking form and the guest's own page show the cottage's location in the page's language, or marked as English", async () => {
    const { location, wordsIn } = (await server.send("GET", CONTENT, undefined, { cookie })).json;
    const translations = { location: { de: { text: "Im Hochland bei Kandy", of: location } } };
    expect((await server.send("PUT", CONTENT, { wordsIn: translations }, { cookie })).status).toBe(200);
    const stay = { checkInDate: "2027-03-01", checkOutDate: "2027-03-03", guestCount: "2", expectedTotal: "300.00" };
    const form = { ...GUEST, ...stay, formKey: crypto.randomUUID() };
    const booked = await server.send("POST", "/de/book", new URLSearchParams(form).toString(), FORM);
    const page = booked.headers.get("location") ?? "";
    const pages = async (language: string) => [
      (await get(`/${language}/book`)).text,
      (await get(page.replace("/de/", `/${language}/`), { cookie: cookieOf(booked) })).text,
    ];
    for (const german of await pages("de")) {
      expect(german).toMatch(/<(p|span)[^>]*>Im Hochland bei Kandy<\/\1>/);
      expect(german).not.toContain(`>${location}<`);
    }
    for (const french of await pages("fr")) expect(french).toMatch(new RegExp(`<(p|span) lang="en"[^>]*>${location}<`));
    await server.send("PUT", CONTENT, { wordsIn }, { cookie });
  });

  test("an English WiFi note is marked within a German answer, and a Chinese list of the host's languages is split", async () => {
    const { host, wordsIn } = (await server.send("GET", CONTENT, undefined, { cookie })).json;
    const { wifiNote } = (await get("/api/site")).json;
    expect((await get("/de/guest-info")).text).toMatch(
      new RegExp(`Ja\\. (?:<!-- -->)?<span lang="en">${wifiNote}</span>`),
    );
    const languages = "English, German";
    const chinese = { "host.languages": { zh: { text: "英语、德语", of: languages } } };
    const saved = await server.send("PUT", CONTENT, { host: { ...host, languages }, wordsIn: chinese }, { cookie });
    expect(saved.status, saved.text).toBe(200);
    await switchOn("zh");
    await expect.poll(async () => (await get("/zh/")).text).toContain('"knowsLanguage":["英语","德语"]');
    await switchOn();
    await server.send("PUT", CONTENT, { host, wordsIn }, { cookie });
  });

  test("missing pages and errors are described in the page's language", async () => {
    const lost = await get("/de/nirgends");
    expect([lost.status, lost.text.includes("Diese Seite gibt es nicht")]).toEqual([404, true]);
    expect((await get("/zh/booking/confirmation/aaaaaaaaaaaaaaaaaaaaaaaa")).text).toContain("找不到预订");
    expect((await get("/ru/rate/unknown")).text).toContain("Эта ссылка не работает");
    const find = await server.send("POST", "/fr/find-booking", "reference=&email=", FORM);
    expect(find.text.includes("Retrouver ma réservation")).toBe(true);
    expect(find.text.includes(`action="/fr/find-booking"`)).toBe(true);
  });
});
