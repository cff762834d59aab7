import sharp from "sharp";
import { type Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "../support/latchkey.ts";
import { openAndTouch } from "../support/public-pages.ts";

function photograph(shade: number): Promise<Buffer> {
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: { r: shade, g: 120, b: 70 } } })
    .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "7/1 17/1 30/1" } })
    .jpeg()
    .toBuffer();
}

async function openTab(page: Page): Promise<void> {
  await signIn(page);
  await page.goto("/admin/content");
  await page.getByRole("tab", { name: "Attraction Images" }).click();
}

const dialog = (page: Page) => page.getByRole("dialog", { name: "Add a picture" });
const choose = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  dialog(page).getByLabel("Picture file").setInputFiles(file);

test("a host adds an image of an attraction, guests see it, and the host deletes it", async ({ page }) => {
  await openTab(page);
  await page.getByLabel("Attraction", { exact: true }).selectOption("Kandy Lake");
  await page.getByRole("button", { name: "Choose a picture" }).click();
  await expect(dialog(page)).toBeVisible();
  const size = await dialog(page).boundingBox();
  if ((page.viewportSize()?.width ?? 0) > 750) expect([size?.width, size?.height]).toEqual([750, 550]);
  await expectAccessible(page);

  await choose(page, { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await expect(dialog(page).getByRole("alert")).toContainText("You can only upload: image/jpeg, image/png, image/webp");
  await choose(page, { name: "big.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(10_485_761, 1) });
  await expect(dialog(page).getByRole("alert")).toContainText("exceeds maximum allowed size of 10 MB");
  await choose(page, {
    name: "IMG_1.heic",
    mimeType: "image/heic",
    buffer: Buffer.from("\0\0\0\x1cftypheic\0\0\0\0mif1heic"),
  });
  await expect(dialog(page).getByRole("alert")).toContainText("Most Compatible");

  await choose(page, { name: "lake.jpg", mimeType: "image/jpeg", buffer: await photograph(90) });
  await expect(dialog(page).getByText("lake.jpg is here.")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Use this picture" }).click();
  await expect(dialog(page).getByText("Say in a few words what the picture shows")).toBeVisible();
  await dialog(page).getByLabel("What does the picture show?").fill("Egrets at the lake");
  await dialog(page).getByLabel("From the left").press("ArrowRight");
  const thumbnail = await dialog(page).getByRole("img", { name: "Preview of lake.jpg" }).boundingBox();
  expect(thumbnail?.width).toBe(280);
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Use this picture" }).click();
  await expect(dialog(page)).toBeHidden();
  await page.getByRole("button", { name: "Save image" }).click();
  await expect(page.getByText("Image uploaded successfully!").first()).toBeVisible();
  await expect(page.getByRole("img", { name: "Egrets at the lake" })).toBeVisible();
  await expectAccessible(page);

  await openAndTouch(page, "/attractions");
  const shown = page.getByRole("img", { name: "Egrets at the lake" });
  await shown.scrollIntoViewIfNeeded();
  await expect(shown).toHaveAttribute("srcset", /480\.jpg 480w.*1200\.jpg 1200w/);
  expect(
    await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0);
  await expectAccessible(page);
  await shown.click();
  await expect(page.getByRole("dialog", { name: "Pictures of Kandy Lake" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.goto("/admin/content");
  await page.getByRole("tab", { name: "Attraction Images" }).click();
  await page.getByRole("button", { name: "Delete the image of Kandy Lake" }).click();
  await page.getByRole("button", { name: "Delete image", exact: true }).click();
  await expect(page.getByText("Image deleted successfully!").first()).toBeVisible();
  await expect(page.getByText("No images yet.")).toBeVisible();
});

test("a server that fails is asked again after 0, 1, 3 and 5 seconds; a refusal is not", async ({ page }, info) => {
  test.skip(info.project.name !== "desktop", "the width plays no part here");
  await openTab(page);
  const tries: number[] = [];
  await page.route("**/api/uploads/*", async (route) => {
    tries.push(Date.now());
    await (tries.length < 4 ? route.fulfill({ status: 503, json: { message: "Not now" } }) : route.continue());
  });
  await page.getByRole("button", { name: "Choose a picture" }).click();
  await choose(page, { name: "lake.jpg", mimeType: "image/jpeg", buffer: await photograph(91) });
  await expect(dialog(page).getByText(/The connection failed, try \d of 5/)).toBeVisible();
  await expect(dialog(page).getByText("lake.jpg is here.")).toBeVisible({ timeout: 15_000 });
  const waits = tries.slice(1).map((at, i) => Math.round((at - (tries[i] ?? 0)) / 1000));
  expect(waits).toEqual([0, 1, 3]);
  await dialog(page).getByRole("button", { name: "Choose another" }).click();

  tries.length = 0;
  await page.unroute("**/api/uploads/*");
  await page.route("**/api/uploads/*", async (route) => {
    tries.push(Date.now());
    await route.fulfill({ status: 413, json: { message: "This file exceeds maximum allowed size of 10 MB." } });
  });
  await choose(page, { name: "lake.jpg", mimeType: "image/jpeg", buffer: await photograph(92) });
  await expect(dialog(page).getByRole("alert")).toContainText("Failed to upload lake.jpg. This file exceeds");
  expect(tries).toHaveLength(1);
  await page.unroute("**/api/uploads/*");
  await dialog(page).getByRole("button", { name: "Try again" }).click();
  await expect(dialog(page).getByText("lake.jpg is here.")).toBeVisible();

  // A drop and a paste bring files in too; Escape leaves.
  await dialog(page).getByRole("button", { name: "Choose another" }).click();
  const bytes = [...(await photograph(93))];
  const files = await page.evaluateHandle((data) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(data)], "dropped.jpg", { type: "image/jpeg" }));
    return transfer;
  }, bytes);
  await dialog(page).getByText("One JPEG, PNG or WebP").dispatchEvent("drop", { dataTransfer: files });
  await expect(dialog(page).getByText("dropped.jpg is here.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
});
