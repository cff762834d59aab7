import type { Page } from "@playwright/test";
import { expect, startOwnServer, test, WITH_HOST } from "../support/latchkey.ts";
import { PAGES as SCRIPTED, TEXT_PAGES } from "../support/public-pages.ts";
import { goThroughSamples } from "../support/samples.ts";

const PAGES = [...SCRIPTED, ...TEXT_PAGES];

const PUBLIC_URL = "https://cottage.example";

const content = (page: Page, name: string) =>
  page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute("content");

async function structured(page: Page): Promise<{ "@type": string; [field: string]: unknown }[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return texts.map((text) => JSON.parse(text));
}

test("with PUBLIC_URL set, the read-only pages and /book have a canonical URL and a preview picture, and all but /book have structured data", async ({
  page,
}) => {
  const { url, close } = await startOwnServer({ ...WITH_HOST, PUBLIC_URL, LOG_LEVEL: "info" });
  try {
    await goThroughSamples(url);
    for (const { path, title } of [...PAGES, { path: "/book", title: "Book your stay - Kitul Hill Cottage" }]) {
      await page.goto(url + path);
      await expect(page).toHaveTitle(title);
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", PUBLIC_URL + path);
      expect(await content(page, "og:url")).toBe(PUBLIC_URL + path);
      expect(await content(page, "og:title")).toBe(title);
      expect((await content(page, "description"))?.length).toBeGreaterThan(50);
      expect(await content(page, "og:description")).toBe(await content(page, "description"));
      const picture = String(await content(page, "og:image"));
      expect(picture).toMatch(/^https:\/\/cottage\.example\/share\/[a-z-]+\.png$/);
      const response = await page.request.get(url + picture.slice(PUBLIC_URL.length));
      const png = await response.body();
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
      if (path !== "/" && path !== "/book") {
        expect(await structured(page)).toContainEqual(expect.objectContaining({ "@type": "BreadcrumbList" }));
      }
    }
    await page.goto(`${url}/bookings`);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", `${PUBLIC_URL}/book`);

    await page.goto(url);
    const [lodging] = await structured(page);
    expect(lodging).toMatchObject({
      "@context": "https://schema.org",
      "@type": "VacationRental",
      "@id": `${PUBLIC_URL}/#cottage`,
      name: "Kitul Hill Cottage",
      url: `${PUBLIC_URL}/`,
      address: {
        streetAddress: "14 Kitul Hill Road, Amunugama",
        addressLocality: "Kandy",
        postalCode: "20800",
        addressCountry: "Sri Lanka",
      },
      checkinTime: "14:00",
      checkoutTime: "11:00",
      containsPlace: { occupancy: { value: 6 }, numberOfBedrooms: 3, numberOfBathroomsTotal: 2 },
    });

    const robots = await (await page.request.get(`${url}/robots.txt`)).text();
    expect(robots).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`);
    const sitemap = await page.request.get(`${url}/sitemap.xml`);
    expect(sitemap.headers()["content-type"]).toContain("application/xml");
    const listed = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]);
    expect(new Set(listed)).toEqual(
      new Set([...PAGES.map(({ path }) => path), "/book", "/direct-booking"].map((path) => PUBLIC_URL + path)),
    );
  } finally {
    await close();
  }
});

test("without PUBLIC_URL, no URL is derived from the request's host", async ({ page }) => {
  for (const { path } of PAGES) {
    const response = await page.request.get(path, {
      headers: { host: "evil.example", "x-forwarded-host": "evil.example" },
    });
    expect(response.status()).toBe(200);
    expect(await response.text()).not.toContain("evil.example");
    await page.goto(path);
    await expect(page.locator('link[rel="canonical"]')).toHaveCount(0);
    expect(await page.content()).not.toContain("127.0.0.1");
  }
  expect((await page.request.get("/sitemap.xml")).status()).toBe(404);
  expect(await (await page.request.get("/robots.txt")).text()).toBe("User-agent: *\nDisallow: /api/\n");
});

test("every question and answer in the structured data is shown on the page", async ({ page, server }) => {
  await goThroughSamples(server.url);
  await page.goto("/guest-info");
  const faq = (await structured(page)).find((data) => data["@type"] === "FAQPage");
  const questions: { name: string; acceptedAnswer: { text: string } }[] = JSON.parse(
    JSON.stringify(faq?.["mainEntity"]),
  );
  expect(questions.length).toBeGreaterThan(3);
  for (const { name, acceptedAnswer } of questions) {
    await expect(page.getByText(name, { exact: true })).toBeVisible();
    await expect(page.getByText(acceptedAnswer.text, { exact: true })).toBeVisible();
  }
});

test("booking confirmations, the portal and missing pages are marked noindex", async ({ page }) => {
  for (const path of ["/booking/confirmation/00000000-0000-4000-8000-000000000000", "/admin/login", "/no/such/path"]) {
    await page.goto(path);
    expect(await content(page, "robots")).toBe("noindex");
    await expect(page.locator('link[rel="canonical"]')).toHaveCount(0);
  }
});

test("the site has icons, and a manifest with the property's name", async ({ page }) => {
  await page.goto("/");
  const manifest = await (await page.request.get("/manifest.webmanifest")).json();
  expect(manifest).toMatchObject({ name: "Kitul Hill Cottage", start_url: "/" });
  expect(manifest.icons.length).toBeGreaterThan(0);
  for (const icon of manifest.icons) expect((await page.request.get(icon.src)).status(), icon.src).toBe(200);
  for (const rel of ["icon", "apple-touch-icon", "manifest"]) {
    const links = page.locator(`link[rel="${rel}"]`);
    await expect(links).not.toHaveCount(0);
    for (const link of await links.all()) {
      const href = String(await link.getAttribute("href"));
      expect((await page.request.get(href)).status(), href).toBe(200);
    }
  }
  const colours = await page
    .locator('meta[name="theme-color"]')
    .evaluateAll((tags) => tags.map((tag) => tag.getAttribute("media")));
  expect(colours).toEqual(["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"]);
});
