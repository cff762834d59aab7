import type { Page } from "@playwright/test";
import { PAYLOADS } from "#server/testing/payloads.ts";
import sharp from "sharp";
import { signInByCalls } from "../support/bookings.ts";
import { expect, testWithOwnServer as test } from "../support/latchkey.ts";
import { touch } from "../support/public-pages.ts";

// The pages have to be safe even without their Content Security Policy.
test.use({ bypassCSP: true });

let turn = 0;
/** Unique, and short enough for the field. */
function next(max: number): string {
  const fitting = PAYLOADS.filter((payload) => payload.length <= max - 4);
  turn += 1;
  return `${fitting[turn % fitting.length] ?? ""} ${turn % 1000}`;
}
const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

/**
 * The texts in the content editor, filled with payloads; one link to a social network and a few translations stand for
 * all of them. The Photos and Hero Section tabs are filled separately. `present` is the content so far.
 */
function hostileContent(present: { drawnMap: object; pageTexts: object; host: object }) {
  const terms = PAYLOADS.join("\n\n").slice(0, 4000);
  return {
    name: next(120),
    location: next(160),
    description: PAYLOADS.map((payload) => `${payload}\n\n[x](${payload})`)
      .join("\n\n")
      .slice(0, 4000),
    amenities: PAYLOADS,
    houseRules: PAYLOADS,
    highlights: many(6, () => ({ title: next(60), text: next(300) })),
    testimonials: many(12, () => ({ name: next(60), text: next(600), source: next(60), month: next(30) })),
    contact: {
      streetAddress: next(200),
      phone: "javascript:window.pwned=1",
      email: "host@example.com",
      social: { facebook: "https://example.com/'onfocus=window.pwned=1", instagram: "", whatsapp: "" },
    },
    metaDescription: next(300),
    wifiPassword: next(120),
    wifiNote: next(400),
    terms,
    cancellationTerms: PAYLOADS.map((payload) => `- ${payload}`)
      .join("\n")
      .slice(0, 4000),
    checkInInstructions: PAYLOADS.join("\n\n").slice(0, 4000),
    checkInInstructionsIn: { de: { text: PAYLOADS.join("\n\n").slice(0, 4000), of: next(400) } },
    directionsIn: { zh: { text: PAYLOADS.join("\n\n").slice(0, 4000), of: next(400) } },
    emergency: many(12, () => ({ label: next(60), number: `112 ${next(36).replaceAll(/\s/g, " ")}` })),
    localAttractions: PAYLOADS.map((payload) => ({
      name: payload.slice(0, 80),
      description: payload,
      place: next(80),
      distance: next(40),
      category: next(40),
    })),
    gettingHere: {
      latitude: 7.3,
      longitude: 80.7,
      directions: PAYLOADS.map((payload) => `- ${payload}`)
        .join("\n")
        .slice(0, 4000),
      travelTimes: many(20, () => ({ place: next(80), time: next(40) })),
      landmarks: many(20, () => ({ name: next(80), text: next(300) })),
    },
    treasures: { title: next(80), items: many(6, () => ({ title: next(60), text: next(300), imageUrl: "" })) },
    drawnMap: {
      ...present.drawnMap,
      about: next(300),
      places: many(30, () => ({ name: next(60), x: turn % 1000, y: turn % 1000 })),
    },
    pageTexts: {
      ...present.pageTexts,
      tagline: next(80),
      facts: many(6, () => next(60)),
      attractionsLead: next(300),
      attractionsEnding: next(120),
      attractionsDescription: next(300),
      locationLead: next(200),
    },
    host: {
      ...present.host,
      name: next(80),
      about: next(400),
      languages: next(120),
      answerTime: next(80),
      registration: next(120),
    },
    rooms: { sizeM2: 90, bedrooms: many(20, () => ({ name: next(60), beds: [{ kind: "Double bed", count: 1 }] })) },
    offer: { payNote: next(160), advantages: many(6, () => next(160)) },
    wordsIn: { terms: { de: { text: `${terms} (German)`, of: terms } } },
  };
}

