import { bookByCalls, signInByCalls } from "../support/bookings.ts";
import { expect, expectAccessible, expectAccessibleInBoth, testWithOwnServer as test } from "../support/latchkey.ts";

test("the host chooses a guest's language and edits a message in that language", async ({ page }) => {
  await signInByCalls(page);
  const { id } = await bookByCalls(page, { nights: 2 });
  await page.goto(`/admin/bookings/${id}`);
  const language = page.getByRole("combobox", { name: "Language" });
  await expect(language).toHaveValue("en");
  await language.selectOption("German");
  await expect(page.getByText("No native speaker has checked our translation yet.")).toBeVisible();
  await page.getByRole("button", { name: "Save language" }).click();
  await expect(page.getByText("Messages to the guest will be in German from now on")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save language" })).toBeHidden();
  await expectAccessibleInBoth(page);

  await page.goto("/admin/messaging");
  await page.getByRole("combobox", { name: "Language of the text" }).selectOption("German");
  await page.getByRole("button", { name: "Edit text of Welcome" }).click();
  const dialog = page.getByRole("dialog", { name: "Welcome: text in German" });
  await expect(dialog.getByText("Guten Tag, Ann Perera,")).toBeVisible();
  await expectAccessibleInBoth(page);
  await dialog.getByRole("textbox", { name: "Subject" }).fill("Servus {guestFirstName}");
  await dialog.getByRole("button", { name: "Save text" }).click();
  await expect(page.getByText("your own text")).toHaveCount(1);
  await page.getByRole("combobox", { name: "Language of the text" }).selectOption("French");
  await expect(page.getByText("your own text")).toHaveCount(0);
});

test("L-07: guests see a short text that the host has translated into Russian, until the host undoes the translation", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signInByCalls(page);
  await page.goto("/admin/content");
  const written = page.getByText(/^\d+ of \d+ written/);
  await page.getByRole("combobox", { name: "Language" }).selectOption("Russian");
  await expect(written).toContainText(/^0 of/);
  await page.getByText("Translate into Russian").click();
  const headline = page.getByRole("textbox", { name: /^Headline.* in Russian$/ }).first();
  await expect(headline).toHaveAccessibleDescription("Guests get the English text.");
  await headline.fill("Проснитесь над облаками");
  await expectAccessible(page);
  // `expectAccessible` has also made the window narrow and wide again, as rotating a tablet does.
  await expect(headline).toHaveValue("Проснитесь над облаками");
  if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/words.png`, fullPage: true });
  await page.getByRole("button", { name: "Save Property Info" }).click();
  await expect(written).toContainText(/^1 of/);
  const isShown = async () => (await (await page.request.get("/ru/")).text()).includes("Проснитесь над облаками");
  await expect.poll(isShown).toBe(true);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(isShown).toBe(false);
});

test("the host writes the check-in instructions in German, and is warned if the English text changes afterwards", async ({
  page,
}) => {
  await signInByCalls(page);
  await page.goto("/admin/content?tab=guest-info");
  const summary = page.getByText("Check-in instructions in other languages");
  await expect(summary).toContainText("0 of 5 written");
  await summary.click();
  const german = page.getByRole("textbox", { name: "Check-in instructions in German" });
  await expect(german).toHaveAccessibleDescription("Guests get the English text.");
  await german.fill("Der Schlüssel liegt im Kasten.");
  await page.getByRole("button", { name: "Save Guest Info" }).click();
  await expect(summary).toContainText("1 of 5 written");
  await page.getByRole("textbox", { name: "Check-in instructions", exact: true }).fill("The key is under the pot.");
  await expect(german).toHaveAccessibleDescription(
    "The English text has changed since you wrote this. Guests still get this older translation.",
  );
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "It's still correct in German" }).click();
  await expect(page.getByText("The English text has changed since you wrote this")).toBeHidden();
  await page.getByRole("button", { name: "Save Guest Info" }).click();
  await page.reload();
  await expect(summary).toContainText("1 of 5 written");
  await summary.click();
  await expect(german).toHaveValue("Der Schlüssel liegt im Kasten.");
});
