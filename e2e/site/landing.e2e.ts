import type { Locator, Page } from "@playwright/test";
import { holdRequests } from "../support/held-server.ts";
import { expect, expectAccessible, test } from "../support/latchkey.ts";
import { addOwnReviewsAndLinks } from "../support/samples.ts";
import { touch } from "../support/public-pages.ts";

const section = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });

test("the landing page has the sections, texts and links that SPEC 2 requires", async ({ page, server }) => {
  await addOwnReviewsAndLinks(server.url);
  await page.goto("/");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Experience Tranquility in Nature");
  await expect(main.getByRole("link", { name: "Book Your Stay" })).toHaveAttribute("href", "/bookings");

  const card = section(page, "Kitul Hill Cottage");
  for (const text of [
    "Amunugama, near Kandy, Sri Lanka",
    "3 bedrooms",
    "2 bathrooms",
    "Free WiFi",
    "Private Villa",
    "$150 per night",
    "Taxes and fees included",
  ]) {
    await expect(card.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(card.getByText(/clay-tiled cottage on a forest terrace/)).toBeVisible();
  await expect(card.getByRole("img", { name: "Kitul Hill Cottage" })).toBeVisible();
  await expect(card.getByRole("link", { name: "Book Now" })).toHaveAttribute("href", "/bookings");

  const plan = section(page, "Plan Your Stay");
  for (const [caption, href] of [
    ["Check-in, WiFi, Rules", "/guest-info"],
    ["Things to Do", "/attractions"],
    ["Map & Directions", "/location"],
    ["Guidelines", "/house-rules"],
  ] as const) {
    await expect(plan.getByRole("link", { name: caption })).toHaveAttribute("href", href);
  }

  const features = section(page, "Features & Amenities");
  await expect(features.getByRole("heading", { level: 3 })).toHaveText([
    "Comfortable Space",
    "Nature Retreat",
    "On-Site Taxi Service",
  ]);
  await expect(section(page, "What Our Guests Say").getByRole("figure")).toHaveCount(2);

  const treasures = section(page, "Explore Kandy's Treasures");
  await expect(treasures.getByRole("heading", { level: 3 })).toHaveText([
    "Sacred temples",
    "Botanical gardens",
    "Mountain trails",
  ]);
  await expect(treasures.getByRole("link", { name: "See All Attractions" })).toHaveAttribute("href", "/attractions");
  await expect(treasures.getByRole("link", { name: "Book Direct & Save" })).toHaveAttribute("href", "/book");

  await expect(section(page, "Around the House").getByRole("img")).toHaveCount(4);
  await expect(main.getByRole("link", { name: "Check Availability" })).toHaveAttribute("href", "/bookings");
});

test("the hero takes up 60% of the window's height", async ({ page, viewport }) => {
  await page.goto("/");
  const hero = page.getByRole("heading", { level: 1 }).locator("xpath=ancestor::section");
  const box = await hero.boundingBox();
  expect(box?.height).toBeCloseTo((viewport?.height ?? 0) * 0.6, 0);
});

test("the header and footer contain the property's name, the navigation and the host's contact details", async ({
  page,
  server,
}) => {
  await addOwnReviewsAndLinks(server.url);
  await page.goto("/");
  const footer = page.getByRole("contentinfo");
  // Another journey on this server may have changed them.
  const { contact } = await (await page.request.get("/api/site")).json();
  for (const [name, href] of [
    ["Home", "/"],
    ["Book Your Stay", "/bookings"],
    ["House Rules", "/house-rules"],
    ["Attractions", "/attractions"],
    ["Location", "/location"],
    ["Facebook", "https://www.facebook.com/kitulhill"],
    ["Instagram", "https://www.instagram.com/kitulhill"],
    ["Chat on WhatsApp", "https://wa.me/94770000142"],
    [contact.phone, `tel:${contact.phone.replaceAll(" ", "")}`],
    [contact.email, `mailto:${contact.email}`],
  ] as const) {
    await expect(footer.getByRole("link", { name, exact: true })).toHaveAttribute("href", href);
  }
  await expect(footer.getByText("14 Kitul Hill Road, Amunugama, Kandy 20800, Sri Lanka")).toBeVisible();
  const year = new Intl.DateTimeFormat("en", { year: "numeric", timeZone: "Asia/Colombo" }).format(new Date());
  await expect(footer.getByText(`© ${year} Kitul Hill Cottage`)).toBeVisible();

  const header = page.getByRole("banner");
  await expect(header.getByRole("link", { name: "Kitul Hill Cottage" })).toHaveAttribute("href", "/");
  await expect(header.getByRole("link", { name: "Book", exact: true })).toHaveAttribute("href", "/book");
});

test.describe("when a guest navigates to the landing page from a page without its data", () => {
  const LIST = "**/api/properties/public";

  async function leaveForHome(page: Page): Promise<void> {
    await page.goto("/book");
    await touch(page);
    await page.getByRole("banner").getByRole("link", { name: "Kitul Hill Cottage" }).click();
  }

  test("a skeleton is shown while the data loads @phone", async ({ page }) => {
    const release = await holdRequests(page, LIST);
    await leaveForHome(page);
    await expect(page.getByRole("status").getByText("Loading property details...")).toBeAttached();
    await expectAccessible(page);
    release();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Experience Tranquility in Nature");
  });

  test("an error is shown if the data cannot be loaded @phone", async ({ page }) => {
    await page.route(LIST, (route) => route.fulfill({ status: 500, json: { message: "no" } }));
    await leaveForHome(page);
    const alert = page.getByRole("alert");
    await expect(alert.getByRole("heading")).toHaveText("Error Loading Property Information");
    await expect(alert).toContainText("We're having trouble loading our property information. Please try again later.");
    await expect(alert.getByRole("button")).toHaveCount(0);
    await expectAccessible(page);
  });

  test("a message is shown if there is no property @phone", async ({ page }) => {
    await page.route(LIST, (route) => route.fulfill({ json: [] }));
    await leaveForHome(page);
    await expect(
      page.getByText("No property information available at the moment. Please check back later."),
    ).toBeVisible();
    await expectAccessible(page);
  });

  test("only the first of several properties is shown @phone", async ({ page }) => {
    const [property] = await (await page.request.get("/api/properties/public")).json();
    await page.route(LIST, (route) =>
      route.fulfill({ json: [property, { ...property, id: 2, name: "Second House" }] }),
    );
    await leaveForHome(page);
    await expect(page.getByRole("region", { name: "Kitul Hill Cottage" })).toBeVisible();
    await expect(page.getByText("Second House")).toHaveCount(0);
  });
});
