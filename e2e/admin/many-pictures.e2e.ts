import { randomBytes } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { signInByCalls } from "../support/bookings.ts";
import { expect, expectAccessible, testWithServer, WITH_HOST } from "../support/latchkey.ts";

// Only these tests change this server's gallery.
const test = testWithServer(WITH_HOST);

const dialog = (page: Page) => page.getByRole("dialog", { name: "Add photos" });
const titles = (page: Page) =>
  page.getByLabel("Title").evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

async function openPhotos(page: Page): Promise<void> {
  await signInByCalls(page);
  await page.goto("/admin/content?tab=photos");
  await expect(page.getByLabel("Title").first()).toBeVisible();
}

function photograph(shade: number): Promise<Buffer> {
  const background = { r: shade * 15, g: 120, b: 70 };
  return sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** Larger than 10 MB with few pixels, because it is not compressed. */
function largePhotograph(): Promise<Buffer> {
  const raw = { width: 2000, height: 1800, channels: 3 } as const;
  return sharp(randomBytes(2000 * 1800 * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** Each tap, each choice and each filled field is an action. */
function counted() {
  let acts = 0;
  return {
    acts: () => acts,
    click: async (target: Locator) => {
      acts += 1;
      await target.click();
    },
    fill: async (target: Locator, text: string) => {
      acts += 1;
      await target.fill(text);
    },
    choose: async (target: Locator, files: Parameters<Locator["setInputFiles"]>[0]) => {
      acts += 1;
      await target.setInputFiles(files);
    },
  };
}

const SHOWN = [
  ["The cottage from the garden gate", "Garden"],
  ["Tea on the veranda", "Exterior"],
  ["The living room", "Interior"],
  ["The double bedroom", "Bedroom"],
  ["The twin bedroom", "Bedroom"],
  ["The kitchen", "Kitchen"],
  ["Bathroom with a rain shower", "Bathroom"],
  ["Our lawn in the morning", "Garden"],
  ["The pool", "Amenities"],
] as const;

test("the host replaces the sample drawings with nine photos that have a camera's file names, in at most 15 actions", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await openPhotos(page);
  const host = counted();
  const files = await Promise.all(
    SHOWN.map(async (_, i) => ({
      name: `IMG_${1201 + i}.${i === 4 ? "PNG" : "JPG"}`,
      mimeType: i === 4 ? "image/png" : "image/jpeg",
      // Too large, so the browser sends a smaller version.
      buffer: i === 4 ? await largePhotograph() : await photograph(i),
    })),
  );
  expect(files[4]?.buffer.length).toBeGreaterThan(10_485_760);
  const sent: number[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().includes("/api/uploads/"))
      sent.push(Number(request.headers()["content-length"] ?? request.postDataBuffer()?.length ?? 0));
  });

  await host.click(page.getByRole("button", { name: "Add photos" }));
  await expectAccessible(page);
  await host.choose(dialog(page).getByLabel("Picture files"), files);
  await expect(dialog(page).getByRole("status")).toContainText(/\d of 9 uploaded/);
  await expect(dialog(page)).toBeHidden({ timeout: 90_000 });
  expect(sent).toHaveLength(9);
  expect(Math.max(...sent)).toBeLessThanOrEqual(10_485_760);

  await host.click(page.getByRole("button", { name: /^Remove all \d+ sample drawings$/ }));
  await expect(page.getByLabel("Title")).toHaveCount(SHOWN.length);
  for (const [place, [title]] of SHOWN.entries()) await host.fill(page.getByLabel("Title").nth(place), title);
  // Derived from the title.
  for (const [place, [, category]] of SHOWN.entries())
    await expect(page.getByLabel("Category").nth(place)).toHaveValue(category);
  await expectAccessible(page);
  await host.click(page.getByRole("button", { name: "Save Photos" }));
  await expect(page.getByText("Photos updated successfully!").first()).toBeVisible();
  expect(host.acts()).toBeLessThanOrEqual(15);

  const site: { photos: { title: string; url: string }[] } = await (await page.request.get("/api/site")).json();
  expect(site.photos.map(({ title }) => title)).toEqual(SHOWN.map(([title]) => title));
  for (const { url } of site.photos) expect(url).toMatch(/^\/pictures\//);
  for (const path of ["/", "/book", "/attractions", "/location", "/guest-info", "/house-rules", "/direct-booking"]) {
    const html = await (await page.request.get(path)).text();
    // The style sheet contains the path of the drawings, to darken them in dark mode.
    expect([path, html.replace(/<style>.*?<\/style>/s, "").match(/[^"]*\/drawings\/[^"]*/g)]).toEqual([path, null]);
  }
});

test("a failed upload can be retried, and a file that the browser cannot convert can be left out", async ({ page }) => {
  await openPhotos(page);
  const before = await titles(page);
  await page.getByRole("button", { name: "Add photos" }).click();
  let refusals = 1;
  await page.route("**/api/uploads/*", async (route) => {
    // A 403 is not retried automatically.
    if (refusals-- > 0) await route.fulfill({ status: 403, json: { message: "This upload address has expired." } });
    else await route.continue();
  });
  await dialog(page)
    .getByLabel("Picture files")
    .setInputFiles([
      { name: "misty hills.jpg", mimeType: "image/jpeg", buffer: await photograph(12) },
      { name: "IMG_1.heic", mimeType: "image/heic", buffer: Buffer.from("\0\0\0\x1cftypheic\0\0\0\0mif1heic") },
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") },
    ]);
  await expect(dialog(page).getByText("This browser can't convert it. This is an HEIC photo")).toBeVisible();
  await expect(dialog(page).getByText("We can't open this file as a picture.")).toBeVisible();
  await expect(dialog(page).getByText("This upload address has expired.")).toBeVisible();
  await expect(dialog(page).getByRole("status")).toHaveText("3 of 3 could not be uploaded");
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Leave out IMG_1.heic" }).click();
  await dialog(page).getByRole("button", { name: "Try again misty hills.jpg" }).click();
  await dialog(page).getByRole("button", { name: "Add the other 1" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByLabel("Title").last()).toHaveValue("Misty hills");
  await expect(page.getByLabel("Title").last()).toBeFocused();

  const count = before.length + 1;
  await page.getByLabel(`Position of photo ${count}`, { exact: true }).selectOption("1");
  await expect(page.getByLabel("Position of photo 1", { exact: true })).toBeFocused();
  expect(await titles(page)).toEqual(["Misty hills", ...before]);
  await page.getByRole("button", { name: "Replace photo 1", exact: true }).click();
  const one = page.getByRole("dialog", { name: "Add a picture" });
  const other = { name: "other.jpg", mimeType: "image/jpeg", buffer: await photograph(14) };
  await one.getByLabel("Picture file").setInputFiles(other);
  await one.getByRole("button", { name: "Use this picture" }).click();
  await expect(one).toBeHidden();
  expect((await titles(page))[0]).toBe("Misty hills");
  await page.getByRole("button", { name: "Discard" }).click();
  expect(await titles(page)).toEqual(before);
});
