import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type * as locales from "#domain/language/locales.ts";
import type * as serverTexts from "#texts/server-texts.ts";
import type * as allTexts from "#web/app/all-texts.ts";
import { GUEST } from "../testing/given.ts";
import { GUEST_PAGES } from "../testing/guest-pages.ts";
import { plainWordsFinder, startPseudoSite } from "../testing/pseudo-site.ts";
import { cookieOf, type TestApp } from "../testing/test-app.ts";

/**
 * Every page for guests in a pseudo-language in which all letters have accents; `pseudo-states.test.ts` covers the
 * pages that depend on a host's actions.
 */
vi.mock("#domain/language/locales.ts", async (actual) =>
  (await import("../testing/pseudo-german.ts")).pseudoLocales(await actual<typeof locales>()),
);
vi.mock("#texts/server-texts.ts", async (actual) =>
  (await import("../testing/pseudo-german.ts")).pseudoServerTexts(await actual<typeof serverTexts>()),
);
vi.mock("#web/app/all-texts.ts", async (actual) =>
  (await import("../testing/pseudo-german.ts")).pseudoPageTexts(await actual<typeof allTexts>()),
);

const FORM = { "content-type": "application/x-www-form-urlencoded" };
let server: TestApp;
let plainWords: (page: string) => string[];

beforeAll(async () => {
  server = await startPseudoSite({ config: { localMailbox: true } });
  plainWords = await plainWordsFinder(server, await server.signIn());
});
afterAll(() => server.close());

const get = (path: string, cookie = "") => server.send("GET", `/de${path}`, undefined, cookie ? { cookie } : {});
const post = (path: string, fields: Record<string, string>, cookie = "") =>
  server.send("POST", `/de${path}`, new URLSearchParams(fields).toString(), { ...FORM, ...(cookie ? { cookie } : {}) });

test("the check finds untranslated English, and ignores the host's text", () => {
  expect(plainWords("<p>⟦Ĉĥ⟧ Your stay at Kitul Hill Cottage</p><img alt='' title=\"Close it\">")).toEqual([
    "Your",
    "stay",
    "at",
    "Close",
    "it",
  ]);
});

test.each([
  ...GUEST_PAGES,
  "/book?in=2027-03-01&out=2027-03-02&guests=99",
  "/book?in=2020-01-01&out=2020-01-02&email=unproven",
  "/book?in=nonsense&email=proven",
  "/find-booking?done=1",
])("%s has no untranslated English", async (path) => {
  const page = await get(path);
  expect(plainWords(page.text)).toEqual([]);
});

const STAY = { checkInDate: "2027-05-03", checkOutDate: "2027-05-06", guestCount: "2", expectedTotal: "450.00" };
const form = (more: Record<string, string> = {}) => ({ ...GUEST, ...STAY, formKey: crypto.randomUUID(), ...more });

test("forms that are refused contain no untranslated English", async () => {
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

test("the guest's own page has no untranslated English when the guest changes or cancels the stay", async () => {
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
