import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { createHand } from "../support/hand.ts";
import { ADMIN, expect, testWithServer } from "../support/latchkey.ts";

// A new installation, as after `npm start`.
const test = testWithServer({});

const LIMIT_S = 20 * 60;
const PUBLIC = ["/", "/book", "/direct-booking", "/guest-info", "/house-rules", "/location", "/attractions", "/terms"];
/** Words from the sample cottage, its drawings, and the note and the `noindex` of a page that still shows samples. */
const TRACES =
  /kitul|amunugama|kandy|mahaweli|7\.3205|perfect forest|private villa|\/drawings\/|sample content|noindex/gi;

/** Real photos from the folder PHOTOS, or plain coloured ones. */
async function ninePhotos() {
  const folder = process.env["PHOTOS"];
  if (folder)
    return readdirSync(folder)
      .flatMap((name) => (name.endsWith(".jpg") ? [join(folder, name)] : []))
      .slice(0, 9);
  return Promise.all(
    Array.from({ length: 9 }, async (_, place) => {
      const background = { r: 40 + place * 20, g: 120, b: 90 };
      const image = sharp({ create: { width: 1200, height: 800, channels: 3, background } });
      return { name: `IMG_${place}.jpg`, mimeType: "image/jpeg", buffer: await image.jpeg().toBuffer() };
    }),
  );
}

const TITLES = [
  "House from the lake",
  "Living room",
  "Bedroom",
  "Kitchen",
  "Bathroom",
  "Garden",
  "Jetty",
  "Sauna",
  "View",
];
const AMENITIES = ["Wood stove", "Sauna by the lake", "Rowing boat", "Kitchen with oven and dishwasher"];

test("a host sets up their own cottage within 20 minutes, and no trace of the sample content is left", async ({
  page,
  server,
}) => {
  test.setTimeout(180_000);
  const hand = createHand();
  const { tap, type, pick } = hand;
  let words = 0;
  const read = async (part = "main") => {
    words += await wordsOf(page, part);
  };
  const save = async (tab: string) => {
    await tap(page.getByRole("button", { name: `Save ${tab}` }));
    await expect(page.getByText(/updated successfully!/).first()).toBeVisible();
    await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeHidden();
  };
  const field = (label: string) => page.getByLabel(label, { exact: true }).and(page.locator("input, textarea"));
  const toTab = async (name: string) => {
    await tap(
      page
        .getByRole("tab", { name, exact: true })
        .or(page.getByRole("link", { name, exact: true }))
        .first(),
    );
  };

  const [, secret = ""] = /\/admin\/setup#(\S+)/.exec(server.output()) ?? [];
  await page.goto(`/admin/setup#${secret}`);
  await read();
  await type(field("Username"), ADMIN.username);
  await type(field("Password"), ADMIN.password);
  await tap(page.getByRole("button", { name: "Create your account" }));
  const samples = page.getByRole("region", { name: "Sample content" });
  await expect(samples.getByText("13 to review")).toBeVisible();
  await read();

  // First, because the photos replace the drawings everywhere.
  await tap(samples.getByRole("link", { name: "Change “Photos”" }));
  await tap(page.getByRole("button", { name: "Add photos" }));
  await pick(field("Picture files"), await ninePhotos());
  await expect(page.getByRole("dialog", { name: "Add photos" })).toBeHidden({ timeout: 90_000 });
  await tap(page.getByRole("button", { name: /^Remove all \d+ sample drawings$/ }));
  for (const [place, title] of TITLES.entries()) await type(field(`Title of photo ${place + 1}`), title);
  await read();
  await save("Photos");

  await toTab("Property Info");
  await type(field("Name"), "Saimaa House");
  await type(field("Location"), "Puumala, Finland");
  await type(field("Description"), "A log house on the shore of Lake Saimaa, with a sauna.");
  for (const [place, amenity] of AMENITIES.entries()) await type(field(`Amenity ${place + 1}`), amenity);
  const further = page.getByRole("button", { name: `Remove amenity ${AMENITIES.length + 1}`, exact: true });
  while ((await further.count()) > 0) await tap(further);
  await type(field("Street address"), "Rantatie 4, 52200 Puumala");
  await type(field("Phone"), "+358 40 555 0100");
  await type(field("Email"), "host@saimaa.example");
  await type(field("Description for search engines"), "Log house on Lake Saimaa with a sauna and a boat.");
  await read();
  await save("Property Info");

  await toTab("Hero Section");
  await type(field("Headline"), "Mornings by the lake");
  await type(field("Text below it"), "A log house with a sauna, and nobody else on the shore.");
  await read();
  await save("Hero Section");

  await toTab("Guest Info");
  await type(field("Check-in instructions"), "The key is in the box beside the door.");
  await type(field("WiFi note"), "Fast enough for video calls.");
  const furtherNumber = page.getByRole("button", { name: "Remove number 2", exact: true });
  while ((await furtherNumber.count()) > 0) await tap(furtherNumber);
  await type(field("Emergency contact 1: who answers"), "Emergency");
  await type(field("Number 1"), "112");
  const furtherRule = page.getByRole("button", { name: "Remove rule 3", exact: true });
  while ((await furtherRule.count()) > 0) await tap(furtherRule);
  await type(field("Rule 1"), "No smoking inside.");
  await type(field("Rule 2"), "Please take your rubbish with you.");
  await read();
  await save("Guest Info");

  await tap(page.getByRole("link", { name: "Dashboard" }).first());
  await expect(samples).toBeVisible();
  for (;;) {
    const hide = samples.getByRole("button", { name: /^Hide/ });
    const left = await hide.count();
    if (left === 0) break;
    await tap(hide.first());
    await expect(hide).toHaveCount(left - 1);
  }
  await expect(samples).toBeHidden();
  await tap(page.getByRole("link", { name: "Set your prices" }));
  await type(page.getByLabel("Price per night"), "140");
  await tap(page.getByRole("button", { name: "Save prices" }));
  await expect(page.getByText("Guests see them now.").first()).toBeVisible();
  await read("#section-every-night");

  for (const path of PUBLIC) {
    const html = await (await page.request.get(path)).text();
    expect([path, html.replace(/<style>.*?<\/style>/s, "").match(TRACES)]).toEqual([path, null]);
  }
  const figures = { ...hand.counted, words, seconds: hand.seconds(words) };
  test.info().annotations.push({ type: "figures", description: JSON.stringify(figures) });
  if (process.env["PHOTOS"]) console.log(JSON.stringify(figures));
  expect(figures.seconds).toBeLessThan(LIMIT_S);
});

/** Not read: field values, options, the preview, hidden or collapsed text, and the part for unpublished languages. */
const UNREAD =
  "select, textarea, iframe, .sr-only, details:not([open]) > :not(summary), #section-words-in-other-languages";

/** The number of words displayed. */
async function wordsOf(page: Page, part: string): Promise<number> {
  const text = await page.locator(part).evaluate((main, unread) => {
    const shown = main.cloneNode(true);
    if (!(shown instanceof HTMLElement)) return "";
    for (const part of shown.querySelectorAll(unread)) part.remove();
    for (const part of shown.querySelectorAll("*")) part.append(" ");
    return shown.textContent ?? "";
  }, UNREAD);
  return text.split(/\s+/).filter((word) => /[A-Za-z]/.test(word)).length;
}
