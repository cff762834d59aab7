import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { signInByCalls } from "../support/bookings.ts";
import { expect, expectAccessible, expectAccessibleInBoth, testWithOwnServer as test } from "../support/latchkey.ts";
import { holdSaves } from "../support/held-server.ts";
import { listenForComplaints } from "../support/quiet.ts";

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 500;
const tab = (page: Page, name: string | RegExp) => page.getByRole("tab", { name });
const expectText = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();

const ADDRESSES = { "Property Info": "property", Photos: "photos", "Guest Info": "guest-info" };

async function openContent(page: Page, name: keyof typeof ADDRESSES): Promise<void> {
  await signInByCalls(page);
  await page.goto(`/admin/content?tab=${ADDRESSES[name]}`);
  await expect(tab(page, name)).toHaveAttribute("aria-selected", "true");
}

/** On a phone, the preview is behind a button. */
async function inPreview(
  page: Page,
  look: (preview: ReturnType<Page["frameLocator"]>) => Promise<void>,
): Promise<void> {
  if (isPhone(page)) await page.getByRole("button", { name: "Show the preview" }).click();
  await look(page.frameLocator("iframe"));
  if (isPhone(page)) await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
}

const looks = new WeakMap<Page, number>();
/** Alternates between light and dark mode. Phones start dark and computers light, so that both are tested. */
async function expectAccessibleInTurns(page: Page): Promise<void> {
  const look = (looks.get(page) ?? 0) + 1;
  looks.set(page, look);
  const colorScheme = isPhone(page) === (look % 2 === 0) ? "light" : "dark";
  // Contrast cannot be checked during a colour transition.
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await expectAccessible(page);
}

test("a rate that looks like a typing mistake is saved only after the host has confirmed it @desktop", async ({
  page,
}) => {
  await openContent(page, "Property Info");
  const rate = page.getByLabel("Rate per night");
  await rate.fill("1500");
  await page.getByRole("button", { name: "Save Property Info" }).click();
  const question = page.getByRole("dialog", { name: "Is this right?" });
  await expect(question).toContainText("Every night: $1,500 a night is ten or more times the usual $150.");
  await expectAccessibleInBoth(page);
  await question.getByRole("button", { name: "No, go back" }).click();
  await expect(rate).toHaveValue("1500");
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeVisible();
  await expect(page.getByText("Failed to update content")).toHaveCount(0);
  await page.getByRole("button", { name: "Save Property Info" }).click();
  await question.getByRole("button", { name: "Yes, save it" }).click();
  await expectText(page, "Content updated successfully!");
  await expect(question).toBeHidden();
  await expect(rate).toHaveValue("1500");
});

/** Returns a function that reads the values which scripts have assigned to the field. */
async function watchValue(field: Locator): Promise<() => Promise<string[]>> {
  const values = await field.evaluateHandle((element) => {
    const assigned: string[] = [];
    const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
    Object.defineProperty(element, "value", {
      configurable: true,
      get: () => own?.get?.call(element),
      set: (value: string) => {
        assigned.push(value);
        own?.set?.call(element, value);
      },
    });
    return assigned;
  });
  return () => values.jsonValue();
}

