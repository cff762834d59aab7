import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type * as languages from "#domain/language/locales.ts";
import type { Language } from "#domain/language/language.ts";
import type * as serverTexts from "#texts/server-texts.ts";
import type * as allTexts from "#web/app/all-texts.ts";
import { GUEST } from "../testing/given.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";
import { loadBuiltSite } from "./built-site.ts";

/**
 * Every page for guests in a language whose letters are all accented: what is still plain was never made translatable.
 * German stands for it, and its dates are written with the signs of Chinese, which have no letters.
 */
vi.mock("#domain/language/locales.ts", async (importActual) => {
  const actual = await importActual<typeof languages>();
  return { ...actual, LOCALES: { ...actual.LOCALES, de: "zh-CN" } };
});
vi.mock("#texts/server-texts.ts", async (importActual) => {
  const { textsIn } = await importActual<typeof serverTexts>();
  const { pseudoTexts } = await import("#texts/pseudo.ts");
  const pseudo = { ...pseudoTexts(textsIn("en")), formats: textsIn("zh").formats };
  return { textsIn: (language: Language) => (language === "de" ? pseudo : textsIn(language)) };
});
vi.mock("#web/app/all-texts.ts", async (importActual) => {
  const actual = await importActual<typeof allTexts>();
  const { pseudoText, pseudoTexts } = await import("#texts/pseudo.ts");
  const pseudo = pseudoTexts(actual.ALL_TEXTS.en);
  Object.assign(actual.ALL_TEXTS.de, {
    ...pseudo,
    frame: { ...pseudo.frame, firstWeekday: 0 },
    // The message of the contract is the text itself.
    booking: { ...pseudo.booking, invalid: (message: string) => pseudoText(message) },
  });
  return actual;
});

const FORM = { "content-type": "application/x-www-form-urlencoded" };
let server: TestApp;
let hostsWords: string[];

beforeAll(async () => {
  const site = await loadBuiltSite(resolve("dist"));
  const { renderPage, submitForm } = await import("#web/app/entry-server.tsx");
  server = await startTestApp("sqlite", { site: { ...site, renderPage, submitForm } });
  await server.app.start();
  const content = await server.send("GET", "/api/admin/content/property", undefined, { cookie: await server.signIn() });
  hostsWords = [...stringsIn(content.json), GUEST.name, GUEST.email, GUEST.phone].toSorted(
    (a, b) => b.length - a.length,
  );
});
afterAll(() => server.close());

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return value.trim().length > 2 ? [value, value.replace(/<[^>]*>/g, "")] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Names that are the same in every language. */
const NAMES =
  /Facebook|Instagram|Apple Maps|OpenStreetMap|Google Calendar|Outlook|WiFi|WhatsApp|\b(?:Kandy|Colombo)\b|LK-[A-Z0-9]+|\b(?:px|USD)\b/g;

function plainWords(page: string): string[] {
  const html = page.replaceAll(/<aside lang="en"[^]*?<\/aside>/g, " ");
  const attributes = [...html.matchAll(/ (?:alt|aria-label|title|placeholder|abbr)="([^"]*)"/g)].map(
    ([, words]) => words,
  );
  const text = html
    .replaceAll(/<(script|style)[^>]*>[^]*?<\/\1>/g, " ")
    // A name on the map may take two lines.
    .replaceAll(/<\/tspan><tspan[^>]*>/g, " ")
    .replaceAll(/<[^>]*>/g, "\n");
  let rest = [text, ...attributes]
    .join("\n")
    .replaceAll("&amp;", "&")
    .replaceAll(/&#x27;|&#39;/g, "'")
    .replaceAll("&quot;", '"');
  for (const words of hostsWords) rest = rest.replaceAll(words, " ");
  rest = rest.replaceAll(/https?:\/\/\S+|\S+@\S+/g, " ").replaceAll(NAMES, " ");
  return rest.match(/[A-Za-z]{2,}/g) ?? [];
}

const get = (path: string, cookie = "") => server.send("GET", `/de${path}`, undefined, cookie ? { cookie } : {});
const post = (path: string, fields: Record<string, string>, cookie = "") =>
  server.send("POST", `/de${path}`, new URLSearchParams(fields).toString(), { ...FORM, ...(cookie ? { cookie } : {}) });

test("the check sees plain English, and not the host's words", () => {
  expect(plainWords("<p>⟦Ĉĥ⟧ Your stay at Kitul Hill Cottage</p><img alt='' title=\"Close it\">")).toEqual([
    "Your",
    "stay",
    "at",
    "Close",
    "it",
  ]);
});

test.each([
  "/",
  "/attractions",
  "/house-rules",
  "/location",
  "/guest-info",
  "/privacy",
  "/credits",
  "/book",
  "/book?in=2027-03-01&out=2027-03-02&guests=99",
  "/book?in=2020-01-01&out=2020-01-02&email=unproven",
  "/book?in=nonsense&email=proven",
  "/direct-booking",
  "/find-booking",
  "/find-booking?done=1",
  "/rate/unknown",
  "/booking/confirmation/unknown",
  "/nowhere",
])("%s has no plain English", async (path) => {
  const page = await get(path);
  expect(plainWords(page.text)).toEqual([]);
});

const STAY = { checkInDate: "2027-05-03", checkOutDate: "2027-05-06", guestCount: "2", expectedTotal: "450.00" };
const form = (more: Record<string, string> = {}) => ({ ...GUEST, ...STAY, formKey: crypto.randomUUID(), ...more });

test("refusals of the forms have no plain English", async () => {
  const wrong = { name: "", email: "x", phone: "", guestCount: "0", checkInDate: "", checkOutDate: "" };
  const pages = [
    await post("/book", form(wrong)),
    await post("/book", form({ expectedTotal: "1.00" })),
    await post("/book", form({ formKey: "" })),
    await post("/book", form({ intent: "day/2027-05-01" })),
    await post("/book", form({ intent: "price", code: "NOPE" })),
    await post("/direct-booking", form(wrong)),
    await post("/direct-booking", form({ checkOutDate: "2027-05-02" })),
    await post("/find-booking", { reference: "", email: "" }),
    await post("/rate/unknown", {}),
  ];
  for (const [place, page] of pages.entries()) expect([place, plainWords(page.text)]).toEqual([place, []]);
});

test("the guest's own page has no plain English, whatever becomes of the stay", async () => {
  const booked = await post("/book", form());
  const page = (booked.headers.get("location") ?? "").replace("/de", "");
  const cookie = cookieOf(booked);
  expect(plainWords((await post("/book", form())).text)).toEqual([]);
  const states = [
    await get(page, cookie),
    await get(page),
    await get(`${page}?in=2027-05-03&out=2027-05-07&guests=3`, cookie),
    await get(`${page}?in=2027-05-03&out=2027-05-03&guests=3`, cookie),
    await post(page, { intent: "cancel", expectedFee: "3.00" }, cookie),
    await post(page, { intent: "change", ...STAY, expectedTotal: "450.00" }, cookie),
  ];
  await post(page, { intent: "cancel", expectedFee: "0.00" }, cookie);
  states.push(await get(`${page}?done=cancel`, cookie));
  for (const [place, state] of states.entries()) expect([place, plainWords(state.text)]).toEqual([place, []]);
});
