import sharp from "sharp";
import { type Page } from "@playwright/test";
import { signInByCalls } from "../support/bookings.ts";
import { expect, expectAccessible, test } from "../support/latchkey.ts";
import { openAndTouch } from "../support/public-pages.ts";

function photograph(shade: number): Promise<Buffer> {
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: { r: shade, g: 120, b: 70 } } })
    .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "7/1 17/1 30/1" } })
    .jpeg()
    .toBuffer();
}

async function openTab(page: Page): Promise<void> {
  await signInByCalls(page);
  await page.goto("/admin/content?tab=attraction-images");
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 500;
const dialog = (page: Page) => page.getByRole("dialog", { name: "Add a picture" });
const choose = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  dialog(page).getByLabel("Picture file").setInputFiles(file);

test("a host adds an image of an attraction, which guests see, then deletes it and undoes the deletion", async ({
  page,
}) => {
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

  const lake = { name: "lake.jpg", mimeType: "image/jpeg", buffer: await photograph(90) };
  if (isPhone(page)) {
    // A phone opens the rear camera directly.
    const [camera] = await Promise.all([
      page.waitForEvent("filechooser"),
      dialog(page).getByRole("button", { name: "Take a photo" }).click(),
    ]);
    expect(await camera.element().getAttribute("capture")).toBe("environment");
    await camera.setFiles(lake);
  } else {
    await choose(page, lake);
  }
  await expect(dialog(page).getByText("lake.jpg has been uploaded.")).toBeVisible();
  await dialog(page).getByLabel("What does the picture show?").fill("Egrets at the lake");
  await dialog(page).getByLabel("From the left").press("ArrowRight");
  const thumbnail = await dialog(page).getByRole("img", { name: "Preview of lake.jpg" }).boundingBox();
  expect(thumbnail?.width).toBe(280);
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Use this picture" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeVisible();
  if (!isPhone(page)) {
    const preview = page.frameLocator("iframe");
    await expect(
      preview.getByRole("img", { name: "Egrets at the lake", includeHidden: true }).first(),
    ).toBeInViewport();
  }
  await page.getByRole("tab", { name: "Hero Section" }).click();
  await page.getByRole("tab", { name: /Attraction Images.*not saved/ }).click();
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
  await expect(page.getByRole("dialog", { name: "Pictures of the surroundings" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.goto("/admin/content?tab=attraction-images");
  await page.getByRole("button", { name: "Delete the image of Kandy Lake" }).click();
  await page.getByRole("button", { name: "Delete image", exact: true }).click();
  await expect(page.getByText("Image deleted successfully!").first()).toBeVisible();
  await expect(page.getByText("No images yet.")).toBeVisible();

  await page.goto("/admin/audit");
  const entry = page.getByRole("listitem").filter({ hasText: "Deleted an attraction image · Kandy Lake" }).first();
  await entry.getByRole("button", { name: "Undo this change" }).click();
  await expect(page.getByText("The change was undone").first()).toBeVisible();
  const images = await (await page.request.get("/api/attraction-images")).json();
  expect(images.map((image: { altText: string }) => image.altText)).toContain("Egrets at the lake");
});

test("a host can choose an attraction of their own, even if suggested names start the same way @desktop", async ({
  page,
}) => {
  await signInByCalls(page);
  const content = "/api/admin/content/property";
  const { localAttractions } = await (await page.request.get(content)).json();
  const kandy = { name: "Kandy", distance: "20 mins", category: "Town" };
  await page.request.put(content, { data: { localAttractions: [...localAttractions, kandy] } });
  await page.goto("/admin/content?tab=attraction-images");
  await page.getByLabel("Attraction", { exact: true }).selectOption("Kandy");
  await page.request.put(content, { data: { localAttractions } });
});

test("a picture needs no description @desktop", async ({ page }) => {
  await openTab(page);
  await page.getByLabel("Attraction", { exact: true }).selectOption("Victoria Golf Resort");
  await page.getByRole("button", { name: "Choose a picture" }).click();
  await choose(page, { name: "golf.jpg", mimeType: "image/jpeg", buffer: await photograph(94) });
  await expect(dialog(page).getByText("golf.jpg has been uploaded.")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Use this picture" }).click();
  await page.getByRole("button", { name: "Save image" }).click();
  await expect(page.getByText("Image uploaded successfully!").first()).toBeVisible();
  const images: { attractionName: string; altText: string }[] = await (
    await page.request.get("/api/attraction-images")
  ).json();
  expect(images).toContainEqual(expect.objectContaining({ attractionName: "Victoria Golf Resort", altText: "" }));
});

test("an upload that fails is retried, but one that is rejected is not; files can also be dropped or pasted @desktop", async ({
  page,
}) => {
  await openTab(page);
  const tries: number[] = [];
  await page.route("**/api/uploads/*", async (route) => {
    tries.push(Date.now());
    await (tries.length < 3 ? route.fulfill({ status: 503, json: { message: "Not now" } }) : route.continue());
  });
  await page.getByRole("button", { name: "Choose a picture" }).click();
  await choose(page, { name: "lake.jpg", mimeType: "image/jpeg", buffer: await photograph(91) });
  await expect(dialog(page).getByText(/Connection failed; attempt \d of 5/)).toBeVisible();
  await expect(dialog(page).getByText("lake.jpg has been uploaded.")).toBeVisible();
  const waits = tries.slice(1).map((at, i) => Math.round((at - (tries[i] ?? 0)) / 1000));
  // web/media/retry.test.ts tests all four delays given in SPEC 9.
  expect(waits).toEqual([0, 1]);
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
  await expect(dialog(page).getByText("lake.jpg has been uploaded.")).toBeVisible();

  await dialog(page).getByRole("button", { name: "Choose another" }).click();
  const bytes = [...(await photograph(93))];
  const drop = async (...files: { name: string; type: string }[]) => {
    const dataTransfer = await page.evaluateHandle(
      ([data, chosen]) => {
        const transfer = new DataTransfer();
        for (const { name, type } of chosen) transfer.items.add(new File([new Uint8Array(data)], name, { type }));
        return transfer;
      },
      [bytes, files] as const,
    );
    await dialog(page).getByText("One JPEG, PNG or WebP").dispatchEvent("drop", { dataTransfer });
  };
  const alert = dialog(page).getByRole("alert");
  await drop({ name: "one.jpg", type: "image/jpeg" }, { name: "other.jpg", type: "image/jpeg" });
  await expect(alert).toHaveText("You can only upload 1 file");
  await page.context().setOffline(true);
  await expect(alert).toContainText("No Internet connection");
  await page.context().setOffline(false);
  await drop({ name: "dropped.jpg", type: "" });
  await expect(alert).toBeEmpty();
  await expect(dialog(page).getByText("dropped.jpg has been uploaded.")).toBeVisible();

  await dialog(page).getByRole("button", { name: "Choose another" }).click();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(300, 200);
    canvas.getContext("2d")?.fillRect(0, 0, 300, 200);
    await navigator.clipboard.write([new ClipboardItem({ "image/png": await canvas.convertToBlob() })]);
  });
  await page.keyboard.press("ControlOrMeta+v");
  await expect(dialog(page).getByText("image.png has been uploaded.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
});

test("if a proxy refuses a picture because of its size, the host learns that it was not Latchkey", async ({ page }) => {
  await openTab(page);
  await page.route("**/api/uploads/*", (route) =>
    route.fulfill({ status: 413, contentType: "text/html", body: "<h1>413 Request Entity Too Large</h1>" }),
  );
  await page.getByRole("button", { name: "Choose a picture" }).click();
  await choose(page, { name: "lake.jpg", mimeType: "image/jpeg", buffer: await photograph(90) });
  await expect(dialog(page).getByRole("alert")).toContainText(
    "Failed to upload lake.jpg. The web server in front of Latchkey does not accept files of this size.",
  );
});