test("the host edits and previews Property Info and saves it with Ctrl+S; guests see the change until it is undone", async ({
  page,
  request,
}) => {
  const complained = listenForComplaints(page);
  await openContent(page, "Property Info");
  await expectAccessibleInTurns(page);
  await page
    .getByLabel("Description", { exact: true })
    .fill("A **new** house:\n\n- with [a map](/location)\n- <b>no tags</b>");
  await page.getByLabel("Rate per night").fill("175.5");
  await expect(page.getByText("Guests read “$175.50 per night”, or")).toBeVisible();
  await page.getByLabel("Bathrooms").fill("two");
  await expect(page.getByText("This will be saved as 0.")).toBeVisible();
  await page.getByLabel("Bathrooms").fill("4");
  await inPreview(page, async (preview) => {
    await expect(preview.locator("strong", { hasText: "new" })).toBeVisible();
    await expect(preview.getByText("$175.50 per night").first()).toBeVisible();
    await expect(preview.getByText("4 bathrooms")).toBeVisible();
  });
  await expect(tab(page, /Property Info.*not saved/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeVisible();
  await expectAccessibleInTurns(page);
  expect(await (await request.get("/")).text()).toContain("$150 per night");

  // The rate must not briefly change back to its old value.
  const valuesSet = await watchValue(page.getByLabel("Rate per night"));
  const resume = await holdSaves(page, "**/api/admin/content/property");
  await page.getByLabel("Bathrooms").press("ControlOrMeta+s");
  await page.getByLabel("Bathrooms").fill("5");
  resume();
  await expectText(page, "Content updated successfully!");
  await expect(page.getByLabel("Bathrooms")).toHaveValue("5");
  expect(await valuesSet()).not.toContain("150");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Bathrooms")).toHaveValue("4");
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeHidden();
  const html = await (await request.get("/")).text();
  expect(html).toContain("<strong>new</strong>");
  expect(html).toContain('<a href="/location" rel="noopener noreferrer nofollow">a map</a>');
  expect(html).toContain("&lt;b&gt;no tags&lt;/b&gt;");
  expect(html).toContain("$175.50 per night");

  await expect(page.getByRole("button", { name: "Undo" })).toBeInViewport();
  await page.getByRole("button", { name: "Undo" }).click();
  await expectText(page, "Last save undone");
  await expect(page.getByLabel("Rate per night")).toHaveValue("150");
  expect(await (await request.get("/")).text()).toContain("$150 per night");
  complained();
});

test("the host reorders photos by button and by dragging, chooses the main photo, and undoes a Hero Section change in the audit log", async ({
  page,
}) => {
  test.skip(
    isPhone(page),
    "Photos cannot be dragged on phones, whose tabs are tested in the journeys before and after",
  );
  await openContent(page, "Photos");
  await expectAccessibleInTurns(page);
  const titles = () =>
    page.getByLabel("Title").evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  const before = await titles();
  await page.getByRole("button", { name: "Move photo 2 up" }).click();
  await expect(page.getByRole("button", { name: "Move photo 1 up" })).toBeFocused();
  expect((await titles()).slice(0, 2)).toEqual([before[1], before[0]]);
  await page.locator('[data-handle="0"]').dragTo(page.locator('[data-handle="1"]'));
  expect(await titles()).toEqual(before);
  await page.getByRole("radio", { name: /Main photo.*Tea on the veranda/ }).check();
  await page.getByLabel("Category").nth(1).selectOption("Amenities");
  await page.getByRole("button", { name: "Remove photo 1", exact: true }).click();
  await page.getByRole("button", { name: "Save Photos" }).click();
  await expectText(page, "Photos updated successfully!");

  await tab(page, "Hero Section").click();
  await page.getByLabel("Headline").fill("Wake up above the mist");
  await inPreview(page, async (preview) => {
    await expect(preview.getByRole("heading", { level: 1, includeHidden: true })).toHaveText("Wake up above the mist");
    await expect(preview.locator("header a svg path").first()).toBeAttached();
  });
  await expectAccessibleInTurns(page);
  await page.getByRole("button", { name: "Save Hero Section" }).click();
  await expectText(page, "Hero section updated successfully!");
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Wake up above the mist");
  await expect(page.getByRole("region", { name: "Kitul Hill Cottage" }).getByRole("img")).toHaveAttribute(
    "src",
    "/drawings/cottage/veranda.svg",
  );
  await expect(page.locator(`img[alt="${before[0]}"]`)).toHaveCount(0);

  await page.goto("/admin/audit");
  await expectText(page, "Changed the content");
  await expectAccessibleInTurns(page);
  const entry = page.getByRole("listitem").filter({ hasText: "Hero Section" });
  await entry.getByRole("button", { name: "Undo this change" }).click();
  await expectText(page, "The change was undone");
  await expectText(page, "Undid a content change");
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Experience Tranquility in Nature");
});

test("the first press of Save counts, even if leaving the field shows an error that moves the button", async ({
  page,
}) => {
  await signInByCalls(page);
  await page.goto("/admin/content?tab=hero");
  const headline = page.getByLabel("Headline");
  // By keyboard, the error is shown as soon as the field has lost the focus.
  await headline.fill("");
  await page.keyboard.press("Tab");
  await expect(headline).toHaveAccessibleDescription("Enter a headline for the home page");
  await page.getByRole("button", { name: "Discard" }).click();
  await headline.fill("");
  const save = page.getByRole("button", { name: "Save Hero Section" });
  await (isPhone(page) ? save.tap() : save.click());
  const summary = page.getByRole("alert", { name: "Please check Hero Section" });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link")).toHaveText("Headline: Enter a headline for the home page");
});

test("Guest Info and Local Attractions: errors link to their fields, and guests see the saved changes", async ({
  page,
}) => {
  test.skip(!isPhone(page), "The journeys before this one test the other width");
  await openContent(page, "Guest Info");
  await expectAccessibleInTurns(page);
  await page.getByLabel("WiFi password").fill("monsoon-2027");
  await page.getByRole("textbox", { name: "Check-in instructions", exact: true }).fill("Ring **twice**");
  await expect(page.locator("strong", { hasText: "twice" })).toBeVisible();
  await page.getByLabel("Check-in from").fill("15:30");
  await page.getByRole("button", { name: "Add a rule" }).click();
  await expect(page.getByRole("textbox", { name: "Rule 11" })).toBeFocused();
  await page.getByRole("button", { name: "Save Guest Info" }).click();
  const summary = page.getByRole("alert", { name: "Please check Guest Info" });
  await expect(summary).toBeFocused();
  await expectAccessibleInTurns(page);
  await summary.getByRole("link", { name: "House rules, Rule 11: Enter a rule, or remove this line" }).click();
  await expect(page.getByRole("textbox", { name: "Rule 11" })).toBeFocused();
  await page.getByRole("button", { name: "Add a rule" }).click();
  await page.getByRole("button", { name: "Remove rule 12" }).click();
  await expect(page.getByRole("button", { name: "Remove rule 11" })).toBeFocused();
  await page.getByRole("button", { name: "Remove rule 9" }).click();
  await expect(page.getByRole("button", { name: "Remove rule 9" })).toBeFocused();
  await page.getByRole("textbox", { name: "Rule 10" }).focus();
  await page.keyboard.type("Feed no monkeys");
  await inPreview(page, async (preview) => {
    await expect(preview.getByText("Feed no monkeys")).toBeVisible();
  });
  await page.getByRole("button", { name: "Save Guest Info" }).click();
  await expectText(page, "Content updated successfully!");

  await tab(page, "Local Attractions").click();
  await expect(page.getByLabel("Longitude")).not.toHaveAttribute("inputmode");
  await page.getByText("Kandy Lake").first().click();
  await page.getByRole("textbox", { name: "Distance", exact: true }).fill("20 mins");
  await page.getByRole("button", { name: "Remove attraction 1", exact: true }).click();
  await page.getByRole("button", { name: "Add an attraction" }).click();
  await page.keyboard.type("Tea Museum");
  await page.getByRole("textbox", { name: "Distance", exact: true }).last().fill("50 mins");
  await page.getByRole("textbox", { name: "Category" }).last().fill("Culture");
  await page.getByRole("textbox", { name: "Description" }).last().fill("Old machines, and a cup at the end.");
  await inPreview(page, async (preview) => {
    await expect(preview.getByRole("heading", { name: "Tea Museum", includeHidden: true })).toBeVisible();
  });
  await expectAccessibleInTurns(page);
  await page.getByRole("button", { name: "Save Local Attractions" }).click();
  await expectText(page, "Content updated successfully!");

  await page.goto("/house-rules");
  await expect(page.getByText("Feed no monkeys")).toBeVisible();
  await expect(page.getByText("after 3:30 PM").first()).toBeVisible();
  await expect(page.getByText("monsoon-2027")).toHaveCount(0);
  await page.goto("/attractions");
  await expect(page.getByRole("heading", { level: 2, name: "Tea Museum" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Temple of the Sacred Tooth" })).toHaveCount(0);
  await expectAccessible(page);
});

test("the host uploads and describes a first photo, guests see it, and the set-up step is marked as done @desktop", async ({
  page,
}) => {
  await signInByCalls(page);
  await page.goto("/admin/dashboard");
  await page.getByRole("link", { name: "Add your first photo" }).click();
  await page.getByRole("button", { name: "Add photos" }).click();
  const picture = readFileSync("public/icons/apple-touch-icon.png");
  const dialog = page.getByRole("dialog");
  await dialog
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: picture });
  await expect(dialog).toBeHidden();
  const title = page.getByLabel("Title").last();
  await expect(title).toBeFocused();
  await page.keyboard.type("Our own gate");
  await page.getByRole("button", { name: "Add photos" }).click();
  await dialog.getByRole("button", { name: "A picture without a description" }).click();
  await expect(title).toBeFocused();
  await expect(title).toHaveAccessibleDescription("This photo is already in the gallery.");
  await page.getByRole("radio", { name: /Main photo.*Our own gate/ }).check();
  await page.getByRole("button", { name: "Save Photos" }).click();
  await expectText(page, "Photos updated successfully!");
  await page.getByRole("button", { name: /Picture details.*Our own gate/ }).click();
  await dialog.getByLabel("What does the picture show?").fill("Our own gate");
  await dialog.getByLabel("Author").fill("Nimal");
  await dialog.getByLabel("Source").fill("https://example.com/gate");
  await dialog.getByLabel("From the left").fill("20");
  await expectAccessible(page);
  expect((await (await page.request.get("/")).text()).includes("/credits")).toBe(false);
  // Another host saves a detail in the meantime.
  const listed = await (await page.request.get("/api/admin/pictures")).json();
  const theirs = { alt: "A gate" };
  expect((await page.request.put(`/api/admin/pictures/${listed[0].id}`, { data: theirs })).status()).toBe(200);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("What does the picture show?: A gate")).toBeVisible();
  await expect(dialog.getByLabel("Author")).toHaveValue("Nimal");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("link", { name: "Back to Dashboard" }).click();
  await expect(page.getByText("Done: Add your first photo")).toBeVisible();
  await page.goto("/");
  const card = page.getByRole("region", { name: "Kitul Hill Cottage" });
  await expect(card.locator("picture img")).toHaveAttribute("src", /^\/pictures\//);
  await expect(card.locator("picture img")).toHaveCSS("object-position", "20% 50%");

  await page.getByRole("contentinfo").getByRole("link", { name: "Picture credits" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Picture Credits");
  const credit = page.getByRole("listitem").filter({ has: page.getByRole("img", { name: "Our own gate" }) });
  await expect(credit.getByText("Nimal")).toBeVisible();
  await expect(credit.getByRole("link", { name: "example.com" })).toHaveAttribute("href", "https://example.com/gate");
  await expectAccessible(page);
  await page.goto("/de/credits");
  await expect(page.locator("[lang=en]").getByRole("img", { name: "Our own gate" })).toBeVisible();

  await page.goto("/admin/audit");
  const entry = page.getByRole("listitem").filter({ hasText: "Changed a picture" }).first();
  await entry.getByRole("button", { name: "Undo this change" }).click();
  await expectText(page, "Undid a picture change");
  await page.goto("/credits");
  await expect(page.getByText("All pictures on this site are our own.")).toBeVisible();
});

test("if two tabs change the same field, the second tab shows the saved text, and the host chooses which to keep @desktop", async ({
  page,
  context,
}) => {
  await openContent(page, "Guest Info");
  const other = await context.newPage();
  await other.goto("/admin/content?tab=guest-info");
  await other.getByLabel("WiFi note").fill("Theirs");
  await other.getByRole("button", { name: "Save Guest Info" }).click();
  await expectText(other, "Content updated successfully!");

  await page.getByLabel("WiFi note").fill("Mine");
  await page.getByLabel("Rule 1", { exact: true }).fill("My first rule");
  await page.getByRole("button", { name: "Save Guest Info" }).click();
  await expectText(page, "Failed to update content");
  const clash = page.getByRole("alert").filter({ hasText: "Someone else saved changes while you were editing" });
  await expect(clash.getByText("Theirs")).toBeInViewport();
  await expect(page.getByLabel("WiFi note")).toHaveValue("Mine");
  await expectAccessibleInBoth(page);
  await clash.getByRole("button", { name: "Use the saved version" }).click();
  await expect(page.getByLabel("WiFi note")).toHaveValue("Theirs");
  await expect(clash).toBeHidden();
  await page.getByRole("button", { name: "Save Guest Info" }).click();
  await expectText(page, "Content updated successfully!");

  // This time, the new text is kept.
  await other.getByLabel("Rule 1", { exact: true }).fill("Their first rule");
  await other.getByRole("button", { name: "Save Guest Info" }).click();
  await other.getByRole("button", { name: "Keep what I wrote" }).click();
  await other.getByRole("button", { name: "Save Guest Info" }).click();
  await expectText(other, "Content updated successfully!");
  await page.reload();
  await expect(page.getByLabel("Rule 1", { exact: true })).toHaveValue("Their first rule");
});

test("pressing Save on a tab with no unsaved changes keeps what another host has saved @desktop", async ({ page }) => {
  const stored = async (): Promise<{ description: string; rate: string; hero: unknown }> =>
    (await page.request.get("/api/admin/content/property")).json();
  await openContent(page, "Property Info");
  await expect(page.getByText("All changes saved")).toBeVisible();
  const { hero } = await stored();
  const put = async (path: string, data: object) =>
    expect((await page.request.put(`/api/admin/content/${path}`, { data })).status()).toBe(200);
  await put("property", { description: "Written by the other host", rate: "160" });
  await put("hero", { ...Object(hero), title: "Chosen by the other host" });
  for (const name of ["Property Info", "Hero Section"]) {
    await tab(page, name).click();
    await page.getByRole("button", { name: `Save ${name}` }).click();
    await expectText(page, `No unsaved changes under ${name}`);
  }
  expect(await stored()).toMatchObject({
    description: "Written by the other host",
    rate: "$160 per night",
    hero: { title: "Chosen by the other host" },
  });
});

test("two hosts translate at the same time; only if both translate the same text into the same language do they have to choose @desktop", async ({
  page,
  context,
}) => {
  await openContent(page, "Property Info");
  const other = await context.newPage();
  await other.goto("/admin/content?tab=property");
  const write = async (on: Page, language: string, label: string, text: string) => {
    const section = on.getByRole("region", { name: "Translations" });
    await section.getByLabel("Language", { exact: true }).selectOption(language);
    const details = section.locator("details");
    if (!(await details.evaluate((one: HTMLDetailsElement) => one.open))) await details.locator("summary").click();
    await section.getByLabel(`${label} in ${language}`, { exact: true }).fill(text);
  };
  const save = (on: Page) => on.getByRole("button", { name: "Save Property Info" }).click();
  const stored = async () => (await (await page.request.get("/api/admin/content/property")).json()).wordsIn;
  await write(other, "German", "Headline", "Ihr Haus");
  await save(other);
  await expectText(other, "Content updated successfully!");
  await write(page, "French", "Headline", "Votre maison");
  await save(page);
  await expectText(page, "Content updated successfully!");
  expect((await stored())["hero.title"]).toMatchObject({ de: { text: "Ihr Haus" }, fr: { text: "Votre maison" } });

  await write(other, "Spanish", "Headline", "Su casa");
  await write(other, "Spanish", "Location", "Cerca del lago");
  await save(other);
  await expect.poll(async () => (await stored())["location"]?.es?.text).toBe("Cerca del lago");
  await write(page, "Spanish", "Headline", "La casa");
  await write(page, "Russian", "Location", "У озера");
  await save(page);
  const clash = page.getByRole("alert").filter({ hasText: "Someone else saved changes while you were editing" });
  await expect(clash.getByRole("listitem")).toHaveText(["Headline in Spanish: Su casa"]);
  await clash.getByRole("button", { name: "Keep what I wrote" }).click();
  await save(page);
  await expect.poll(async () => (await stored())["hero.title"].es.text).toBe("La casa");
  expect((await stored())["location"]).toMatchObject({ es: { text: "Cerca del lago" }, ru: { text: "У озера" } });
});

test("with unsaved changes, following a link or pressing the browser's Back button asks for confirmation; switching tabs does not @desktop", async ({
  page,
}) => {
  await signInByCalls(page);
  await page.goto("/admin/dashboard");
  await page.getByRole("link", { name: "Content", exact: true }).first().click();
  await page.getByLabel("Location", { exact: true }).fill("Elsewhere");
  await tab(page, "Photos").click();
  await tab(page, "Property Info").click();
  await expect(page.getByLabel("Location", { exact: true })).toHaveValue("Elsewhere");

  const goBack = () => page.evaluate(() => history.back());
  const follow = () => page.getByRole("link", { name: "Back to Dashboard" }).click();
  for (const leave of [goBack, follow]) {
    const dismissed = page.waitForEvent("dialog").then((dialog) => dialog.dismiss());
    await Promise.all([dismissed, leave()]);
    await expect(page.getByLabel("Location", { exact: true })).toHaveValue("Elsewhere");
    await expect(page).toHaveURL(/admin\/content/);
  }
  const accepted = page.waitForEvent("dialog").then((dialog) => dialog.accept());
  await goBack();
  await accepted;
  await page.waitForURL("**/admin/dashboard");
});