/** With payloads in all its details, for attractions whose names are payloads. */
async function hostilePicture(page: Page, url: string): Promise<void> {
  const post = async (path: string, data?: object) => (await page.request.post(url + path, { data })).json();
  const { uploadURL } = await post("/api/objects/upload");
  const bytes = await sharp({ create: { width: 500, height: 400, channels: 3, background: "#785" } })
    .jpeg()
    .toBuffer();
  await page.request.put(url + uploadURL, { data: bytes, headers: { "content-type": "image/jpeg" } });
  const details = { alt: next(250), author: next(200), licence: next(200), source: "javascript:window.pwned=1" };
  const picture = await post("/api/admin/pictures", { uploadURL, ...details });
  for (const payload of PAYLOADS) {
    const image = { attractionName: payload.slice(0, 120), imageUrl: picture.url, altText: payload };
    expect((await post("/api/attraction-images", image)).id).toBeTruthy();
  }
}

const pwned = (page: Page) => page.evaluate(() => [window, ...Array.from(window.frames)].some((one) => "pwned" in one));

/** Unescaped. Waits until the browser has tried to render it. */
async function insertPayload(page: Page): Promise<void> {
  await page.evaluate(
    (payload) =>
      new Promise((tried) => {
        document.body.insertAdjacentHTML("beforeend", payload);
        document.body.lastElementChild?.addEventListener("error", tried);
      }),
    "<img src=x onerror=window.pwned=1>",
  );
}

test("a host's input never runs as a script on public pages, in the editor, in its preview or in the audit log", async ({
  page,
  browser,
  own: { url },
}) => {
  await signInByCalls(page, url);
  const put = async (path: string, data: unknown) => {
    const response = await page.request.put(`${url}/api/admin/content/${path}`, { data });
    expect(response.status(), await response.text()).toBe(200);
  };
  const { photos, hero, ...present } = await (await page.request.get(`${url}/api/admin/content/property`)).json();
  await put("property", hostileContent(present));
  await put(
    "photos",
    photos.map((photo: object) => ({ ...photo, title: next(120) })),
  );
  await hostilePicture(page, url);
  await put("hero", { ...hero, title: next(80), content: next(200) });
  const german = await page.request.put(`${url}/api/admin/settings`, { data: { languages: ["de"] } });
  expect(german.status(), await german.text()).toBe(200);

  const pages = ["/", "/attractions", "/house-rules", "/location", "/guest-info", "/book", "/direct-booking"];
  for (const path of [...pages, "/de/", "/de/location"]) {
    await page.goto(url + path);
    await touch(page);
    expect(await pwned(page), path).toBe(false);
  }
  // These pages have no script to wait for.
  for (const path of ["/terms", "/cancellation", "/privacy", "/credits", "/de/terms"]) {
    await page.goto(url + path);
    expect(await pwned(page), path).toBe(false);
  }
  for (const tab of ["property", "photos", "attraction-images", "hero", "guest-info", "attractions"]) {
    await page.goto(`${url}/admin/content?tab=${tab}`);
    await expect(page.getByRole("tab", { selected: true })).toBeVisible();
    await expect(page.frameLocator("iframe").locator("h1")).toBeVisible();
    expect(await pwned(page), tab).toBe(false);
  }
  await page.goto(`${url}/admin/audit`);
  await expect(page.getByText("Changed the content").first()).toBeVisible();
  expect(await pwned(page), "audit").toBe(false);

  // The control: a payload inserted without escaping runs here, but not under the pages' own policy.
  await insertPayload(page);
  expect(await pwned(page)).toBe(true);
  const strict = await browser.newContext({ bypassCSP: false });
  const guarded = await strict.newPage();
  await guarded.goto(url);
  await insertPayload(guarded);
  expect(await pwned(guarded)).toBe(false);
  await strict.close();
});
