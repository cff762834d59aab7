import { expect, test } from "../support/latchkey.ts";
import { goThroughSamples } from "../support/samples.ts";

test("the attractions page shows nine places with their travel times, and a link to book", async ({ page }) => {
  await page.goto("/attractions");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
  const cards = main.getByRole("article");
  await expect(cards).toHaveCount(9);
  for (const [name, time] of [
    ["Temple of the Sacred Tooth", "25-30 mins"],
    ["Kandy Lake", "25-30 mins"],
    ["Bahirawakanda Buddha", "30 mins"],
    ["Royal Botanical Gardens", "25-30 mins"],
    ["Udawatta Kele Sanctuary", "30 mins"],
    ["Hanthana Mountain Range", "45 mins-1 hour"],
    ["Victoria Golf Resort", "40-45 mins"],
    ["Nelligala Buddhist Center", "40-45 mins"],
    ["Bambaragala Monastery", "20-25 mins"],
  ] as const) {
    const card = cards.filter({ has: page.getByRole("heading", { name, exact: true }) });
    await expect(card.getByText(time, { exact: true })).toBeVisible();
    await expect(card.getByRole("paragraph")).not.toHaveCount(0);
  }
  await expect(main.getByRole("link", { name: "Book Your Stay Now" })).toHaveAttribute("href", "/book");
});

test("the house rules page shows the times and every house rule", async ({ page }) => {
  await page.goto("/house-rules");
  const main = page.getByRole("main");
  for (const text of [
    "after 2:00 PM",
    "by 11:00 AM",
    "10:00 PM to 7:00 AM",
    "7:00 AM-6:00 PM",
    /No smoking inside/,
    /No parties/,
    /Quiet after 10 PM/,
    /guests only/,
    /tidy/,
    /Children are welcome/,
    /rubbish/i,
    /Lock the doors/,
    /available 7:00 AM-6:00 PM/,
  ]) {
    await expect(main.getByText(text).first()).toBeVisible();
  }
  await expect(main.getByRole("listitem")).toHaveCount(10);
});

test("the location page shows an illustrated map, links that open map apps, travel times and landmarks", async ({
  page,
  server,
}) => {
  await goThroughSamples(server.url);
  await page.goto("/location");
  const main = page.getByRole("main");
  await expect(main.getByRole("img", { name: /^Illustrated map: Kitul Hill Cottage/ })).toBeVisible();
  await expect(main.getByRole("link", { name: "Get Directions" })).toHaveAttribute(
    "href",
    "https://www.google.com/maps/dir/?api=1&destination=7.3205,80.7012",
  );
  await expect(main.getByRole("link", { name: "Open in Maps" })).toHaveAttribute(
    "href",
    "https://www.google.com/maps/search/?api=1&query=7.3205,80.7012",
  );
  await expect(main.getByRole("link", { name: "another map app" })).toHaveAttribute(
    "href",
    "geo:7.3205,80.7012?q=7.3205,80.7012",
  );
  await expect(main.getByText("7.3205, 80.7012")).toBeVisible();

  const map = main.getByRole("figure");
  await expect(map.getByRole("listitem").filter({ hasText: "Bambaragala Monastery" })).toContainText("20-25 mins");
  const times = page.getByRole("region", { name: "Travel times" });
  await expect(times.getByText("Kandy railway station")).toBeVisible();
  await expect(times.getByText("3 hours 30 mins")).toBeVisible();
  await expect(page.getByRole("region", { name: "How to find us" }).getByRole("listitem")).toHaveCount(3);
});

test("the guest information page shows times, address, contact, WiFi, amenities, rules and emergency numbers", async ({
  page,
}) => {
  await page.goto("/guest-info");
  const part = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(part("Check-in and check-out").getByText("after 2:00 PM")).toBeVisible();
  await expect(part("Address and contact").getByText("14 Kitul Hill Road", { exact: false })).toBeVisible();
  await expect(part("Address and contact").getByRole("link", { name: "+94 81 000 0142" })).toBeVisible();
  await expect(part("WiFi")).toContainText("three days before check-in");
  await expect(part("Amenities").getByRole("listitem")).toHaveCount(9);
  await expect(part("House rules in brief").getByRole("link", { name: "All house rules" })).toBeVisible();
  const emergency = part("Emergency numbers");
  for (const [label, href] of [
    ["119", "tel:119"],
    ["110", "tel:110"],
    ["1990", "tel:1990"],
    ["+94 81 222 2261", "tel:+94812222261"],
  ] as const) {
    await expect(emergency.getByRole("link", { name: label, exact: true })).toHaveAttribute("href", href);
  }
});

test("any other path shows a 404 page that links to the home page @phone", async ({ page }) => {
  const response = await page.goto("/no/such/path");
  expect(response?.status()).toBe(404);
  await expect(page).toHaveTitle("404 Page Not Found");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("404 Page Not Found");
  await expect(page.getByText("Did you forget to add the page to the router?")).toBeVisible();
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page).toHaveURL("/");
});

test("the house rules and directions are printed without navigation and other screen-only parts @desktop", async ({
  page,
}) => {
  await page.emulateMedia({ media: "print" });
  for (const path of ["/house-rules", "/location"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("contentinfo")).toBeHidden();
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Back to Home" })).toBeHidden();
  }
  await expect(page.getByText("14 Kitul Hill Road, Amunugama, Kandy 20800, Sri Lanka").first()).toBeVisible();
});
