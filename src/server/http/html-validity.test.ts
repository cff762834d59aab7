import { resolve } from "node:path";
import { HtmlValidate } from "html-validate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Language, LANGUAGES } from "#domain/language/language.ts";
import { bookStay } from "../testing/given.ts";
import { ownLinkOf } from "../testing/own-link.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";
import { GUEST_PAGES } from "../testing/guest-pages.ts";
import { loadBuiltSite } from "./built-site.ts";

const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard", "html-validate:document"],
  // This rule only matters for files from other servers; our files come from the page's own server.
  rules: { "require-sri": "off" },
});
const problemsOf = async (path: string, html: string) => {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) => messages.map(({ message, selector }) => `${path} ${selector}: ${message}`));
};

const site = await loadBuiltSite(resolve("dist"));
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp("sqlite", { site });
  await server.app.start();
});
afterAll(() => server.close());

test("the validator finds invalid HTML", async () => {
  expect(await problemsOf("", "<!DOCTYPE html><p><div></div></p>")).not.toEqual([]);
});

const PATHS = [...GUEST_PAGES, "/book?in=2026-12-01&out=2026-12-03"];

/**
 * The markup is the same in all languages. Every page is checked in English, and the pages are divided among the other
 * languages, so each page is checked twice.
 */
const share = (language: Language) => {
  const place = LANGUAGES.indexOf(language);
  return PATHS.filter((_, i) => place === 0 || i % (LANGUAGES.length - 1) === place - 1);
};

test.each(LANGUAGES)("public pages in %s are valid HTML", async (language) => {
  const prefix = language === "en" ? "" : `/${language}`;
  for (const path of share(language)) {
    const page = await server.send("GET", prefix + path);
    expect(await problemsOf(prefix + path, page.text)).toEqual([]);
  }
});

test("the guest's own page is valid HTML", async () => {
  const booked = await bookStay(server, { checkInDate: "2026-12-10", checkOutDate: "2026-12-12" });
  const own = `/booking/confirmation/${booked.json.id}`;
  const page = await server.send("GET", own, undefined, { cookie: cookieOf(booked) });
  expect(page.text).toContain(booked.json.reference);
  expect(await problemsOf(own, page.text)).toEqual([]);
});

test("the page behind the link in the guest's email is valid HTML", async () => {
  const booked = await bookStay(server, { checkInDate: "2026-12-20", checkOutDate: "2026-12-22" });
  const link = await ownLinkOf(server, booked.json.id);
  const page = await server.send("GET", link);
  expect(page.text).toContain("<form");
  expect(await problemsOf(link, page.text)).toEqual([]);
});

test("a page that cannot be rendered says so in its own language, and programs still get JSON", async () => {
  const renderPage = () => Promise.reject(new Error("broken"));
  const broken = await startTestApp("sqlite", { site: { ...site, renderPage } });
  try {
    await broken.app.start();
    const titles = new Set<string>();
    for (const language of LANGUAGES) {
      const path = language === "en" ? "/book" : `/${language}/book`;
      const page = await broken.send("GET", path, undefined, { accept: "text/html,*/*" });
      expect([page.status, page.headers.get("content-type")]).toEqual([500, "text/html; charset=utf-8"]);
      expect(page.text).toContain(`<html lang="${language}">`);
      expect(page.text).toContain(page.headers.get("x-request-id"));
      expect(page.text).toContain(`href="${language === "en" ? "/" : `/${language}/`}"`);
      expect(await problemsOf(path, page.text)).toEqual([]);
      titles.add(/<h1>(.*)<\/h1>/.exec(page.text)?.[1] ?? "");
    }
    expect(titles.size).toBe(LANGUAGES.length);
    expect((await broken.send("GET", "/de/book")).json.requestId).toBeTruthy();
  } finally {
    await broken.close();
  }
});
